// What atoms that go away had ended, and what takes their place in the chain: the next one that stays, or nobody.
//
// mode: read
// param ids: LIST<STRING> - atoms that go away
// returns id: STRING - an atom that was ended by some of them
// returns before: LIST<MAP> - its end as text (until) and its status before each of these ended it
// returns next: STRING | NULL - the atom that ends it now
// returns corrects: BOOLEAN - whether that one takes it back instead of following it
CYPHER 25
UNWIND $ids AS id
MATCH (b:Atom {id: id})
USING INDEX SEEK b:Atom(id)
CALL (b) {
  MATCH (b)-[r:UPDATES]->(a:Atom)
  RETURN a, r
  UNION ALL
  MATCH (b)-[r:CONTRADICTS {status: 'resolved'}]-(a:Atom)
  WHERE r.kept = b.id
  RETURN a, r
}
WITH b, a, r WHERE NOT a.id IN $ids
CALL (b, r) {
  // through atoms that go away too, to the first that stays
  MATCH path = (c:Atom)-[:UPDATES]->{1,12}(b)
  WHERE NOT c.id IN $ids AND all(n IN nodes(path)[1..-1] WHERE n.id IN $ids)
  RETURN c, all(u IN relationships(path) + [r] WHERE u.verdict = 'conflicts') AS corrects
  ORDER BY c.valid_from, c.id LIMIT 1
  UNION ALL
  WITH null AS c
  RETURN c, false AS corrects
}
WITH a, r, c, corrects ORDER BY c.valid_from, c.id
RETURN a.id AS id, collect(DISTINCT {until: toString(r.was_until), status: r.was_status}) AS before,
       collect(c.id)[0] AS next, collect(CASE WHEN c IS NOT NULL THEN corrects END)[0] = true AS corrects
