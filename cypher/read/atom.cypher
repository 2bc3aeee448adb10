// One atom by its id, whatever became of it.
//
// mode: read
// param id: STRING - the atom's id
// returns atom: MAP - its properties, with type, entities and sources
CYPHER 25
MATCH (n:Atom {id: $id})
RETURN n {.*, embedding: null, lexemes: null,
         type: CASE WHEN n:Semantic THEN 'semantic' WHEN n:Episodic THEN 'episodic'
                    WHEN n:Procedural THEN 'procedural' END,
         entities: [(n)-[:ABOUT]->(e:Entity) | e.name],
         sources: [(n)-[f:FROM_TURN]->(t:Turn) | {
           turn_id: t.id, start: f.start, end: f.end, main: f.main, source_id: t.source_id, session: t.session,
           position: t.position, speaker: t.speaker, said_at: t.said_at, received_at: t.received_at}]} AS atom
