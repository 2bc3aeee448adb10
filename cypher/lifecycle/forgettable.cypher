// What is to be forgotten with a turn, an atom or an entity: the atoms that rest on it alone, a batch of them.
//
// mode: read
// param turn: STRING | NULL - id of a turn: atoms with no other source
// param atom: STRING | NULL - id of an atom
// param entity: STRING | NULL - id of an entity: atoms about it
// param limit: INTEGER - atoms at most
// returns scope: STRING - where it lives
// returns atoms: LIST<STRING> - ids
CYPHER 25
CALL () {
  MATCH (t:Turn {id: $turn})
  RETURN t.scope AS scope, COLLECT {
    MATCH (t)<-[:FROM_TURN]-(n:Atom)
    WHERE COUNT { (n)-[:FROM_TURN]->() } = 1
    RETURN n.id LIMIT $limit
  } AS atoms
  UNION ALL
  MATCH (n:Atom {id: $atom})
  RETURN n.scope AS scope, [n.id] AS atoms
  UNION ALL
  MATCH (e:Entity {id: $entity})
  RETURN e.scope AS scope, COLLECT { MATCH (e)<-[:ABOUT]-(n:Atom) RETURN DISTINCT n.id LIMIT $limit } AS atoms
}
RETURN scope, atoms
