// Write titles of communities, unless an atom that one was taken from has gone meanwhile.
//
// mode: write
// param communities: LIST<MAP> - id, title, titled_by, titled_size and titled_from of each
// returns written: INTEGER
CYPHER 25
UNWIND $communities AS row
MATCH (c:Community {id: row.id})
USING INDEX SEEK c:Community(id)
SET c.dirty = true
WITH c, row, COUNT { UNWIND row.titled_from AS number MATCH (n:Atom {number: number})
                     WHERE n.status = 'current'
                       AND EXISTS { (:Community {id: n.community})-[:PART_OF]->{0,2}(c) } } AS there
WITH c, row WHERE there = size(row.titled_from)
SET c.title = row.title, c.titled_by = row.titled_by, c.titled_size = row.titled_size, c.titled_from = row.titled_from
RETURN count(c) AS written
