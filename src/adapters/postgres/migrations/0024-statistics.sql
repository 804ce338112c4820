-- What happened, counted. A row adds up a stretch of time, of which the length and the beginning are in milliseconds; see sql/statistics.ts.
CREATE TABLE statistics (
  span bigint NOT NULL,
  starts_at bigint NOT NULL,
  kind text NOT NULL,
  label text NOT NULL,
  count bigint NOT NULL,
  peak bigint NOT NULL,
  PRIMARY KEY (span, starts_at, kind, label)
);
