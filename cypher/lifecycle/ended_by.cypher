// What atoms that go away had ended, and what ends it then: the next one of the chain that stays, or nobody.
//
// mode: read
// param ids: LIST<STRING> - atoms that go away
// returns id: STRING - an atom that was ended by one of them
// returns until: STRING - its end before that, as text
// returns status: STRING - its status before that
// returns next: STRING | NULL - the atom that ends it now
// returns starts: STRING | NULL - from when on that one ends it, as text
CYPHER 25
UNWIND $ids AS id
MATCH (b:Atom {id: id})
USING INDEX SEEK b:Atom(id)
CALL (b) {
  MATCH (b)-[r:UPDATES]->(a:Atom)
  RETURN a, r.was_until AS until, r.was_status AS status
  UNION ALL
  MATCH (b)-[r:CONTRADICTS {status: 'resolved'}]-(a:Atom)
  WHERE r.kept = b.id
  RETURN a, r.was_until AS until, r.was_status AS status
}
WITH b, a, until, status WHERE NOT a.id IN $ids
CALL (b) {
  // through atoms that go away too, to the first that stays
  MATCH path = (c:Atom)-[:UPDATES]->{1,12}(b)
  WHERE NOT c.id IN $ids AND all(n IN nodes(path)[1..-1] WHERE n.id IN $ids)
  RETURN c ORDER BY c.valid_from, c.id LIMIT 1
  UNION ALL
  WITH null AS c
  RETURN c
}
WITH a, until, status, collect(c)[0] AS c
RETURN a.id AS id, toString(until) AS until, status, c.id AS next,
       // what corrected the one in between may begin earlier, or have no known beginning
       toString(CASE WHEN c.valid_from > a.valid_from THEN c.valid_from WHEN c IS NOT NULL THEN a.valid_until END) AS starts
