// Take away what was kept apart and is now stated for good; its sources go to the atom that takes its place.
//
// mode: write
// param ids: LIST<STRING> - atoms that were kept apart
// returns id: STRING
// returns sources: LIST<MAP> - turn, start, end, main and since
// returns entities: LIST<STRING> - entities that it was about
CYPHER 25
UNWIND $ids AS id
MATCH (n:Atom {id: id})
USING INDEX SEEK n:Atom(id)
WHERE n:Quarantined
WITH n, n.id AS id,
     [(n)-[f:FROM_TURN]->(t:Turn) | {turn: t.id, start: f.start, end: f.end, main: false,
      since: toString(f.since)}] AS sources,
     [(n)-[:ABOUT]->(e:Entity) | e.id] AS entities
DETACH DELETE n
RETURN id, sources, entities
