// The vectors of the current members of one community, a page at a time.
//
// mode: read
// param id: INTEGER - the community
// param after: INTEGER - number of the last one of the page before, or -1
// param limit: INTEGER - how many at most
// returns number: INTEGER
// returns embedding: LIST<FLOAT>
CYPHER 25
MATCH (n:Atom {community: $id})
USING INDEX SEEK n:Atom(community)
WHERE n.number > $after AND n.status = 'current' AND NOT n:Quarantined AND n.embedding IS NOT NULL
WITH n ORDER BY n.number LIMIT $limit
RETURN n.number AS number, n.embedding AS embedding
