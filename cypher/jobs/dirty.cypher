// The next atoms that changed, or had a neighbour changed, since a job last looked.
//
// mode: read
// param limit: INTEGER - how many at most
// returns id: STRING
// returns scope: STRING
CYPHER 25
MATCH (n:Atom {dirty: true})
USING INDEX SEEK n:Atom(dirty)
WITH n LIMIT $limit
RETURN n.id AS id, n.scope AS scope
ORDER BY scope, id
