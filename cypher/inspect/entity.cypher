// Entities of a scope that an id, a name or an alias may mean, with the newest atoms about them and what was changed.
// What was merged leads to what it became part of.
//
// mode: read
// param scope: STRING - the scope
// param id: STRING - an id
// param key: STRING - a normalised name
// param atoms: INTEGER - atoms at most
// param now: ZONED DATETIME - what ended before holds no more
// returns entity: MAP - id, scope, key, kind, name, aliases, mentions and created_at
// returns named: BOOLEAN - whether it is the one of that id, or has that name as its own
// returns atoms: LIST<MAP> - id, details, role, status, bounds as text and whether it has ended of each, newest first
// returns changes: LIST<MAP> - receipts, newest first
CYPHER 25
CALL () {
  MATCH (e:Entity {id: $id}) WHERE e.scope = $scope
  RETURN e, true AS named
  UNION
  MATCH (e:Entity {scope: $scope, key: $key})
  USING INDEX e:Entity(scope, key)
  RETURN e, true AS named
  UNION
  MATCH (a:Alias {scope: $scope, key: $key})-[:NAMES]->(e:Entity)
  USING INDEX a:Alias(scope, key)
  RETURN e, false AS named
}
CALL (e) {
  MATCH (e)-[:MERGED_INTO]->{0,}(o:Entity)
  WHERE NOT EXISTS { (o)-[:MERGED_INTO]->() }
  RETURN o
}
WITH o AS e, max(CASE WHEN named THEN 1 ELSE 0 END) = 1 AS named
RETURN e {.id, .scope, .key, .kind, .name, .created_at,
    mentions: COUNT { (e)<-[:ABOUT]-() },
    aliases: COLLECT {
      MATCH (e)<-[:MERGED_INTO]-{0,}(o:Entity)
      MATCH (o)<-[:NAMES]-{0,1}(a:Alias|Entity)
      WITH DISTINCT a.name AS name WHERE name <> e.name
      RETURN name ORDER BY name
    }} AS entity, named,
  COLLECT {
    MATCH (n:Atom)-[r:ABOUT]->(e)
    WITH n, r ORDER BY n.recorded_at DESC, n.id LIMIT $atoms
    RETURN {id: n.id, details: n.details, role: r.role, status: n.status, valid_from: toString(n.valid_from),
            valid_until: toString(n.valid_until),
            ended: n.status IN ['superseded', 'retired'] OR n.valid_until <= $now}
  } AS atoms,
  COLLECT {
    MATCH (c:EntityChange {scope: $scope}) WHERE e.id IN [c.entity, c.other]
    WITH c ORDER BY c.at DESC
    RETURN c {.*}
  } AS changes
