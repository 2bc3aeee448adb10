// Let atoms hold again that something had ended which is taken back. Where something else ends one too, or ended what
// came in between, it ends where that begins; one whose statement was made again holds until it was, for no two that
// hold state the same, and so whatever the order in which several decisions are taken back.
//
// mode: write
// param now: ZONED DATETIME - time of the commit
// param forever: ZONED DATETIME - stands for an open end
// param atoms: LIST<MAP> - id, before (maps of until as text and status), next (id) and
//   change (id of the new edge) or null, and corrects of each
// returns restored: INTEGER - how many hold again
CYPHER 25
UNWIND $atoms AS row
MATCH (n:Atom {id: row.id})
USING INDEX SEEK n:Atom(id)
CALL (n, row) {
  WITH n, row WHERE row.next IS NOT NULL
  MATCH (c:Atom {id: row.next})
  USING INDEX SEEK c:Atom(id)
  WHERE row.corrects OR any(was IN row.before WHERE c.valid_from < datetime(was.until))
  MERGE (c)-[u:UPDATES]->(n)
  ON CREATE SET u.id = row.change, u.created_at = $now, u.origin = 'judged', u.confidence = 1.0,
                u.verdict = CASE WHEN row.corrects THEN 'conflicts' ELSE 'changes_over_time' END,
                u.reason = 'what came in between was forgotten',
                u.was_until = datetime(row.before[0].until), u.was_status = row.before[0].status
  RETURN count(u) AS chained
}
CALL (n) {
  WITH null AS since
  RETURN since
  UNION ALL
  MATCH (o:Semantic {scope: n.scope, live_key: n.held_key}) USING INDEX SEEK o:Semantic(scope, live_key)
  WHERE n:Semantic RETURN o.valid_from AS since
  UNION ALL
  MATCH (o:Episodic {scope: n.scope, live_key: n.held_key}) USING INDEX SEEK o:Episodic(scope, live_key)
  WHERE n:Episodic RETURN o.valid_from AS since
  UNION ALL
  MATCH (o:Procedural {scope: n.scope, live_key: n.held_key}) USING INDEX SEEK o:Procedural(scope, live_key)
  WHERE n:Procedural RETURN o.valid_from AS since
}
WITH n, row, min(since) AS again
CALL (n) {
  OPTIONAL MATCH (c:Atom)-[u:UPDATES]->(n)
  RETURN collect(u) AS changes, min(CASE WHEN u.verdict = 'changes_over_time' THEN c.valid_from END) AS next
}
CALL (n) {
  OPTIONAL MATCH (n)-[r:CONTRADICTS {status: 'resolved'}]-(:Atom) WHERE r.kept <> n.id
  RETURN collect(r) AS lost
}
// of all that ended it, what came first found it as it was
WITH n, row, again, changes + lost AS edges, next,
     size(lost) > 0 OR any(u IN changes WHERE u.verdict <> 'changes_over_time') AS retired,
     [was IN row.before | {until: datetime(was.until), status: was.status}]
       + [r IN changes + lost | {until: r.was_until, status: r.was_status}] AS before
WITH *, reduce(last = before[0].until, was IN before | CASE WHEN was.until > last THEN was.until ELSE last END) AS open
WITH *, any(was IN before WHERE was.until = open AND was.status = 'current') AS held,
     CASE WHEN next >= open THEN null WHEN next < n.valid_from THEN n.valid_from ELSE next END AS ends
FOREACH (r IN edges | SET r.was_until = open, r.was_status = CASE WHEN held THEN 'current' ELSE 'superseded' END)
WITH n, again, ends, held AND NOT retired AND ends IS NULL AS free, retired, open
// of several that state the same the last one holds
WITH * ORDER BY n.valid_from, n.id
WITH collect({n: n, again: again, ends: ends, free: free, retired: retired, open: open}) AS found
UNWIND range(0, size(found) - 1) AS place
WITH found[place] AS one, found[place + 1..] AS later
WITH one.n AS n, one.ends AS ends, one.free AS free, one.retired AS retired, one.open AS open,
     coalesce([o IN later WHERE one.free AND o.free AND o.again IS NULL AND o.n.held_key = one.n.held_key
               AND labels(o.n) = labels(one.n) | o.n.valid_from][0], one.again) AS again
WITH n, retired, free AND again IS NULL AS current,
     // where it is not known since when the other one holds, it stays as it is
     CASE WHEN free AND again > n.valid_from THEN again WHEN free AND again IS NOT NULL THEN n.valid_until
          ELSE ends END AS ends, open
WITH n, retired, current, ends, coalesce(ends, open) AS until
SET n.closed_at = CASE WHEN until = n.valid_until THEN n.closed_at WHEN ends IS NULL THEN $forever
                       WHEN n.closed_at = $forever THEN $now ELSE n.closed_at END
SET n.status = CASE WHEN retired THEN 'retired' WHEN current THEN 'current' ELSE 'superseded' END,
    n.valid_until = until,
    n.retired_at = CASE WHEN retired THEN n.retired_at ELSE $forever END,
    n.live_key = CASE WHEN current THEN n.held_key END,
    n.held_key = CASE WHEN current THEN null ELSE n.held_key END,
    n.dirty = true
RETURN count(CASE WHEN current THEN 1 END) AS restored
