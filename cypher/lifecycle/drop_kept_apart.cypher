// Drop a statement that was kept apart and turned out to be nothing, with the entities that nothing else is about.
//
// mode: write
// param id: STRING - the atom
// returns dropped: INTEGER
CYPHER 25
MATCH (n:Atom {id: $id})
WHERE n:Quarantined
WITH n, COLLECT { MATCH (n)-[:ABOUT]->(e:Entity) RETURN e } AS entities
DETACH DELETE n
WITH entities
CALL (entities) {
  UNWIND entities AS e
  WITH e WHERE NOT EXISTS { (e)<-[:ABOUT]-() }
  DETACH DELETE e
}
RETURN count(*) AS dropped
