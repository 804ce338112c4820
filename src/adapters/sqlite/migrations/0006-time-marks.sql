-- How far time had come (docs/adr/0026-time-does-not-run-back.md). `latest`: the latest instant that was noted. `grants`: the time of
-- the newest grant id that expiry removed. `used-once`: the latest `keep_until` that it removed. A row that is missing means: nothing yet.
CREATE TABLE time_marks (
  name TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
