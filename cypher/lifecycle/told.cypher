// The atoms that have their place in one order of time with the given ones, as far as one step away: with every time each
// was told, the changes over time that join them, and what else bears on whether they exclude each other.
//
// mode: read
// param ids: LIST<STRING> - atoms
// param values: INTEGER - values of one slot at most
// returns id: STRING - one of those given, where it holds or has ended
// returns atom: MAP - what a verdict looks at, and until when it held before anything ended it; times as text
// returns told: LIST<MAP> - turn, main, speaker, and as text said, received and since; position and start
// returns changes: LIST<MAP> - id, newer, older, and as text until and at; status and moved
// returns against: LIST<STRING> - atoms that a contradiction joins it to, whatever became of that
// returns near: LIST<STRING> - atoms that a change over time, a slot of one value or the same statement joins it to
CYPHER 25
UNWIND $ids AS id
MATCH (n:Atom {id: id})
USING INDEX SEEK n:Atom(id)
WHERE n.status IN ['current', 'superseded']
CALL (n) {
  WITH n WHERE n.slot IS NOT NULL AND n.slot_kind = 'single'
  MATCH (m:Atom {scope: n.scope, slot: n.slot})
  USING INDEX SEEK m:Atom(scope, slot)
  WHERE m.status IN ['current', 'superseded'] AND m.slot_kind = 'single' AND m <> n
    AND any(label IN labels(m) WHERE label <> 'Atom' AND label IN labels(n))
  WITH m LIMIT $values
  RETURN collect(m.id) AS beside
}
CALL (n) {
  // one that states the same and holds: no two do
  MATCH (m:Semantic {scope: n.scope, live_key: n.held_key}) USING INDEX SEEK m:Semantic(scope, live_key)
  WHERE n:Semantic RETURN collect(m.id) AS facts
}
CALL (n) {
  MATCH (m:Episodic {scope: n.scope, live_key: n.held_key}) USING INDEX SEEK m:Episodic(scope, live_key)
  WHERE n:Episodic RETURN collect(m.id) AS events
}
CALL (n) {
  MATCH (m:Procedural {scope: n.scope, live_key: n.held_key}) USING INDEX SEEK m:Procedural(scope, live_key)
  WHERE n:Procedural RETURN collect(m.id) AS rules
}
WITH n, id, beside, facts + events + rules AS same
RETURN n.id AS id,
  {id: n.id, scope: n.scope, details: n.details, live_key: n.live_key, held_key: n.held_key, status: n.status,
   confidence: n.confidence, trust: n.trust, belief: n.belief, slot: n.slot, slot_value: n.slot_value,
   slot_kind: n.slot_kind, slot_past: n.slot_past, corrects: n.corrects,
   type: CASE WHEN n:Semantic THEN 'semantic' WHEN n:Episodic THEN 'episodic' ELSE 'procedural' END,
   occurred_from: toString(n.occurred_from), occurred_until: toString(n.occurred_until),
   valid_from: toString(n.valid_from), valid_until: toString(n.valid_until),
   about: [(n)-[a:ABOUT]->(e:Entity) | [a.role, coalesce(e.slot_key, e.key)]],
   said: [],
   until: toString(COLLECT { MATCH (n)<-[u:UPDATES]-() RETURN u.was_until ORDER BY u.was_until DESC LIMIT 1 }[0])
  } AS atom,
  [(n)-[f:FROM_TURN]->(t:Turn) | {turn: t.id, main: f.main, speaker: t.speaker, said: toString(coalesce(t.said_at, t.received_at)),
    received: toString(t.received_at), position: t.position, since: toString(f.since), start: f.start}] AS told,
  [(n)-[u:UPDATES {verdict: 'changes_over_time'}]->(o:Atom) | {id: u.id, newer: n.id, older: o.id,
    until: toString(u.was_until), status: u.was_status, at: toString(u.created_at), moved: u.was_from IS NOT NULL}] AS changes,
  [(n)-[:CONTRADICTS]-(o:Atom) | o.id] AS against,
  beside + same + [(n)-[:UPDATES {verdict: 'changes_over_time'}]-(o:Atom) | o.id] AS near
