// How many current atoms a scope has.
//
// mode: read
// param scope: STRING - the scope
// returns atoms: INTEGER
CYPHER 25
MATCH (n:Atom {scope: $scope, status: 'current'})
USING INDEX SEEK n:Atom(scope, status)
RETURN count(n) AS atoms
