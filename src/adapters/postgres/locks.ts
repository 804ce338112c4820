/** Work that only one transaction of all nodes does at a time, and the number of its lock. */
const numbers = {
  migrations: 1,
  revocations: 2,
  "key rotation": 3,
  "making partitions": 4,
  "dropping partitions": 5,
  registrations: 6,
  groups: 7,
  upstreams: 8,
  apis: 9,
  webhooks: 10,
  audit: 11,
  subjects: 12,
  rehearsals: 13,
} as const;

/** "LKEY": the first half of every advisory lock here, so that other programs in the same database do not share it. */
const ours = 0x4c4b4559;

/** SQL that waits for the lock and holds it until the transaction ends. Advisory locks keep neither vacuum nor pg_dump waiting. */
export function lockFor(what: keyof typeof numbers): string {
  return `SELECT pg_advisory_xact_lock(${ours}, ${numbers[what]})`;
}

/** SQL that waits for the lock and holds it until the connection ends. */
export function sessionLockFor(what: keyof typeof numbers): string {
  return `SELECT pg_advisory_lock(${ours}, ${numbers[what]})`;
}

/** SQL that takes the lock until the connection ends, or answers `is_ours` false while another connection has it. */
export function trySessionLockFor(what: keyof typeof numbers): string {
  return `SELECT pg_try_advisory_lock(${ours}, ${numbers[what]}) AS is_ours`;
}

/** SQL that takes the lock until the transaction ends, or answers `is_ours` 0 while another transaction has it. */
export function tryLockFor(what: keyof typeof numbers): string {
  return `SELECT pg_try_advisory_xact_lock(${ours}, ${numbers[what]}) AS is_ours`;
}
