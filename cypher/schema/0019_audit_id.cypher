// Audit events by id.
//
// mode: schema
CYPHER 25
CREATE CONSTRAINT audit_id IF NOT EXISTS
FOR (n:AuditEvent) REQUIRE n.id IS UNIQUE
