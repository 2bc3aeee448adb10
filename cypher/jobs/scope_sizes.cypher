// How many current atoms scopes have, counted no further than it matters.
//
// mode: read
// param scopes: LIST<STRING> - the scopes
// param most: INTEGER - where to stop counting
// returns scope: STRING
// returns atoms: INTEGER
CYPHER 25
UNWIND $scopes AS scope
CALL (scope) {
  MATCH (n:Atom {scope: scope, status: 'current'})
  USING INDEX SEEK n:Atom(scope, status)
  WITH n LIMIT $most
  RETURN count(n) AS atoms
}
RETURN scope, atoms
