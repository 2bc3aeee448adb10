// A change of a scope's entities, and the later ones that rest on it and have to be undone before it.
//
// mode: read
// param scope: STRING - the scope
// param change: STRING - id of the receipt
// returns change: MAP - the receipt
// returns resting: LIST<STRING> - ids of the later changes
CYPHER 25
MATCH (c:EntityChange {id: $change})
WHERE c.scope = $scope
CALL (c) {
  MATCH (d:EntityChange {scope: $scope})
  WHERE d.at > c.at AND d.undone_at IS NULL AND c.kind <> 'alias' AND d.kind <> 'alias'
    AND (d.kind = 'merge' AND d.other = c.entity
         OR c.kind = 'merge' AND d.kind = 'split' AND d.entity = c.entity
         OR c.kind = 'split' AND c.other IN [d.entity, d.other])
  WITH d ORDER BY d.at DESC
  RETURN collect(d.id) AS resting
}
RETURN c {.*} AS change, resting
