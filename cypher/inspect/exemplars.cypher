// How many exemplars there are, by what they teach, label and the model that embedded them.
//
// mode: read
// returns task: STRING
// returns label: STRING
// returns model: STRING
// returns exemplars: INTEGER
CYPHER 25
MATCH (e:Exemplar)
RETURN e.task AS task, e.label AS label, e.model AS model, count(*) AS exemplars
ORDER BY task, label, model
