// Join atoms to the entities they are about; entities that are new are created.
//
// mode: write
// param scope: STRING - the scope
// param now: ZONED DATETIME - time of the commit
// param entities: LIST<MAP> - id, key, kind and name of each, sorted by id
// param mentions: LIST<MAP> - atom, entity and role of each
// returns joined: INTEGER
CYPHER 25
CALL () {
  UNWIND $entities AS row
  MERGE (e:Entity {id: row.id})
  ON CREATE SET e.scope = $scope, e.key = row.key, e.kind = row.kind, e.name = row.name,
                e.aliases = [], e.created_at = $now
  RETURN count(e) AS entities
}
UNWIND $mentions AS row
MATCH (n:Atom {id: row.atom})
MATCH (e:Entity {id: row.entity})
MERGE (n)-[a:ABOUT]->(e)
ON CREATE SET a.role = row.role
RETURN count(a) AS joined
