// Atoms by the round of jobs that last found them written to, or beside something that was.
//
// mode: schema
CYPHER 25
CREATE INDEX atom_changed IF NOT EXISTS
FOR (n:Atom) ON (n.changed)
