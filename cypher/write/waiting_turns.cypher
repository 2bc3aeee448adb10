// Turns of a scope of which nothing was made yet, oldest first, each with the turn that was said before it.
//
// mode: read
// param scope: STRING - the scope
// param limit: INTEGER - how many at most
// param tried: LIST<STRING> - ids of turns that are left out
// returns turn: MAP - the turn's properties without its vector
// returns previous: STRING | NULL - id of the turn before it in its session
CYPHER 25
MATCH (t:Turn)
WHERE t.scope = $scope AND t.status IN ['pending', 'failed'] AND NOT t.id IN $tried
WITH t ORDER BY t.received_at, t.session, t.position LIMIT $limit
RETURN t {.*, embedding: null, lexemes: null} AS turn,
       head(COLLECT {
         MATCH (p:Turn {scope: $scope, session: t.session})
         WHERE p.position < t.position
         RETURN p.id ORDER BY p.position DESC LIMIT 1
       }) AS previous
ORDER BY t.received_at, t.session, t.position
