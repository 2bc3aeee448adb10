// The communities of a scope as a picture: their current atoms and what associates them. For Neo4j Browser with
// docker/browser.grass.
//
// mode: read
// param scope: STRING - the scope
// param limit: INTEGER - atoms at most, the most central first
// returns path: PATH
CYPHER 25
MATCH (n:Atom {scope: $scope, status: 'current'})
WHERE n.community >= 0
WITH n ORDER BY n.pagerank DESC LIMIT $limit
WITH collect(n) AS shown
UNWIND shown AS n
MATCH path = (n)-[:ASSOCIATED]->(m)
WHERE m IN shown
RETURN path
