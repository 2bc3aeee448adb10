// What the jobs remember from run to run: the lock, the counter of numbers and rounds, and how far each job has come.
//
// mode: schema
CYPHER 25
CREATE CONSTRAINT job_state IF NOT EXISTS
FOR (n:JobState) REQUIRE n.key IS UNIQUE
