// The next atoms to embed again, in the order of their ids.
//
// mode: read
// param after: STRING - id of the last one that is done
// param limit: INTEGER - atoms a batch
// returns id: STRING
// returns details: STRING - what is embedded
CYPHER 25
MATCH (n:Atom)
WHERE n.id > $after
WITH n ORDER BY n.id LIMIT $limit
RETURN n.id AS id, n.details AS details
