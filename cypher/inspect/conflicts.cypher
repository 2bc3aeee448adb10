// Open conflicts of a scope and those beneath it: two statements that cannot both hold, and why.
//
// mode: read
// param scope: STRING - the scope
// param limit: INTEGER - how many at most
// returns scope: STRING - where the newer statement lives
// returns newer: STRING
// returns older: STRING
// returns kind: STRING | NULL - how they are opposed
// returns dimension: STRING | NULL - in what
// returns confidence: FLOAT | NULL - 0..1
// returns reason: STRING | NULL
// returns since: ZONED DATETIME
CYPHER 25
MATCH (a:Atom)-[r:CONTRADICTS {status: 'open'}]->(b:Atom)
WHERE a.scope = $scope OR a.scope STARTS WITH $scope + '/'
WITH a, r, b ORDER BY r.created_at DESC LIMIT $limit
RETURN a.scope AS scope, a.details AS newer, b.details AS older, r.kind AS kind, r.dimension AS dimension,
       r.confidence AS confidence, r.reason AS reason, r.created_at AS since
ORDER BY since DESC
