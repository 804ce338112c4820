-- Grants lie in partitions, by the time in their ids (docs/adr/0017-grants-in-buckets.md). Each has two bounds that PostgreSQL
-- enforces: its range says which ids it takes, its constraint `kept_until` says when all its rows may go. The program makes and
-- drops partitions; the rows that are there already become one of them, where they lie.

ALTER TABLE grants RENAME TO grants_before;
ALTER INDEX grants_pkey RENAME TO grants_before_pkey;

CREATE TABLE grants (LIKE grants_before) PARTITION BY RANGE (id);
ALTER TABLE grants ADD PRIMARY KEY (id);

-- One row. A code from before this instant that no partition takes is spent: its partition was dropped.
CREATE TABLE grants_closed (before bigint NOT NULL);
INSERT INTO grants_closed VALUES (0);

DO $$
DECLARE
  hour CONSTANT bigint := 3600000;
  newest CONSTANT bytea := (SELECT id FROM grants_before ORDER BY id DESC LIMIT 1);
  -- The first full hour after the newest id, whose first six bytes are its time.
  range_end CONSTANT bigint :=
    (('x' || lpad(encode(substring(newest FROM 1 FOR 6), 'hex'), 16, '0'))::bit(64)::bigint / hour + 1) * hour;
  -- Until that hour it takes more rows, each of which may be kept longer than all that are there now.
  kept_until CONSTANT bigint :=
    greatest((SELECT max(keep_until) FROM grants_before), range_end) + 5 * hour / 4;
  bucket CONSTANT text :=
    'grants_until_' || to_char(to_timestamp(range_end / 1000) AT TIME ZONE 'UTC', 'YYYYMMDD_HH24');
BEGIN
  IF newest IS NULL THEN
    DROP TABLE grants_before;
    RETURN;
  END IF;
  EXECUTE format('ALTER TABLE grants_before RENAME TO %I', bucket);
  EXECUTE format('ALTER INDEX grants_before_pkey RENAME TO %I', bucket || '_pkey');
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT kept_until CHECK (keep_until <= %s)', bucket, kept_until);
  EXECUTE format('ALTER TABLE grants ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', bucket,
    '\x' || lpad(to_hex(range_end), 12, '0'));
END $$;
