// Let atoms hold again that something had ended which is taken back. One whose statement was meanwhile made again, or that
// a later atom ends, stays ended.
//
// mode: write
// param now: ZONED DATETIME - time of the commit
// param forever: ZONED DATETIME - stands for an open end
// param atoms: LIST<MAP> - id, until and status as they were, next, starts and change (id of the new edge) or null of each
// returns restored: INTEGER - how many hold again
CYPHER 25
UNWIND $atoms AS row
MATCH (n:Atom {id: row.id})
USING INDEX SEEK n:Atom(id)
CALL (n) {
  MATCH (o:Semantic {scope: n.scope, live_key: n.held_key}) USING INDEX SEEK o:Semantic(scope, live_key)
  WHERE n:Semantic RETURN count(o) AS many
  UNION ALL
  MATCH (o:Episodic {scope: n.scope, live_key: n.held_key}) USING INDEX SEEK o:Episodic(scope, live_key)
  WHERE n:Episodic RETURN count(o) AS many
  UNION ALL
  MATCH (o:Procedural {scope: n.scope, live_key: n.held_key}) USING INDEX SEEK o:Procedural(scope, live_key)
  WHERE n:Procedural RETURN count(o) AS many
}
WITH n, row, sum(many) > 0 AS stated
WITH n, row, row.status = 'current' AND row.next IS NULL AND NOT stated AS current, datetime(row.until) AS until
SET n.status = CASE WHEN current THEN 'current' ELSE 'superseded' END,
    n.valid_until = coalesce(datetime(row.starts), until),
    n.closed_at = CASE WHEN row.next IS NULL AND until = $forever THEN $forever ELSE n.closed_at END,
    n.retired_at = $forever,
    n.live_key = CASE WHEN current THEN n.held_key END,
    n.held_key = CASE WHEN current THEN null ELSE n.held_key END,
    n.dirty = true
WITH n, row, current
CALL (n, row) {
  WITH n, row WHERE row.next IS NOT NULL
  MATCH (c:Atom {id: row.next})
  USING INDEX SEEK c:Atom(id)
  MERGE (c)-[u:UPDATES]->(n)
  ON CREATE SET u.id = row.change, u.created_at = $now, u.origin = 'judged', u.verdict = 'changes_over_time',
                u.reason = 'what came in between was forgotten', u.confidence = 1.0,
                u.was_until = datetime(row.until), u.was_status = row.status
  RETURN count(u) AS chained
}
RETURN count(CASE WHEN current THEN 1 END) AS restored
