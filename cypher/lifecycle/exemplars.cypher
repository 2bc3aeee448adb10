// Every exemplar with its vector, and the version that moves when one is added.
//
// mode: read
// returns version: INTEGER
// returns exemplars: LIST<MAP> - id, task, label, text, model and embedding of each
CYPHER 25
CALL () {
  OPTIONAL MATCH (m:ModelInfo {key: 'exemplars'})
  RETURN coalesce(m.version, 0) AS version
}
CALL () {
  MATCH (e:Exemplar)
  WITH e ORDER BY e.id
  RETURN collect({id: e.id, task: e.task, label: e.label, text: e.text, model: e.model, embedding: e.embedding})
         AS exemplars
}
RETURN version, exemplars
