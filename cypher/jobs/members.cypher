// The current members of every community with their vectors, a page at a time.
//
// mode: read
// param after: INTEGER - number of the last one of the page before, or -1
// param limit: INTEGER - how many at most
// returns number: INTEGER
// returns was: INTEGER - the community that it counts in; -1 for none
// returns now: INTEGER - the community that it should count in; -1 for none
// returns embedding: LIST<FLOAT>
CYPHER 25
MATCH (n:Atom)
USING INDEX SEEK n:Atom(number)
WHERE n.number > $after AND n.embedding IS NOT NULL AND (n.community >= 0 OR n.centred >= 0)
WITH n ORDER BY n.number LIMIT $limit
RETURN n.number AS number, coalesce(n.centred, -1) AS was,
       CASE WHEN n.status = 'current' AND NOT n:Quarantined THEN n.community ELSE -1 END AS now,
       n.embedding AS embedding
