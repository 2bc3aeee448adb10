// Give atoms the time that they have once a turn counts as never told, and the turns that belong to it. Those that end
// come first, so that no two that hold state the same.
//
// mode: write
// param now: ZONED DATETIME - time of the commit
// param forever: ZONED DATETIME - stands for an open end
// param atoms: LIST<MAP> - id, status, valid_from and valid_until as text, and sources (atom and turn) that come to it
// returns restored: INTEGER - how many more hold than before
CYPHER 25
UNWIND $atoms AS row
MATCH (n:Atom {id: row.id})
USING INDEX SEEK n:Atom(id)
WITH n, row, datetime(row.valid_until) AS until, row.status = 'current' AS holds
WITH n, row, until, holds, CASE WHEN holds THEN 1 ELSE 0 END - CASE WHEN n.status = 'current' THEN 1 ELSE 0 END AS more
SET n.closed_at = CASE WHEN until = n.valid_until THEN n.closed_at WHEN until = $forever THEN $forever
                       WHEN n.closed_at = $forever THEN $now ELSE n.closed_at END
SET n.held_key = CASE WHEN holds THEN n.held_key ELSE coalesce(n.live_key, n.held_key) END
SET n.live_key = CASE WHEN holds THEN coalesce(n.live_key, n.held_key) END
SET n.held_key = CASE WHEN holds THEN null ELSE n.held_key END,
    n.valid_from = datetime(row.valid_from), n.valid_until = until, n.status = row.status, n.dirty = true
CALL (n, row) {
  UNWIND row.sources AS source
  MATCH (o:Atom {id: source.atom})-[f:FROM_TURN]->(t:Turn {id: source.turn})
  USING INDEX SEEK o:Atom(id)
  MERGE (n)-[g:FROM_TURN]->(t)
  ON CREATE SET g = properties(f), g.main = false
  SET n.recorded_at = CASE WHEN o.recorded_at < n.recorded_at THEN o.recorded_at ELSE n.recorded_at END
  DELETE f
}
RETURN sum(more) AS restored
