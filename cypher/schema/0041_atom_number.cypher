// Atoms by number: what stands for an atom inside a projection. Numbers of atoms and ids of communities come from one
// counter and are never used twice.
//
// mode: schema
CYPHER 25
CREATE CONSTRAINT atom_number IF NOT EXISTS
FOR (n:Atom) REQUIRE n.number IS UNIQUE
