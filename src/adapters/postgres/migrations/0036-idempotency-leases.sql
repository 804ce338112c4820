-- Which attempt has the key, until when it may be under way, and what it did: the act of its audit entry, as JSON. Claims of an older release have none of them.
ALTER TABLE idempotency_keys
  ADD COLUMN attempt text COLLATE "C",
  ADD COLUMN leased_until bigint,
  ADD COLUMN confirmed_act text COLLATE "C";
