// Turns of a scope of which nothing was made yet, oldest first.
//
// mode: read
// param scope: STRING - the scope
// param limit: INTEGER - how many at most
// returns turn: MAP - the turn's properties without its vector
CYPHER 25
MATCH (t:Turn)
WHERE t.scope = $scope AND t.status IN ['pending', 'failed']
WITH t ORDER BY t.received_at, t.session, t.position LIMIT $limit
RETURN t {.*, embedding: null, lexemes: null} AS turn
