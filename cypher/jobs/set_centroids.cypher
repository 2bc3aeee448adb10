// Write centroids. One of a community that meanwhile lost a member is not written: it stays marked for the next run, so
// that nothing of an atom that was forgotten comes back. Where the sum of before was gone on with, it still has as many
// members as then; else, members being null, as many current ones as were summed up.
//
// mode: write
// param communities: LIST<MAP> - id, counted, cohesion, and centroid and members, or null, of each
// returns written: LIST<INTEGER> - ids of those that were
CYPHER 25
UNWIND $communities AS row
MATCH (c:Community {id: row.id})
USING INDEX SEEK c:Community(id)
// locked before its members are counted: what forgets one of them comes before, or after and takes all off again
SET c.dirty = true
// by the index alone: only the jobs add members, so as many as before are the same ones
WITH c, row, COUNT { (:Atom {community: c.id}) } AS size
CALL (c, row) {
  WITH c WHERE row.members IS NULL
  MATCH (n:Atom {community: c.id})
  USING INDEX SEEK n:Atom(community)
  WHERE n.status = 'current' AND NOT n:Quarantined AND n.embedding IS NOT NULL
  RETURN count(n) AS current
}
WITH c, row, size, current
WHERE CASE WHEN row.members IS NULL THEN row.counted = current ELSE row.members = size END
SET c.size = size, c.counted = row.counted, c.cohesion = row.cohesion, c.summed_at = datetime()
REMOVE c.centroid
WITH c, row
CALL (c, row) {
  WITH c, row WHERE row.centroid IS NOT NULL
  CALL db.create.setNodeVectorProperty(c, 'centroid', row.centroid)
  RETURN count(*) AS placed
}
// what they are part of has to be summed up again: after all of them, in the order in which forgetting locks them. What
// it sums up to is not known until then
WITH collect(c) AS all
CALL (all) {
  UNWIND all AS c
  MATCH (c)-[:PART_OF]->(p:Community)
  SET p.dirty = true
  REMOVE p.counted
}
RETURN [c IN all | c.id] AS written
