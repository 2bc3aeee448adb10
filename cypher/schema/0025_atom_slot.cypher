// Atoms by the slot that they give a value to: what a new value could change or contradict.
//
// mode: schema
CYPHER 25
CREATE INDEX atom_slot IF NOT EXISTS
FOR (n:Atom) ON (n.scope, n.slot)
