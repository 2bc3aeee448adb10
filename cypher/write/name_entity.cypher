// Give an entity a further name, with a receipt by which that is undone.
//
// mode: write
// param scope: STRING - the scope
// param entity: STRING - id of the entity
// param alias: MAP - id, key and name of the alias
// param change: STRING - id of the receipt
// param now: ZONED DATETIME - time of the commit
// returns change: MAP - the receipt
CYPHER 25
MATCH (e:Entity {id: $entity})
WHERE e.scope = $scope
CREATE (a:Alias {id: $alias.id, scope: $scope, key: $alias.key, name: $alias.name, origin: 'command',
                 created_at: $now})-[:NAMES]->(e)
CREATE (c:EntityChange {id: $change, scope: $scope, kind: 'alias', entity: $entity, other: $alias.id, moved: 0,
                        origin: 'command', at: $now})
RETURN c {.*} AS change
