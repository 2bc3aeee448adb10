// Give atoms their PageRank.
//
// mode: write
// param round: INTEGER - the round
// param atoms: LIST<MAP> - number and pagerank of each
// returns written: INTEGER
CYPHER 25
UNWIND $atoms AS row
MATCH (n:Atom {number: row.number})
USING INDEX SEEK n:Atom(number)
SET n.pagerank = row.pagerank, n.ranked = $round
RETURN count(n) AS written
