// Every current atom, whether or not it was looked at before, a page at a time.
//
// mode: read
// param after: INTEGER - number of the last one of the page before, or -1
// param limit: INTEGER - how many at most
// returns number: INTEGER
// returns scope: STRING
CYPHER 25
MATCH (n:Atom)
USING INDEX SEEK n:Atom(number)
WHERE n.number > $after AND n.status = 'current' AND n.embedding IS NOT NULL AND NOT n:Quarantined
WITH n ORDER BY n.number LIMIT $limit
RETURN n.number AS number, n.scope AS scope
