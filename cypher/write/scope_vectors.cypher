// The vectors of a scope's current atoms, a page at a time: neighbours of a large batch are found by one matrix product
// in memory.
//
// mode: read
// param scope: STRING - the scope
// param now: ZONED DATETIME - atoms that ended before are left out
// param after: STRING - id of the last atom of the page before, or an empty string
// param limit: INTEGER - how many at most
// returns id: STRING
// returns live_key: STRING
// returns embedding: LIST<FLOAT>
CYPHER 25
MATCH (n:Atom {scope: $scope, status: 'current'})
WHERE n.id > $after AND n.valid_until > $now AND n.embedding IS NOT NULL
WITH n ORDER BY n.id LIMIT $limit
RETURN n.id AS id, n.live_key AS live_key, n.embedding AS embedding
