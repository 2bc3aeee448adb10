// Atoms that were written or had a neighbour changed since a job last looked. Others do not have the property at all, so
// that finding out that there is nothing to do costs nothing.
//
// mode: schema
CYPHER 25
CREATE INDEX atom_dirty IF NOT EXISTS
FOR (n:Atom) ON (n.dirty)
