-- How far time had come (docs/adr/0026-time-does-not-run-back.md). `latest`: the latest instant that was noted. `used-once`: the latest
-- `keep_until` that expiry removed. For grants there is `grants_closed`; SQLite has a row `grants` instead, which a move takes along.
CREATE TABLE time_marks (
  name text PRIMARY KEY,
  at bigint NOT NULL
) WITH (fillfactor = 50);
