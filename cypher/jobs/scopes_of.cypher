// The scopes of atoms, by their numbers.
//
// mode: read
// param numbers: LIST<INTEGER> - the atoms
// returns scopes: LIST<STRING> - each once, sorted
CYPHER 25
UNWIND $numbers AS number
MATCH (n:Atom {number: number})
USING INDEX SEEK n:Atom(number)
WITH DISTINCT n.scope AS scope ORDER BY scope
RETURN collect(scope) AS scopes
