// Take a decision back: a contradiction is open again; a change over time becomes a contradiction that was dismissed, so
// that both sides hold and it is still seen why they were once thought to exclude each other.
//
// mode: write
// param id: STRING - the contradiction or the change
// param now: ZONED DATETIME
// returns undone: INTEGER
CYPHER 25
CALL () {
  MATCH (a:Atom)-[r:CONTRADICTS {id: $id}]->(b:Atom)
  WHERE NOT (r.status = 'dismissed' AND r.undone_at IS NOT NULL AND r.decided_at IS NULL)
  SET a.belief = coalesce(a.belief, r.newer_belief), b.belief = coalesce(b.belief, r.older_belief)
  SET r.status = 'open', r.kept = null, r.was_until = null, r.was_status = null, r.undone_at = $now,
      r.newer_belief = null, r.older_belief = null
  RETURN r
  UNION ALL
  MATCH (a:Atom)-[u:UPDATES {id: $id}]->(b:Atom)
  CALL (a, u, b) {
    // it had let the one begin earlier; where another let it begin earlier still, that one keeps what was before both
    WITH a, u, b WHERE u.was_from IS NOT NULL
    OPTIONAL MATCH (a)-[v:UPDATES]->(b) WHERE v.was_from IS NOT NULL AND v.created_at > u.created_at
    WITH a, u, v ORDER BY v.created_at LIMIT 1
    SET v.was_from = u.was_from, v.was_until = u.was_until
    SET a.valid_from = CASE WHEN v IS NULL THEN u.was_from ELSE a.valid_from END, a.dirty = true
  }
  CREATE (a)-[r:CONTRADICTS]->(b)
  SET r = properties(u), r.status = 'dismissed', r.was_until = null, r.was_status = null, r.undone_at = $now
  DELETE u
  RETURN r
}
RETURN count(r) AS undone
