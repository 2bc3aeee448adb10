// Undo a merge: what was moved goes back, what was told meanwhile stays with the entity that was kept.
//
// mode: write
// param change: STRING - id of the receipt
// param now: ZONED DATETIME - time of the commit
// returns change: MAP - the receipt
CYPHER 25
MATCH (c:EntityChange {id: $change})
MATCH (o:Entity {id: c.other})-[m:MERGED_INTO]->(k:Entity {id: c.entity})
DELETE m
WITH c, o, k
CALL (o, k) {
  MATCH (n:Atom)-[w:WAS_ABOUT {ended_by: $change}]->(o)
  CREATE (n)-[r:ABOUT]->(o)
  SET r = properties(w), n.slot = coalesce(w.slot, n.slot)
  REMOVE r.ended_by, r.slot
  DELETE w
  WITH n, k
  MATCH (n)-[a:ABOUT {change: $change}]->(k)
  // another merge may have moved the same atom to the same entity
  WITH a, head(COLLECT {
    MATCH (n)-[w:WAS_ABOUT]->(:Entity)-[m:MERGED_INTO]->(k) WHERE m.change = w.ended_by
    RETURN m.change ORDER BY m.change
  }) AS other
  SET a.change = other
  WITH a, other WHERE other IS NULL
  DELETE a
}
SET c.undone_at = $now
RETURN c {.*} AS change
