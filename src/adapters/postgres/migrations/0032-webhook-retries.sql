-- Entries that failed for a webhook. Each waits for its own retry, and later entries do not wait for it.
CREATE TABLE webhook_retries (
  webhook_id text COLLATE "C" NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  number bigint NOT NULL,
  tries integer NOT NULL,
  failed_at bigint NOT NULL,
  next_try_at bigint NOT NULL,
  error text COLLATE "C" NOT NULL,
  PRIMARY KEY (webhook_id, number)
);

-- Consecutive failures of the receiver, whatever was sent. "tries" counted those of one entry and stays 0.
ALTER TABLE webhooks ADD COLUMN failures integer NOT NULL DEFAULT 0;
ALTER TABLE webhooks ADD COLUMN last_error_at bigint;
ALTER TABLE webhooks ADD COLUMN last_delivery_at bigint;
-- Due now: the old pause was that of a single entry, up to a day, which no longer delays others.
UPDATE webhooks SET tries = 0, next_try_at = 0 WHERE tries > 0;
