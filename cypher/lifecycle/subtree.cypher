// A scope that exists and, if wanted, those below it, the deepest first.
//
// mode: read
// param scope: STRING - the scope
// param below: BOOLEAN - also the scopes below it
// returns path: STRING
CYPHER 25
CALL () {
  MATCH (s:Scope {path: $scope}) RETURN s.path AS path
  UNION
  MATCH (s:Scope) WHERE $below AND s.path STARTS WITH $scope + '/' RETURN s.path AS path
}
RETURN path ORDER BY size(path) DESC, path
