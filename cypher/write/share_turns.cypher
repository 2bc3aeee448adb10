// Give the earlier part of an atom that was cut in two what belongs to its time: the turns that were said until then, and
// the changes by which it followed what was before.
//
// mode: write
// param earlier: STRING - id of the atom that has ended
// param later: STRING - id of the atom that it was cut from
// param last: STRING - when the earlier one was last said, as text
// returns turns: INTEGER - how many turns went over
CYPHER 25
MATCH (e:Atom {id: $earlier})
USING INDEX SEEK e:Atom(id)
MATCH (n:Atom {id: $later})
USING INDEX SEEK n:Atom(id)
CALL (e, n) {
  MATCH (n)-[f:FROM_TURN]->(t:Turn)
  WHERE coalesce(t.said_at, t.received_at) <= datetime($last)
  MERGE (e)-[g:FROM_TURN]->(t)
  ON CREATE SET g = properties(f)
  DELETE f
  RETURN count(*) AS turns
}
CALL (e, n) {
  UNWIND [e, n] AS atom
  MATCH (atom)-[f:FROM_TURN]->(t:Turn)
  WITH atom, f ORDER BY coalesce(t.said_at, t.received_at), t.position, t.id
  WITH atom, collect(f) AS sources
  WITH sources[0] AS first WHERE none(f IN sources WHERE f.main)
  SET first.main = true
}
CALL (e, n) {
  MATCH (n)-[u:UPDATES {verdict: 'changes_over_time'}]->(o:Atom)
  WHERE o.valid_from < e.valid_until AND o <> e
  CREATE (e)-[v:UPDATES]->(o)
  SET v = properties(u)
  DELETE u
}
RETURN turns
