-- Entries that a webhook did not take yet: each waits for its own next try, and those behind it go on.
CREATE TABLE webhook_retries (
  webhook_id text COLLATE "C" NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  number bigint NOT NULL,
  tries integer NOT NULL,
  failed_at bigint NOT NULL,
  next_try_at bigint NOT NULL,
  error text COLLATE "C" NOT NULL,
  PRIMARY KEY (webhook_id, number)
);

-- How often in a row its receiver failed, whatever was sent. "tries" was about one entry, and stays 0.
ALTER TABLE webhooks ADD COLUMN failures integer NOT NULL DEFAULT 0;
ALTER TABLE webhooks ADD COLUMN last_error_at bigint;
ALTER TABLE webhooks ADD COLUMN last_delivery_at bigint;
-- The pause of one entry, up to a day, holds back no others any more.
UPDATE webhooks SET tries = 0, next_try_at = 0 WHERE tries > 0;
