-- What happened, counted. A row adds up a stretch of time, of which the length and the beginning are in milliseconds; see sql/statistics.ts.
CREATE TABLE statistics (
  span INTEGER NOT NULL,
  starts_at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  label TEXT NOT NULL,
  count INTEGER NOT NULL,
  peak INTEGER NOT NULL,
  PRIMARY KEY (span, starts_at, kind, label)
) STRICT, WITHOUT ROWID;
