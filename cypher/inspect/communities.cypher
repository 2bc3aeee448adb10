// The communities of a scope, largest first: title, size, and their most central current atoms.
//
// mode: read
// param scope: STRING - the scope
// param limit: INTEGER - how many at most
// returns id: INTEGER
// returns title: STRING | NULL - null until the jobs have summed it up
// returns size: INTEGER - atoms in it
// returns cohesion: FLOAT | NULL - how alike its current members are, 0..1
// returns central: LIST<STRING> - details of the three most central of them
CYPHER 25
MATCH (c:Community {scope: $scope, level: 0})
WHERE c.size > 0
WITH c ORDER BY c.size DESC, c.id LIMIT $limit
CALL (c) {
  MATCH (n:Atom {community: c.id, status: 'current'})
  WITH n ORDER BY n.pagerank DESC, n.id LIMIT 3
  RETURN collect(n.details) AS central
}
RETURN c.id AS id, c.title AS title, c.size AS size, c.cohesion AS cohesion, central
ORDER BY size DESC, id
