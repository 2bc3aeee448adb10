// The demo as a table: what happened, in order of time, with who told it and when.
//
// mode: read
// returns happened: DATE
// returns event: STRING
// returns told_by: STRING
// returns told_on: DATE
CYPHER 25
MATCH (n:Episodic {scope: 'demo'})-[:FROM_TURN {main: true}]->(t:Turn)
WHERE n.occurred_from IS NOT NULL
RETURN date(n.occurred_from) AS happened, n.details AS event, t.speaker AS told_by, date(t.said_at) AS told_on
ORDER BY happened, told_on
