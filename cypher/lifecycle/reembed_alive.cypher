// Say that a run that changes the embedding model is alive.
//
// mode: write
// param owner: STRING - name of this run
// param seconds: INTEGER - for how long it counts as alive without another word
// returns held: BOOLEAN - whether this run still holds the graph
CYPHER 25
OPTIONAL MATCH (r:ModelInfo {key: 'reembedding', owner: $owner})
SET r.alive_until = datetime() + duration({seconds: $seconds})
RETURN r IS NOT NULL AS held
