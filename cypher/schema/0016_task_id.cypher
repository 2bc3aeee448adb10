// Tasks by id.
//
// mode: schema
CYPHER 25
CREATE CONSTRAINT task_id IF NOT EXISTS
FOR (n:Task) REQUIRE n.id IS UNIQUE
