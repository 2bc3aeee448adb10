// Put communities into those of the level above, inside one scope. Both the one that a community leaves and the one that
// it joins have to be summed up again, from all of their parts.
//
// mode: write
// param communities: LIST<MAP> - id and above of each; -1 for none
// returns written: INTEGER
// returns astray: INTEGER - communities that would have joined one of another scope or level: left as they were
CYPHER 25
UNWIND $communities AS row
MATCH (c:Community {id: row.id})
USING INDEX SEEK c:Community(id)
CALL (c, row) {
  WITH c, row WHERE row.above >= 0
  MERGE (p:Community {id: row.above})
  ON CREATE SET p.scope = c.scope, p.level = c.level + 1, p.size = 0, p.created_at = datetime()
  WITH c, p WHERE p.scope = c.scope AND p.level = c.level + 1
  SET p.dirty = true
  REMOVE p.counted
  RETURN collect(p) AS found
}
WITH c, found, row.above < 0 OR size(found) = 1 AS own
CALL (c, own) {
  WITH c WHERE own
  MATCH (c)-[old:PART_OF]->(p:Community)
  SET p.dirty = true
  REMOVE p.counted
  DELETE old
}
FOREACH (p IN CASE WHEN own THEN found ELSE [] END | CREATE (c)-[:PART_OF]->(p))
RETURN count(CASE WHEN own THEN 1 END) AS written, count(CASE WHEN NOT own THEN 1 END) AS astray
