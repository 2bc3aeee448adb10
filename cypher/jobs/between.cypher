// The communities of the lowest level with the weight of the edges that go out of the atoms of each, a page at a time:
// the graph in which each community is one node.
//
// mode: read
// param paths: LIST<STRING> | NULL - the scopes; null for all
// param after: INTEGER - id of the last one of the page before, or -1
// param limit: INTEGER - how many at most
// returns id: INTEGER
// returns scope: STRING
// returns above: LIST<INTEGER> - ids of the communities that it is part of, the lowest first
// returns near: LIST<LIST> - community and weight; its own for edges inside
CYPHER 25
MATCH (c:Community)
USING INDEX SEEK c:Community(id)
WHERE c.id > $after AND c.level = 0 AND ($paths IS NULL OR c.scope IN $paths)
  AND EXISTS { (:Atom {community: c.id}) }
WITH c ORDER BY c.id LIMIT $limit
RETURN c.id AS id, c.scope AS scope,
       COLLECT { MATCH (c)-[:PART_OF]->+(p:Community) RETURN p.id ORDER BY p.level } AS above,
       COLLECT {
         MATCH (a:Atom {community: c.id})-[r:ASSOCIATED]->(b:Atom)
         USING INDEX SEEK a:Atom(community)
         // the other end with its label but no plain comparison, or in a dense graph the planner begins there
         WHERE a.status <> 'retired' AND b.status <> 'retired' AND b.scope = c.scope
           AND coalesce(b.community, -1) >= 0 AND r.weight > 0
         WITH b.community AS other, sum(r.weight) AS weight
         RETURN [other, weight]
       } AS near
ORDER BY id
