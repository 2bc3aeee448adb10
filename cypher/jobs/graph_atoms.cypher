// The atoms that `jobs/project` projects, a page at a time: for a projection that is not made on the graph's own server.
//
// mode: read
// param after: INTEGER - number of the last one of the page before, or -1
// param limit: INTEGER - how many at most
// returns number: INTEGER
// returns scope: STRING
// returns seed: INTEGER - its community, or its own number where it has none
// returns rank: FLOAT - PageRank so far; -1 for none
// returns noted: FLOAT - sum of the weights of its edges as it was noted; -1 for none
CYPHER 25
MATCH (a:Atom)
USING INDEX SEEK a:Atom(number)
WHERE a.number > $after AND a.status IN ['current', 'superseded'] AND NOT a:Quarantined
WITH a ORDER BY a.number LIMIT $limit
RETURN a.number AS number, a.scope AS scope, coalesce(a.pagerank, -1.0) AS rank,
       coalesce(a.strength, -1.0) AS noted,
       CASE WHEN a.community >= 0 THEN a.community ELSE a.number END AS seed
