// Equal episodic statements of a scope are one atom while it is current. A closed atom has no live_key, so the statement
// can be made again.
//
// mode: schema
CYPHER 25
CREATE CONSTRAINT episodic_live_key IF NOT EXISTS
FOR (n:Episodic) REQUIRE (n.scope, n.live_key) IS UNIQUE
