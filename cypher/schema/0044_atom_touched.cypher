// Atoms by the round in which they changed last, be it by writing or by what a job derived: a new association edge, or
// another community.
//
// mode: schema
CYPHER 25
CREATE INDEX atom_touched IF NOT EXISTS
FOR (n:Atom) ON (n.touched)
