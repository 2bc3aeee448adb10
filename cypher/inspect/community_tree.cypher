// The levels of a scope's communities as a picture: each with what it is part of. For Neo4j Browser with
// docker/browser.grass.
//
// mode: read
// param scope: STRING - the scope
// returns path: PATH
CYPHER 25
MATCH (c:Community {scope: $scope})
WHERE c.size > 0
MATCH path = (c)-[:PART_OF]->{0,1}(:Community)
RETURN path
