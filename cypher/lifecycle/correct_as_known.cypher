// Believe an atom no more because what it is corrected to is known already: that other atom takes its place.
//
// mode: write
// param id: STRING - the atom that is corrected
// param known: STRING - the current atom that states the correction
// param change: STRING - id of the new edge
// param reason: STRING
// param now: ZONED DATETIME
// returns corrected: INTEGER
CYPHER 25
MATCH (b:Atom {id: $known})
USING INDEX SEEK b:Atom(id)
MATCH (a:Atom {id: $id})
USING INDEX SEEK a:Atom(id)
WHERE a.status = 'current' AND b.status = 'current' AND a.scope = b.scope
CALL (a, b) {
  // what was left of the same correction when it was taken back
  MATCH (b)-[r:CONTRADICTS {id: $change}]->(a)
  DELETE r
}
CREATE (b)-[u:UPDATES {
  id: $change, created_at: $now, origin: 'judged', verdict: 'conflicts', kind: 'correction', reason: $reason,
  confidence: 1.0, by: 'user', was_until: a.valid_until, was_status: a.status
}]->(a)
SET a.held_key = coalesce(a.live_key, a.held_key), a.dirty = true, b.dirty = true
SET a.live_key = null, a.status = 'retired', a.retired_at = $now, a.belief = null
RETURN count(u) AS corrected
