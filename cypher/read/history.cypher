// An atom's whole story, or what was known of it at a time: every atom of its chain of changes, the changes, and the contradictions it stands in.
//
// mode: read
// param id: STRING - the atom
// param begun: ZONED DATETIME - what holds from later on is left out
// param until: ZONED DATETIME - what ended by then is left out
// param known: ZONED DATETIME - what was learnt later is left out, and an end that was learnt later counts as open
// param held: ZONED DATETIME - what was retired by then is left out
// param forever: ZONED DATETIME - stands for an open end
// returns scope: STRING - the atom's
// returns atoms: LIST<MAP> - the atom and those it replaced or was replaced by, in full; times as text
// returns changes: LIST<MAP> - id, newer, older, kind, reason, by, confidence and at of each UPDATES edge among them
// returns conflicts: LIST<STRING> - ids of contradictions that the atom stands in
CYPHER 25
MATCH (n:Atom {id: $id})
CALL (n) {
  MATCH (n)-[:UPDATES]-{0,20}(m:Atom)
  WITH DISTINCT m
  WHERE m.valid_from <= $begun AND m.recorded_at <= $known AND m.retired_at > $held
    AND (m.valid_until > $until OR m.closed_at > $known AND
         coalesce(COLLECT { MATCH (m)<-[u:UPDATES]-() WHERE u.created_at > $known RETURN u.was_until
                          ORDER BY u.created_at, u.was_until DESC LIMIT 1 }[0], $forever) > $until)
  WITH m ORDER BY m.valid_from, m.recorded_at, m.id
  RETURN collect(m) AS chain
}
CALL (chain) {
  UNWIND chain AS m
  MATCH (m)-[u:UPDATES]->(o:Atom)
  WHERE u.created_at <= $known
  WITH u, m, o ORDER BY u.created_at, u.id
  RETURN collect({id: u.id, newer: m.id, older: o.id, kind: u.kind, reason: u.reason, by: u.by,
                  confidence: u.confidence, at: toString(u.created_at)}) AS changes
}
RETURN n.scope AS scope, changes, COLLECT { MATCH (n)-[r:CONTRADICTS]-(:Atom) WHERE r.created_at <= $known RETURN r.id ORDER BY r.created_at, r.id } AS conflicts,
  [m IN chain | m {.*, embedding: null, lexemes: null,
     type: CASE WHEN m:Semantic THEN 'semantic' WHEN m:Episodic THEN 'episodic' WHEN m:Procedural THEN 'procedural' END,
     occurred_from: toString(m.occurred_from), occurred_until: toString(m.occurred_until),
     valid_from: toString(m.valid_from), valid_until: toString(m.valid_until), recorded_at: toString(m.recorded_at),
     closed_at: toString(m.closed_at), retired_at: toString(m.retired_at),
     until_then: toString(COLLECT { MATCH (m)<-[u:UPDATES]-() WHERE u.created_at > $known RETURN u.was_until
                          ORDER BY u.created_at, u.was_until DESC LIMIT 1 }[0]),
     entities: [(m)-[:ABOUT]->(e:Entity) | e.name],
     sources: [(m)-[f:FROM_TURN]->(t:Turn) WHERE t.received_at <= $known | {
       turn_id: t.id, start: f.start, end: f.end, main: f.main, source_id: t.source_id, session: t.session,
       position: t.position, speaker: t.speaker, said_at: toString(t.said_at), received_at: toString(t.received_at)}]}] AS atoms
