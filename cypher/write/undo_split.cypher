// Undo a split: the entity that it made goes, and everything told of it, also meanwhile, is about the old one again.
//
// mode: write
// param change: STRING - id of the receipt
// param now: ZONED DATETIME - time of the commit
// returns change: MAP - the receipt
CYPHER 25
MATCH (c:EntityChange {id: $change})
MATCH (s:Entity {id: c.entity})
MATCH (e:Entity {id: c.other})
CALL (s, e) {
  MATCH (n:Atom)-[w:WAS_ABOUT {ended_by: $change}]->(s)
  OPTIONAL MATCH (n)-[a:ABOUT]->(e)
  OPTIONAL MATCH (n)-[told:ABOUT]->(s)
  DELETE a, told
  CREATE (n)-[r:ABOUT]->(s)
  SET r = properties(w), n.slot = coalesce(w.slot, n.slot)
  REMOVE r.ended_by, r.slot
  DELETE w
}
CALL (s, e) {
  MATCH (n:Atom)-[a:ABOUT]->(e)
  MERGE (n)-[r:ABOUT]->(s)
  ON CREATE SET r.role = a.role
  SET n.slot = CASE WHEN n.slot STARTS WITH e.slot_key + '\u001f'
                    THEN coalesce(s.slot_key, s.key) + substring(n.slot, size(e.slot_key)) ELSE n.slot END
}
CALL (s, e) {
  MATCH (a:Alias)-[x:NAMES]->(e)
  MERGE (a)-[:NAMES]->(s)
}
CALL (s) {
  MATCH (a:Alias)-[w:WAS_NAME {ended_by: $change}]->(s)
  MERGE (a)-[:NAMES]->(s)
  DELETE w
}
DETACH DELETE e
SET c.undone_at = $now
RETURN c {.*} AS change
