-- The audit trail: a chain of entries, of which each has a MAC over itself and the MAC before it, and the row with its two ends.
CREATE TABLE audit (
  number INTEGER PRIMARY KEY CHECK (number BETWEEN 1 AND 4503599627370496),
  at INTEGER NOT NULL,
  act TEXT NOT NULL,
  actor_kind TEXT NOT NULL,
  actor_id TEXT,
  target_kind TEXT,
  target_id TEXT,
  details TEXT,
  network TEXT,
  request_id TEXT,
  mac BLOB NOT NULL
) STRICT;
CREATE INDEX audit_by_at ON audit (at);
CREATE INDEX audit_by_act ON audit (act);
CREATE INDEX audit_by_actor ON audit (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_by_target ON audit (target_id) WHERE target_id IS NOT NULL;

CREATE TABLE audit_head (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  first INTEGER NOT NULL,
  before_mac BLOB NOT NULL,
  last INTEGER NOT NULL,
  last_mac BLOB NOT NULL,
  began_at INTEGER NOT NULL,
  mac BLOB NOT NULL
) STRICT;
