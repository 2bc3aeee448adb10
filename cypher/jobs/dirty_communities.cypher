// The next communities whose members changed since they were last summed up.
//
// mode: read
// param level: INTEGER - level of the communities
// param after: INTEGER - id of the last one of the page before, or -1
// param limit: INTEGER - how many at most
// returns id: INTEGER
// returns scope: STRING
CYPHER 25
MATCH (c:Community {dirty: true})
USING INDEX SEEK c:Community(dirty)
WHERE c.level = $level AND c.id > $after
WITH c ORDER BY c.id LIMIT $limit
RETURN c.id AS id, c.scope AS scope
