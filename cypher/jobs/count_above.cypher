// Count the atoms of communities above the lowest level. One that nothing is part of any more goes.
//
// mode: write
// param ids: LIST<INTEGER> - the communities
// returns kept: INTEGER
CYPHER 25
UNWIND $ids AS id
MATCH (c:Community {id: id})
USING INDEX SEEK c:Community(id)
WHERE c.level > 0
SET c.dirty = true
WITH c
CALL (c) {
  MATCH (c)-[:PART_OF]->(p:Community)
  SET p.dirty = true
  REMOVE p.counted
}
WITH c, COLLECT { MATCH (c)<-[:PART_OF]-(b:Community) RETURN b.size } AS sizes
SET c.size = reduce(all = 0, one IN sizes | all + one)
WITH c, sizes
CALL (c, sizes) {
  WITH c WHERE size(sizes) = 0
  DETACH DELETE c
  RETURN count(*) AS gone
}
RETURN sum(1 - gone) AS kept
