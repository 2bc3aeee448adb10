// Write centroids of a level above. One of a community whose parts meanwhile changed is not written: it stays marked for
// the next run, so that nothing of an atom that was forgotten comes back.
//
// mode: write
// param communities: LIST<MAP> - id, counted, cohesion and centroid or null of each
// returns written: LIST<INTEGER> - ids of those that were
CYPHER 25
UNWIND $communities AS row
MATCH (c:Community {id: row.id})
USING INDEX SEEK c:Community(id)
// locked before its parts are looked at: what forgets an atom of them comes before, or after and takes all off again
SET c.dirty = true
WITH c, row, COLLECT { MATCH (c)<-[:PART_OF]-(b:Community) RETURN coalesce(b.counted, -1) } AS parts
WHERE NOT -1 IN parts AND row.counted = reduce(all = 0, one IN parts | all + one)
SET c.counted = row.counted, c.cohesion = row.cohesion, c.summed_at = datetime()
REMOVE c.centroid
WITH c, row
CALL (c, row) {
  WITH c, row WHERE row.centroid IS NOT NULL
  CALL db.create.setNodeVectorProperty(c, 'centroid', row.centroid)
  RETURN count(*) AS placed
}
WITH collect(c) AS all
CALL (all) {
  UNWIND all AS c
  MATCH (c)-[:PART_OF]->(p:Community)
  SET p.dirty = true
  REMOVE p.counted
}
RETURN [c IN all | c.id] AS written
