// The vectors of some atoms that are still current. By number: pages of a scope, each found by looking through all of the
// scope, would take a time that grows with its square.
//
// mode: read
// param numbers: LIST<INTEGER> - the atoms
// returns number: INTEGER
// returns embedding: LIST<FLOAT>
CYPHER 25
UNWIND $numbers AS number
MATCH (n:Atom {number: number})
USING INDEX SEEK n:Atom(number)
WHERE n.status = 'current' AND n.embedding IS NOT NULL
RETURN number, n.embedding AS embedding
