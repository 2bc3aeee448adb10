// One record for each model in use.
//
// mode: schema
CYPHER 25
CREATE CONSTRAINT model_info IF NOT EXISTS
FOR (n:ModelInfo) REQUIRE n.key IS UNIQUE
