// Remove entities that nothing is about any more.
//
// mode: write
// param ids: LIST<STRING> - entities that may have lost their last atom
// returns entities: INTEGER
CYPHER 25
UNWIND $ids AS id
MATCH (e:Entity {id: id})
USING INDEX SEEK e:Entity(id)
WHERE NOT EXISTS { (e)<-[:ABOUT]-() }
DETACH DELETE e
RETURN count(*) AS entities
