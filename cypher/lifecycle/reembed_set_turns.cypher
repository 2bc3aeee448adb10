// Give turns their new vectors, and note how far the change has come.
//
// mode: write
// param owner: STRING - name of this run
// param cursor: STRING - id of the last one of this batch
// param rows: LIST<MAP> - id and embedding of each
// returns written: INTEGER - 0 where another run holds the graph by now
CYPHER 25
MATCH (r:ModelInfo {key: 'reembedding', owner: $owner})
SET r.cursor = $cursor, r.done = r.done + size($rows)
WITH r
UNWIND $rows AS row
MATCH (n:Turn {id: row.id})
CALL db.create.setNodeVectorProperty(n, 'embedding', row.embedding)
RETURN count(n) AS written
