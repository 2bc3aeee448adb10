// Atoms that changed, with their PageRank so far and what they are associated with.
//
// mode: read
// param done: INTEGER - the round up to which the job is done
// param after: INTEGER - number of the last one of the page before, or -1
// param limit: INTEGER - how many at most
// returns number: INTEGER
// returns scope: STRING
// returns rank: FLOAT - PageRank so far; -1 for none
// returns strength: FLOAT - sum of the weights of its edges as it was noted; -1 for none
// returns near: LIST<LIST> - number and weight of the edge, of each neighbour
CYPHER 25
MATCH (n:Atom)
USING INDEX SEEK n:Atom(touched)
WHERE n.touched > $done AND n.number > $after AND n.status <> 'retired' AND NOT n:Quarantined
WITH n ORDER BY n.number LIMIT $limit
RETURN n.number AS number, n.scope AS scope, coalesce(n.pagerank, -1.0) AS rank,
       coalesce(n.strength, -1.0) AS strength,
       COLLECT {
         MATCH (n)-[r:ASSOCIATED]-(m:Semantic|Episodic|Procedural)
         WHERE m.scope = n.scope AND m.number IS NOT NULL AND m.status <> 'retired' AND r.weight > 0
         RETURN [m.number, r.weight]
       } AS near
