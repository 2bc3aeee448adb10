// The entities of exactly one scope by name, with their other names and how many atoms are about each.
//
// mode: read
// param scope: STRING - the scope
// param after: STRING | NULL - id of the last entity of the page before
// param limit: INTEGER - entities at most
// returns known: BOOLEAN - whether anything was ever written to the scope
// returns entities: LIST<MAP> - id, scope, key, kind, name, aliases, mentions and created_at of each
CYPHER 25
OPTIONAL MATCH (s:Scope {path: $scope})
OPTIONAL MATCH (l:Entity {id: $after})
WITH s IS NOT NULL AS known, coalesce(l.key, '') AS key, coalesce(l.id, '') AS id
CALL (key, id) {
  MATCH (e:Entity {scope: $scope})
  WHERE e.key >= key AND (e.key > key OR e.id > id) AND NOT EXISTS { (e)-[:MERGED_INTO]->() }
  WITH e ORDER BY e.key, e.id LIMIT $limit
  RETURN collect(e {.id, .scope, .key, .kind, .name, .created_at,
    mentions: COUNT { (e)<-[:ABOUT]-() },
    aliases: COLLECT {
      MATCH (e)<-[:MERGED_INTO]-{0,}(o:Entity)
      MATCH (o)<-[:NAMES]-{0,1}(a:Alias|Entity)
      WITH DISTINCT a.name AS name WHERE name <> e.name
      RETURN name ORDER BY name
    }}) AS entities
}
RETURN known, entities
