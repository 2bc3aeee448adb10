// Create the entities that are new, let those of unknown kind have the kind that was found out, and add their further
// names. What can be new twice comes sorted, so that writers lock it in one order.
//
// mode: write
// param scope: STRING - the scope
// param now: ZONED DATETIME - time of the commit
// param entities: LIST<MAP> - id, key, kind, name, bare, first and slot_key of each new one, sorted by id
// param kinds: LIST<MAP> - id and kind of each whose kind was found out
// param aliases: LIST<MAP> - id, entity, key, name and origin of each further name
// returns entities: INTEGER
CYPHER 25
CALL () {
  UNWIND $entities AS row
  MERGE (e:Entity {id: row.id})
  ON CREATE SET e.scope = $scope, e.key = row.key, e.kind = row.kind, e.name = row.name, e.bare = row.bare,
                e.first = row.first, e.slot_key = row.slot_key, e.created_at = $now
  RETURN count(e) AS entities
}
CALL () {
  UNWIND $kinds AS row
  MATCH (e:Entity {id: row.id})
  USING INDEX SEEK e:Entity(id)
  SET e.kind = row.kind
}
CALL () {
  UNWIND $aliases AS row
  MATCH (e:Entity {id: row.entity})
  USING INDEX SEEK e:Entity(id)
  MERGE (a:Alias {id: row.id})
  ON CREATE SET a.scope = $scope, a.key = row.key, a.name = row.name, a.origin = row.origin, a.created_at = $now
  MERGE (a)-[:NAMES]->(e)
}
RETURN entities
