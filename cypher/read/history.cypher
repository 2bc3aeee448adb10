// An atom's whole story: every atom of its chain of changes, the changes, and the contradictions it stands in.
//
// mode: read
// param id: STRING - the atom
// returns atoms: LIST<MAP> - the atom and those it replaced or was replaced by, in full; times as text
// returns changes: LIST<MAP> - id, newer, older, kind, reason, by, confidence and at of each UPDATES edge among them
// returns conflicts: LIST<STRING> - ids of contradictions that the atom stands in
CYPHER 25
MATCH (n:Atom {id: $id})
CALL (n) {
  MATCH (n)-[:UPDATES]-{0,20}(m:Atom)
  WITH DISTINCT m ORDER BY m.valid_from, m.recorded_at, m.id
  RETURN collect(m) AS chain
}
CALL (chain) {
  UNWIND chain AS m
  MATCH (m)-[u:UPDATES]->(o:Atom)
  WITH u, m, o ORDER BY u.created_at, u.id
  RETURN collect({id: u.id, newer: m.id, older: o.id, kind: u.kind, reason: u.reason, by: u.by,
                  confidence: u.confidence, at: toString(u.created_at)}) AS changes
}
RETURN changes, COLLECT { MATCH (n)-[r:CONTRADICTS]-(:Atom) RETURN r.id ORDER BY r.created_at, r.id } AS conflicts,
  [m IN chain | m {.*, embedding: null, lexemes: null,
     type: CASE WHEN m:Semantic THEN 'semantic' WHEN m:Episodic THEN 'episodic' WHEN m:Procedural THEN 'procedural' END,
     occurred_from: toString(m.occurred_from), occurred_until: toString(m.occurred_until),
     valid_from: toString(m.valid_from), valid_until: toString(m.valid_until), recorded_at: toString(m.recorded_at),
     closed_at: toString(m.closed_at), retired_at: toString(m.retired_at),
     entities: [(m)-[:ABOUT]->(e:Entity) | e.name],
     sources: [(m)-[f:FROM_TURN]->(t:Turn) | {
       turn_id: t.id, start: f.start, end: f.end, main: f.main, source_id: t.source_id, session: t.session,
       position: t.position, speaker: t.speaker, said_at: toString(t.said_at), received_at: toString(t.received_at)}]}] AS atoms
