// Let one entity become part of another: what was about it is about the other from here on, and so are its slots. What
// was moved is kept as WAS_ABOUT, from which the change is undone.
//
// mode: write
// param scope: STRING - the scope of both
// param keep: STRING - id of the entity that is kept
// param other: STRING - id of the one that becomes part of it
// param change: STRING - id of the receipt
// param origin: STRING - command or stated
// param now: ZONED DATETIME - time of the commit
// returns change: MAP - the receipt
CYPHER 25
MATCH (k:Entity {id: $keep})
MATCH (o:Entity {id: $other})
WHERE k.scope = $scope AND o.scope = $scope AND k <> o
  AND NOT EXISTS { (k)-[:MERGED_INTO]->() } AND NOT EXISTS { (o)-[:MERGED_INTO]->() }
CREATE (o)-[:MERGED_INTO {change: $change}]->(k)
CREATE (c:EntityChange {id: $change, scope: $scope, kind: 'merge', entity: $keep, other: $other, origin: $origin,
                        at: $now})
WITH k, o, c, coalesce(k.slot_key, k.key) AS slot, coalesce(o.slot_key, o.key) AS slot_before
CALL (k, o, slot, slot_before) {
  MATCH (n:Atom)-[r:ABOUT]->(o)
  WITH n, r, n.slot STARTS WITH slot_before + '\u001f' AS owns
  CREATE (n)-[w:WAS_ABOUT]->(o)
  SET w = properties(r), w.ended_by = $change, w.slot = CASE WHEN owns THEN n.slot END
  DELETE r
  MERGE (n)-[a:ABOUT]->(k)
  ON CREATE SET a.role = w.role, a.change = $change
  SET n.slot = CASE WHEN owns THEN slot + substring(n.slot, size(slot_before)) ELSE n.slot END
  RETURN count(n) AS moved
}
SET c.moved = moved
RETURN c {.*} AS change
