// Make the changes over time among some atoms those that there are once a turn counts as never told, and see that each
// atom has one main source.
//
// mode: write
// param now: ZONED DATETIME - time of the commit
// param ids: LIST<STRING> - the atoms
// param changes: LIST<MAP> - id, newer, older, status, and as text until and since (or null) of each change that stays
//   or comes
// returns joined: INTEGER
CYPHER 25
CALL () {
  UNWIND $ids AS id
  MATCH (a:Atom {id: id})
  USING INDEX SEEK a:Atom(id)
  MATCH (a)-[u:UPDATES {verdict: 'changes_over_time'}]->(b:Atom)
  WHERE b.id IN $ids AND none(row IN $changes WHERE row.id = u.id AND row.newer = id AND row.older = b.id)
  DELETE u
}
CALL () {
  UNWIND $ids AS id
  MATCH (a:Atom {id: id})
  USING INDEX SEEK a:Atom(id)
  MATCH (a)-[f:FROM_TURN]->(t:Turn)
  WITH a, f ORDER BY f.main DESC, coalesce(t.said_at, t.received_at), t.position, t.id
  WITH a, collect(f) AS sources
  FOREACH (place IN range(0, size(sources) - 1) | FOREACH (f IN [sources[place]] | SET f.main = place = 0))
}
UNWIND $changes AS row
MATCH (a:Atom {id: row.newer})
USING INDEX SEEK a:Atom(id)
MATCH (b:Atom {id: row.older})
USING INDEX SEEK b:Atom(id)
MERGE (a)-[u:UPDATES {id: row.id}]->(b)
ON CREATE SET u.created_at = $now, u.origin = 'judged', u.confidence = 1.0, u.verdict = 'changes_over_time',
              u.reason = 'what came in between was forgotten'
SET u.was_until = datetime(row.until), u.was_status = row.status, u.was_from = datetime(row.since)
RETURN count(u) AS joined
