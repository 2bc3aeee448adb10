// Add exemplars, or renew the vectors of known ones, and move the version that tells running engines to read them again.
//
// mode: write
// param exemplars: LIST<MAP> - id, task, label, text, model and embedding of each
// param shipped: STRING | NULL - fingerprint of the shipped exemplars, when these are they
// returns version: INTEGER
CYPHER 25
CALL () {
  UNWIND $exemplars AS row
  MERGE (e:Exemplar {id: row.id})
  SET e.task = row.task, e.label = row.label, e.text = row.text, e.model = row.model,
      e.shipped = CASE WHEN $shipped IS NULL THEN e.shipped ELSE true END
  WITH e, row
  CALL db.create.setNodeVectorProperty(e, 'embedding', row.embedding)
  RETURN count(e) AS added
}
// what an earlier release shipped and this one does not would go on teaching
CALL () {
  MATCH (e:Exemplar)
  WHERE $shipped IS NOT NULL AND e.shipped AND NOT e.id IN [row IN $exemplars | row.id]
  DETACH DELETE e
  RETURN count(*) AS outdated
}
MERGE (m:ModelInfo {key: 'exemplars'})
SET m.version = coalesce(m.version, 0) + 1, m.shipped = coalesce($shipped, m.shipped)
RETURN m.version AS version
