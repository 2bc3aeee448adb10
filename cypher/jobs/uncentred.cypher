// Atoms whose vectors have to go into the centroid of a community, or out of one: those that changed since.
//
// mode: read
// param done: INTEGER - the round up to which the job is done
// param after: INTEGER - number of the last one of the page before, or -1
// param limit: INTEGER - how many at most
// returns number: INTEGER
// returns scope: STRING
// returns was: INTEGER - the community that it counts in; -1 for none
// returns now: INTEGER - the community that it should count in; -1 for none
// returns embedding: LIST<FLOAT>
CYPHER 25
MATCH (n:Atom)
USING INDEX SEEK n:Atom(touched)
WHERE n.touched > $done AND n.number > $after AND n.embedding IS NOT NULL
WITH n, coalesce(n.centred, -1) AS was,
     CASE WHEN n.status = 'current' AND NOT n:Quarantined THEN n.community ELSE -1 END AS now
WHERE was <> now
WITH n, was, now ORDER BY n.number LIMIT $limit
RETURN n.number AS number, n.scope AS scope, was, now, n.embedding AS embedding
