// How often atoms were written to a scope.
//
// mode: read
// param scope: STRING - the scope
// returns writes: INTEGER
CYPHER 25
OPTIONAL MATCH (s:Scope {path: $scope})
RETURN coalesce(s.writes, 0) AS writes
