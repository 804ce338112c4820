/**
 * SQL that makes many people, the newest last. Every rare set has a few of them, every common set many. The group `late` and the people
 * without a second factor are among the newest, which a list in the order of creation reaches last. A tenth have no name, a thirtieth no
 * address, and one name of a hundred is not written in the letters a to z.
 */
export function peopleRows(name: "SQLite" | "PostgreSQL", count: number): readonly string[] {
  const numbers =
    name === "SQLite"
      ? `(WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${count}) SELECT n FROM counted)`
      : `(SELECT generate_series(1, ${count}) AS n)`;
  const id = "'lku' || substr('00000000000000000000', length('' || n) + 1) || n";
  const digest = name === "SQLite" ? "randomblob(16)" : "uuid_send(gen_random_uuid())";
  return [
    `INSERT INTO accounts (id, username, email, name, epoch, is_disabled, is_admin, is_email_unverified, created_at,
       updated_at, last_sign_in_at, is_imported, has_old_password, locked_at, delete_after)
     SELECT ${id}, 'p' || n, CASE WHEN n % 30 <> 4 THEN 'p' || n || '@example.org' END,
       CASE WHEN n % 10 <> 3 THEN CASE WHEN n % 100 = 7 THEN 'Łucja Ñr' ELSE 'Ada Nr' END || n END, 0, n % 997 = 0, n % 1999 = 0, n % 3 = 0, n, n,
       n % 4 * n, n % 2 = 0, n % 3 = 1, CASE WHEN n % 3988 = 0 THEN n END, CASE WHEN n % 4999 = 3 THEN n END
       FROM ${numbers} AS numbers`,
    `INSERT INTO account_names (name, account_id) SELECT username, id FROM accounts`,
    `INSERT INTO account_names (name, account_id) SELECT email, id FROM accounts WHERE email IS NOT NULL`,
    `INSERT INTO groups (name, created_at) VALUES ('staff', 1)`,
    `INSERT INTO group_members (group_name, account_id) SELECT 'staff', id FROM accounts WHERE created_at % 2 = 0`,
    `INSERT INTO groups (name, created_at) VALUES ('late', 1)`,
    `INSERT INTO group_members (group_name, account_id) SELECT 'late', id FROM accounts WHERE created_at > ${count - 6_000}`,
    `INSERT INTO totp (account_id, sealed_secret, last_step, created_at)
     SELECT id, 'x', 1, 1 FROM accounts WHERE created_at <= ${count - 1_000}`,
    `INSERT INTO passkeys (id, account_id, user_handle, public_key, algorithm, counter, transports, is_backup_eligible,
       is_backed_up, aaguid, name, created_at)
     SELECT id, id, id, ${digest}, -7, 0, 'usb', is_admin, is_admin, 'x', 'x', 1 FROM accounts WHERE created_at % 3 <> 0`,
    `INSERT INTO upstreams (name, kind, issuer, client_id, sealed_secret, display_name, domains, trusts_email,
       creates_accounts, is_disabled, created_at, updated_at)
     SELECT 'acme', 'oidc', 'x', 'x', 'x', 'x', '-', n = 0, n = 0, n = 0, 1, 1 FROM ${numbers} AS numbers WHERE n = 1`,
    `INSERT INTO upstream_identities (upstream_name, subject, account_id, linked_at, last_used_at)
     SELECT 'acme', id, id, 1, 1 FROM accounts WHERE created_at % 5 = 0`,
    `INSERT INTO sessions (id, cookie_digest, account_id, authenticated_at, methods, expires_at, last_seen_at, user_agent)
     SELECT ${digest}, ${digest}, id, 1, 'pwd', 1, 1, 'x' FROM accounts WHERE created_at % 4 = 0`,
  ];
}
