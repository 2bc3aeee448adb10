// Write what was found similar: edges of another embedding model go, new ones come, at most one between two atoms. Both
// ends are touched; the atoms are noted as looked at with this model.
//
// mode: write
// param round: INTEGER - the round
// param model: STRING - name of the embedding model
// param now: ZONED DATETIME
// param atoms: LIST<MAP> - number, and edges as a list of number and weight, of each
// returns joined: INTEGER - edges that came
// returns parted: INTEGER - edges that went
CYPHER 25
UNWIND $atoms AS row
MATCH (a:Atom {number: row.number})
USING INDEX SEEK a:Atom(number)
CALL (a) {
  WITH a WHERE a.associated_by <> $model
  MATCH (a)-[old:ASSOCIATED {origin: 'similar'}]->(b)
  SET a.touched = $round, b.touched = $round
  DELETE old
  RETURN count(old) AS parted
}
CALL (a, row) {
  UNWIND row.edges AS edge
  MATCH (b:Atom {number: edge.number})
  USING INDEX SEEK b:Atom(number)
  WHERE b.scope = a.scope AND a <> b AND NOT EXISTS { (a)-[:ASSOCIATED]-(b) }
  CREATE (a)-[r:ASSOCIATED {weight: edge.weight, origin: 'similar', created_at: $now}]->(b)
  // most ends were touched in this round already, and the index is not written to again
  FOREACH (one IN [one IN [a, b] WHERE coalesce(one.touched <> $round, true)] | SET one.touched = $round)
  RETURN count(r) AS joined
}
SET a.associated_by = $model
RETURN sum(joined) AS joined, sum(parted) AS parted
