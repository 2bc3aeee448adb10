// One atom by its id, whatever became of it.
//
// mode: read
// param id: STRING - the atom's id
// param known: ZONED DATETIME - until_then is its end before the first change after that
// returns atom: MAP - its properties, with type, entities and sources; times as text
CYPHER 25
MATCH (n:Atom {id: $id})
RETURN n {.*, embedding: null, lexemes: null,
         type: CASE WHEN n:Semantic THEN 'semantic' WHEN n:Episodic THEN 'episodic'
                    WHEN n:Procedural THEN 'procedural' END,
         occurred_from: toString(n.occurred_from), occurred_until: toString(n.occurred_until),
         valid_from: toString(n.valid_from), valid_until: toString(n.valid_until), recorded_at: toString(n.recorded_at),
         closed_at: toString(n.closed_at), retired_at: toString(n.retired_at),
         until_then: toString(COLLECT { MATCH (n)<-[u:UPDATES]-() WHERE u.created_at > $known RETURN u.was_until
                                        ORDER BY u.created_at, u.was_until DESC LIMIT 1 }[0]),
         entities: [(n)-[:ABOUT]->(e:Entity) | e.name],
         sources: [(n)-[f:FROM_TURN]->(t:Turn) | {
           turn_id: t.id, start: f.start, end: f.end, main: f.main, source_id: t.source_id, session: t.session,
           position: t.position, speaker: t.speaker, said_at: toString(t.said_at), received_at: toString(t.received_at)}]} AS atom
