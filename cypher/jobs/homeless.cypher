// Atoms that changed and whose community has to: those without one, with what they are associated with, and those that
// have one and should not, since they are no longer believed or nothing joins them any more.
//
// mode: read
// param done: INTEGER - the round up to which the job is done
// param after: INTEGER - number of the last one of the page before, or -1
// param limit: INTEGER - how many at most
// returns number: INTEGER
// returns scope: STRING
// returns community: INTEGER - the community so far; -1 for none
// returns near: LIST<LIST> - number, community and weight of the edge, of each neighbour
CYPHER 25
MATCH (n:Atom)
USING INDEX SEEK n:Atom(touched)
WHERE n.touched > $done AND n.number > $after
WITH n, n.status <> 'retired' AND NOT n:Quarantined AS believed
WHERE CASE WHEN n.community >= 0 THEN NOT believed OR NOT EXISTS { (n)-[:ASSOCIATED]-() } ELSE believed END
WITH n, believed ORDER BY n.number LIMIT $limit
RETURN n.number AS number, n.scope AS scope, coalesce(n.community, -1) AS community,
       CASE WHEN believed THEN COLLECT {
         MATCH (n)-[r:ASSOCIATED]-(m:Semantic|Episodic|Procedural)
         WHERE m.scope = n.scope AND m.number IS NOT NULL AND m.status <> 'retired' AND r.weight > 0
         RETURN [m.number, coalesce(m.community, -1), r.weight]
       } ELSE [] END AS near
