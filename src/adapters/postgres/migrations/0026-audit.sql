-- The audit trail: a chain of entries, of which each has a MAC over itself and the MAC before it, and the row with its two ends.
CREATE TABLE audit (
  number bigint PRIMARY KEY CHECK (number BETWEEN 1 AND 4503599627370496),
  at bigint NOT NULL,
  act text COLLATE "C" NOT NULL,
  actor_kind text COLLATE "C" NOT NULL,
  actor_id text COLLATE "C",
  target_kind text COLLATE "C",
  target_id text COLLATE "C",
  details text COLLATE "C",
  network text COLLATE "C",
  request_id text COLLATE "C",
  mac bytea NOT NULL
);
CREATE INDEX audit_by_at ON audit (at);
CREATE INDEX audit_by_act ON audit (act, number);
CREATE INDEX audit_by_actor ON audit (actor_id, number) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_by_target ON audit (target_id, number) WHERE target_id IS NOT NULL;

CREATE TABLE audit_head (
  id integer PRIMARY KEY CHECK (id = 1),
  first bigint NOT NULL,
  before_mac bytea NOT NULL,
  last bigint NOT NULL,
  last_mac bytea NOT NULL,
  began_at bigint NOT NULL,
  mac bytea NOT NULL
);
