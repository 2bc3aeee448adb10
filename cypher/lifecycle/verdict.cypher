// An edge that keeps a decision, by its id: what it joins, and what the ended side was before.
//
// mode: read
// param id: STRING - the id of a contradiction or a change
// returns relation: STRING
// returns scope: STRING - of the newer atom
// returns status: STRING | NULL - of a contradiction
// returns ended: STRING | NULL - the atom that the decision ended
// returns until: STRING | NULL - its end before that, as text
// returns before: STRING | NULL - its status before that
// returns undone: BOOLEAN - whether it is a change that was taken back
// returns apart: BOOLEAN - whether a side of it is kept apart
CYPHER 25
CALL () {
  // a change that was taken back and made again stands beside what it left
  MATCH (a:Atom)-[r:UPDATES {id: $id}]->(b:Atom)
  RETURN a, b, r, b AS ended
  UNION ALL
  MATCH (a:Atom)-[r:CONTRADICTS {id: $id}]->(b:Atom)
  RETURN a, b, r, CASE r.kept WHEN a.id THEN b WHEN b.id THEN a END AS ended
}
RETURN type(r) AS relation, a.scope AS scope, r.status AS status, ended.id AS ended, toString(r.was_until) AS until,
       r.was_status AS before, a:Quarantined OR b:Quarantined AS apart,
       coalesce(r.status = 'dismissed' AND r.undone_at IS NOT NULL AND r.decided_at IS NULL, false) AS undone
