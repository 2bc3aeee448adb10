// Atoms by id.
//
// mode: schema
CYPHER 25
CREATE CONSTRAINT atom_id IF NOT EXISTS
FOR (n:Atom) REQUIRE n.id IS UNIQUE
