// Take the marks off communities that are summed up and titled: the last step, so that a run that is killed before it
// comes back to them. One that an atom was taken out of meanwhile has no count any more, and stays marked.
//
// mode: write
// param ids: LIST<INTEGER> - the communities
// returns closed: INTEGER
CYPHER 25
UNWIND $ids AS id
MATCH (c:Community {id: id})
USING INDEX SEEK c:Community(id)
SET c.dirty = true
WITH c
WHERE c.counted = 0 OR (c.counted > 0 AND c.title IS NOT NULL)
REMOVE c.dirty
RETURN count(c) AS closed
