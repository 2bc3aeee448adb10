// PageRank so far of some atoms, and the sum of the weights of their association edges.
//
// mode: read
// param numbers: LIST<INTEGER> - the atoms
// returns number: INTEGER
// returns rank: FLOAT - PageRank so far; that of an atom alone where there is none
// returns strength: FLOAT
CYPHER 25
UNWIND $numbers AS number
MATCH (n:Atom {number: number})
USING INDEX SEEK n:Atom(number)
CALL (n) {
  // whoever changes an edge marks both its ends, so that what was noted of others holds
  WITH n WHERE n.strength IS NULL
  MATCH (n)-[r:ASSOCIATED]-(m:Semantic|Episodic|Procedural)
  WHERE m.scope = n.scope AND m.number IS NOT NULL AND m.status <> 'retired' AND r.weight > 0
  RETURN sum(r.weight) AS strength
}
RETURN n.number AS number, coalesce(n.pagerank, 0.15) AS rank, coalesce(n.strength, strength) AS strength
