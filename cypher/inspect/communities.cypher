// The communities of a scope, the largest level first and in it the largest community: title, size, what it is part of,
// and its most central current atoms.
//
// mode: read
// param scope: STRING - the scope
// param limit: INTEGER - how many of a level at most
// returns id: INTEGER
// returns level: INTEGER - 0: of atoms; 1, 2: of communities of the level below
// returns part_of: INTEGER | NULL - id of the one above; null where there is none
// returns title: STRING | NULL - null until the jobs have summed it up
// returns size: INTEGER - atoms in it
// returns cohesion: FLOAT | NULL - how alike its current members are, 0..1
// returns central: LIST<STRING> - details of the three most central of them
CYPHER 25
UNWIND [2, 1, 0] AS level
CALL (level) {
  MATCH (c:Community {scope: $scope, level: level})
  WHERE c.size > 0
  RETURN c ORDER BY c.size DESC, c.id LIMIT $limit
}
CALL (c) {
  MATCH (c)<-[:PART_OF]-{0,2}(b:Community)
  MATCH (n:Atom {community: b.id, status: 'current'})
  WITH n ORDER BY n.pagerank DESC, n.id LIMIT 3
  RETURN collect(n.details) AS central
}
OPTIONAL MATCH (c)-[:PART_OF]->(p:Community)
RETURN c.id AS id, level, p.id AS part_of, c.title AS title, c.size AS size, c.cohesion AS cohesion, central
ORDER BY level DESC, size DESC, id
