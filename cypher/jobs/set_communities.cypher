// Give atoms their communities: the communities first, and in one transaction, so that no reader ever sees an id without
// its community. Both the community that an atom leaves and the one it joins have to be summed up again.
//
// mode: write
// param round: INTEGER - the round
// param atoms: LIST<MAP> - number and community of each; -1 for none
// returns written: INTEGER
// returns astray: INTEGER - atoms whose community is one of another scope: left as they were
CYPHER 25
UNWIND $atoms AS row
MATCH (n:Atom {number: row.number})
USING INDEX SEEK n:Atom(number)
CALL (n, row) {
  WITH n, row WHERE row.community >= 0
  MERGE (c:Community {id: row.community})
  ON CREATE SET c.scope = n.scope, c.level = 0, c.size = 0, c.created_at = datetime()
  WITH n, c WHERE c.scope = n.scope
  SET c.dirty = true
  RETURN count(c) AS joined
}
CALL (n) {
  WITH n WHERE n.community >= 0
  MATCH (old:Community {id: n.community})
  USING INDEX SEEK old:Community(id)
  SET old.dirty = true
  RETURN count(old) AS left
}
WITH n, row, joined = 1 OR row.community < 0 AS own
CALL (n, row, own) {
  WITH n, row WHERE own
  SET n.community = row.community, n.touched = $round
  RETURN count(n) AS done
}
RETURN sum(done) AS written, count(CASE WHEN NOT own THEN 1 END) AS astray
