// Atoms that changed and whose similar neighbours were never looked for with the embedding model of the graph.
//
// mode: read
// param done: INTEGER - the round up to which the job is done
// param model: STRING - name of the embedding model
// param after: INTEGER - number of the last one of the page before, or -1
// param limit: INTEGER - how many at most
// returns number: INTEGER
// returns scope: STRING
CYPHER 25
MATCH (n:Atom)
USING INDEX SEEK n:Atom(changed)
WHERE n.changed > $done AND n.number > $after AND n.status = 'current' AND n.embedding IS NOT NULL
  AND NOT n:Quarantined AND coalesce(n.associated_by <> $model, true)
WITH n ORDER BY n.number LIMIT $limit
RETURN n.number AS number, n.scope AS scope
