// Communities of the lowest level that an update made and that are part of nothing, in scopes that have levels above, as
// far as one of their atoms changed since; with the community above that most joins each of them to, by weight.
//
// mode: read
// param done: INTEGER - the round up to which the job is done
// returns id: INTEGER
// returns scope: STRING
// returns above: INTEGER - of what its neighbours are part of
CYPHER 25
MATCH (n:Atom)
USING INDEX SEEK n:Atom(touched)
WHERE n.touched > $done AND n.community >= 0
WITH DISTINCT n.community AS id
MATCH (c:Community {id: id})
USING INDEX SEEK c:Community(id)
WHERE NOT EXISTS { (c)-[:PART_OF]->(:Community) } AND EXISTS { (:Community {scope: c.scope, level: 1}) }
CALL (c) {
  MATCH (a:Atom {community: c.id})
  USING INDEX SEEK a:Atom(community)
  WHERE a.status <> 'retired'
  // from there on; the other end has its label, or in a dense graph the planner begins with all nodes
  WITH c, a
  MATCH (a)-[r:ASSOCIATED]-(b:Atom)
  WHERE b.status <> 'retired' AND b.scope = c.scope
    AND coalesce(b.community, -1) >= 0 AND b.community <> c.id AND r.weight > 0
  WITH b.community AS other, sum(r.weight) AS weight
  MATCH (o:Community {id: other})-[:PART_OF]->(p:Community)
  USING INDEX SEEK o:Community(id)
  WITH p.id AS above, sum(weight) AS weight ORDER BY weight DESC, above LIMIT 1
  RETURN above
}
RETURN id, c.scope AS scope, above
ORDER BY id
