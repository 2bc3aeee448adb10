// Create the entities that are new. They come sorted, so that writers lock them in one order.
//
// mode: write
// param scope: STRING - the scope
// param now: ZONED DATETIME - time of the commit
// param entities: LIST<MAP> - id, key, kind and name of each, sorted by id
// returns entities: INTEGER
CYPHER 25
UNWIND $entities AS row
MERGE (e:Entity {id: row.id})
ON CREATE SET e.scope = $scope, e.key = row.key, e.kind = row.kind, e.name = row.name,
              e.aliases = [], e.created_at = $now
RETURN count(e) AS entities
