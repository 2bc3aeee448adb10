// How much there is to project: nodes and edges at most.
//
// mode: read
// returns atoms: INTEGER
// returns edges: INTEGER
CYPHER 25
RETURN COUNT { (:Atom) } AS atoms, COUNT { ()-[:ASSOCIATED]->() } AS edges
