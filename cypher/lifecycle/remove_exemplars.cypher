// Remove exemplars, and move the version that tells running engines to read them again where one was there.
//
// mode: write
// param ids: LIST<STRING>
// returns removed: INTEGER
CYPHER 25
CALL () {
  MATCH (e:Exemplar)
  WHERE e.id IN $ids
  DETACH DELETE e
  RETURN count(*) AS removed
}
CALL (removed) {
  WITH removed
  WHERE removed > 0
  MERGE (m:ModelInfo {key: 'exemplars'})
  SET m.version = coalesce(m.version, 0) + 1
  RETURN count(*) AS moved
}
RETURN removed
