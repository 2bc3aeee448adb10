// Make a new entity of a part of what is told about another. What is moved is kept as WAS_ABOUT, from which the change
// is undone; a name of the old entity that the new one takes is kept as WAS_NAME.
//
// mode: write
// param scope: STRING - the scope
// param entity: STRING - id of the entity to be split
// param atoms: LIST<STRING> | NULL - ids of the atoms that are about the new one
// param role: STRING | NULL - or what the entity is to them
// param made: MAP - id, key, kind, name, bare, first and slot_key of the new one
// param change: STRING - id of the receipt
// param now: ZONED DATETIME - time of the commit
// returns change: MAP - the receipt
CYPHER 25
MATCH (s:Entity {id: $entity})
WHERE s.scope = $scope AND NOT EXISTS { (s)-[:MERGED_INTO]->() }
CREATE (e:Entity)
SET e = $made, e.scope = $scope, e.distinct = true, e.created_at = $now
CREATE (c:EntityChange {id: $change, scope: $scope, kind: 'split', entity: $entity, other: e.id, origin: 'command',
                        at: $now})
WITH s, e, c, coalesce(s.slot_key, s.key) AS slot_before
CALL (s, e, slot_before) {
  MATCH (n:Atom)-[r:ABOUT]->(s)
  WHERE CASE WHEN $atoms IS NULL THEN r.role = $role ELSE n.id IN $atoms END
  WITH n, r, n.slot STARTS WITH slot_before + '\u001f' AS owns
  CREATE (n)-[w:WAS_ABOUT]->(s)
  SET w = properties(r), w.ended_by = $change, w.slot = CASE WHEN owns THEN n.slot END
  DELETE r
  CREATE (n)-[:ABOUT {role: w.role, change: $change}]->(e)
  SET n.slot = CASE WHEN owns THEN e.slot_key + substring(n.slot, size(slot_before)) ELSE n.slot END
  RETURN count(n) AS moved
}
SET c.moved = moved
WITH s, e, c
CALL (s, e) {
  MATCH (a:Alias {key: e.key})-[x:NAMES]->(s)
  CREATE (a)-[:WAS_NAME {ended_by: $change}]->(s)
  DELETE x
}
RETURN c {.*} AS change
