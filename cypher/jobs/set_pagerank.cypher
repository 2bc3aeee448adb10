// Give atoms their PageRank, and note the sum of the weights of their association edges: updates need that of neighbours.
//
// mode: write
// param round: INTEGER - the round
// param atoms: LIST<MAP> - number, pagerank and strength of each
// returns written: INTEGER
CYPHER 25
UNWIND $atoms AS row
MATCH (n:Atom {number: row.number})
USING INDEX SEEK n:Atom(number)
SET n.pagerank = row.pagerank, n.strength = row.strength, n.ranked = $round
RETURN count(n) AS written
