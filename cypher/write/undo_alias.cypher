// Take a name from an entity that a command gave it.
//
// mode: write
// param change: STRING - id of the receipt
// param now: ZONED DATETIME - time of the commit
// returns change: MAP - the receipt
CYPHER 25
MATCH (c:EntityChange {id: $change})
OPTIONAL MATCH (a:Alias {id: c.other})
DETACH DELETE a
SET c.undone_at = $now
RETURN c {.*} AS change
