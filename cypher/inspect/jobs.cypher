// The last runs of the jobs, newest first.
//
// mode: read
// param limit: INTEGER - how many
// returns job: STRING
// returns started_at: ZONED DATETIME
// returns mode: STRING - fresh, incremental, full, refused or failed
// returns seconds: FLOAT
// returns receipt: MAP - everything it noted; times as text
CYPHER 25
MATCH (j:Job)
WHERE j.started_at IS NOT NULL
WITH j ORDER BY j.started_at DESC LIMIT $limit
RETURN j.name AS job, j.started_at AS started_at, j.mode AS mode, j.seconds AS seconds,
       j {.*, started_at: toString(j.started_at)} AS receipt
ORDER BY started_at DESC
