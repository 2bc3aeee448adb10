// What events left behind of the facts that they ended.
//
// mode: read
// param ids: LIST<STRING> - atoms, events among them
// returns id: STRING
CYPHER 25
UNWIND $ids AS id
MATCH (n:Atom {id: id})
USING INDEX SEEK n:Atom(id)
WHERE n:Episodic
MATCH (n)<-[:DERIVED_FROM {origin: 'shown'}]-(d:Atom)
RETURN DISTINCT d.id AS id
