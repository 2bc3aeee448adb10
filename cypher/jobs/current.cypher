// The current atoms of some scopes that have a vector.
//
// mode: read
// param scopes: LIST<STRING> - the scopes
// param now: ZONED DATETIME - atoms that ended before are left out
// returns scope: STRING
// returns numbers: LIST<INTEGER> - ascending
CYPHER 25
UNWIND $scopes AS scope
MATCH (n:Atom {scope: scope, status: 'current'})
USING INDEX SEEK n:Atom(scope, status)
WHERE n.valid_until > $now AND n.embedding IS NOT NULL
WITH scope, n.number AS number ORDER BY number
RETURN scope, collect(number) AS numbers
