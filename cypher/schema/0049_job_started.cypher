// Receipts of jobs, the last ones first.
//
// mode: schema
CYPHER 25
CREATE INDEX job_started IF NOT EXISTS
FOR (n:Job) ON (n.name, n.started_at)
