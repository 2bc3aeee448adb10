// Exemplars by id.
//
// mode: schema
CYPHER 25
CREATE CONSTRAINT exemplar_id IF NOT EXISTS
FOR (n:Exemplar) REQUIRE n.id IS UNIQUE
