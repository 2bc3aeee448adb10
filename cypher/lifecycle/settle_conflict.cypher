// Decide on a contradiction: one side is kept and the other believed no more, or both are kept.
//
// mode: write
// param id: STRING - the contradiction
// param keep: STRING | NULL - id of the atom that is kept; null keeps both
// param now: ZONED DATETIME
// returns settled: INTEGER
CYPHER 25
MATCH (a:Atom)-[r:CONTRADICTS {id: $id}]->(b:Atom)
WITH a, b, r, CASE $keep WHEN a.id THEN b WHEN b.id THEN a END AS loser
SET r.status = CASE WHEN $keep IS NULL THEN 'dismissed' ELSE 'resolved' END, r.kept = $keep, r.decided_at = $now,
    r.was_until = loser.valid_until, r.was_status = loser.status,
    r.newer_belief = a.belief, r.older_belief = b.belief
// a side that stands in another open contradiction is still in doubt
SET a.belief = CASE WHEN EXISTS { (a)-[:CONTRADICTS {status: 'open'}]-() } THEN a.belief END,
    b.belief = CASE WHEN EXISTS { (b)-[:CONTRADICTS {status: 'open'}]-() } THEN b.belief END,
    a.dirty = true, b.dirty = true
SET loser.held_key = coalesce(loser.live_key, loser.held_key)
SET loser.live_key = null, loser.status = 'retired', loser.retired_at = $now
RETURN count(r) AS settled
