// Note in which community's centroid atoms count from now on. Until the centroids themselves are written, the number of
// atoms in them is not known: a run that is killed in between sums them up anew.
//
// mode: write
// param round: INTEGER - the round
// param atoms: LIST<MAP> - number and community of each; -1 for none
// returns centred: INTEGER
CYPHER 25
UNWIND $atoms AS row
MATCH (n:Atom {number: row.number})
USING INDEX SEEK n:Atom(number)
CALL (n, row) {
  UNWIND [n.centred, row.community] AS id
  MATCH (c:Community {id: id})
  USING INDEX SEEK c:Community(id)
  SET c.dirty = true
  REMOVE c.counted
  RETURN count(c) AS opened
}
SET n.centred = CASE WHEN row.community >= 0 THEN row.community END, n.summed = $round
RETURN count(n) AS centred
