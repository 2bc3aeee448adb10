// Go on to the next stage of a change of the embedding model.
//
// mode: write
// param owner: STRING - name of this run
// param stage: STRING - the stage that begins
// returns moved: INTEGER - 0 where another run holds the graph by now
CYPHER 25
MATCH (r:ModelInfo {key: 'reembedding', owner: $owner})
SET r.stage = $stage, r.cursor = '', r.done = 0
RETURN count(r) AS moved
