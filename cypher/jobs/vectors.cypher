// The vectors of the current atoms of some scopes, a page at a time.
//
// mode: read
// param scopes: LIST<STRING> - the scopes
// param now: ZONED DATETIME - atoms that ended before are left out
// param after: INTEGER - number of the last atom of the page before, or -1
// param limit: INTEGER - how many at most
// returns number: INTEGER
// returns scope: STRING
// returns embedding: LIST<FLOAT>
CYPHER 25
UNWIND $scopes AS scope
MATCH (n:Atom {scope: scope, status: 'current'})
USING INDEX SEEK n:Atom(scope, status)
WHERE n.number > $after AND n.valid_until > $now AND n.embedding IS NOT NULL
WITH n ORDER BY n.number LIMIT $limit
RETURN n.number AS number, n.scope AS scope, n.embedding AS embedding
