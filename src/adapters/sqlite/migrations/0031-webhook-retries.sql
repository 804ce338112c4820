-- Entries that a webhook did not take yet: each waits for its own next try, and those behind it go on.
CREATE TABLE webhook_retries (
  webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  failed_at INTEGER NOT NULL,
  next_try_at INTEGER NOT NULL,
  error TEXT NOT NULL,
  PRIMARY KEY (webhook_id, number)
) STRICT, WITHOUT ROWID;

-- How often in a row its receiver failed, whatever was sent. "tries" was about one entry, and stays 0.
ALTER TABLE webhooks ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE webhooks ADD COLUMN last_error_at INTEGER;
ALTER TABLE webhooks ADD COLUMN last_delivery_at INTEGER;
-- The pause of one entry, up to a day, holds back no others any more.
UPDATE webhooks SET tries = 0, next_try_at = 0 WHERE tries > 0;
