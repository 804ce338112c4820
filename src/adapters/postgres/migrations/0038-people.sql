-- What lists of people are filtered and ordered by. last_sign_in_at is to the minute, and 0 if no sign-in is known. Every index is one
-- that sql/people-conditions.ts or sql/people.ts walks along, and its expressions stand there word for word.
ALTER TABLE accounts ADD COLUMN last_sign_in_at bigint NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN is_imported boolean NOT NULL DEFAULT FALSE;
-- The id of an activity begins with its time.
UPDATE accounts SET last_sign_in_at = known.at
FROM (
  SELECT account_id, max(at) AS at FROM (
    SELECT account_id, authenticated_at AS at FROM sessions
    UNION ALL
    SELECT account_id, ('x' || lpad(encode(substring(id FROM 1 FOR 6), 'hex'), 16, '0'))::bit(64)::bigint
    FROM activity WHERE kind = 'signed-in'
  ) AS sign_ins GROUP BY account_id
) AS known
WHERE accounts.id = known.account_id;
CREATE INDEX group_members_in_order ON group_members (group_name, account_id);
DROP INDEX group_members_by_group;
CREATE INDEX accounts_by_creation ON accounts (created_at, id);
CREATE INDEX accounts_by_username ON accounts (username COLLATE "C", id);
CREATE INDEX accounts_by_last_sign_in ON accounts (last_sign_in_at, id);
CREATE INDEX accounts_by_name ON accounts (lower(name COLLATE "C"));
CREATE INDEX accounts_by_last_word
  ON accounts (lower(substr(name, length(rtrim(name, replace(name, ' ', ''))) + 1) COLLATE "C"));
CREATE INDEX accounts_by_domain ON accounts (ltrim(email, replace(email, '@', '')) COLLATE "C");
CREATE INDEX accounts_disabled ON accounts (id) WHERE is_disabled;
CREATE INDEX accounts_of_administrators ON accounts (id) WHERE is_admin;
CREATE INDEX accounts_unverified ON accounts (id) WHERE is_email_unverified;
CREATE INDEX accounts_imported ON accounts (id) WHERE is_imported;
