import type { CrashUnsafeSetting } from "../adapters/store.ts";
import type { Finding } from "../flows/operator/finding.ts";

interface CrashRisk {
  /** The risky value, if it is not `off`. */
  readonly value?: string;
  readonly risk: string;
  readonly repair: string;
}

const forgotten = "when another server takes over, issued tokens are lost and spent codes work again";
const crashRisks: Readonly<Record<CrashUnsafeSetting, CrashRisk>> = {
  synchronous_standby_names: {
    value: "''",
    risk: forgotten,
    repair:
      "name the standbys: run `ALTER SYSTEM SET synchronous_standby_names = …` and `SELECT pg_reload_conf()` as its administrator, or turn on synchronous mode in the tool that manages the servers",
  },
  synchronous_commit: {
    value: "local",
    risk: forgotten,
    repair:
      "set synchronous_commit to on wherever the server, database or role sets it to local, then restart the nodes",
  },
  fsync: {
    risk: "if its machine crashes, issued tokens are lost, spent codes work again, or the database is damaged",
    repair:
      "run `ALTER SYSTEM SET fsync = on` and `SELECT pg_reload_conf()` as its administrator, then `sync` on its machine",
  },
  full_page_writes: {
    risk: "if its machine crashes, a half-written page stays damaged",
    repair:
      "run `ALTER SYSTEM SET full_page_writes = on` and `SELECT pg_reload_conf()` as its administrator, unless its file system never writes partial pages (ZFS)",
  },
};

/** Warns of commits that can be lost if the database server crashes or another one takes over; empty if there are none. */
export function durabilityFindings(settings: readonly CrashUnsafeSetting[]): readonly Finding[] {
  return settings.map((setting) => ({
    check: "durability",
    state: "warning",
    detail: `the server runs with ${setting} = ${crashRisks[setting].value ?? "off"}: ${crashRisks[setting].risk}`,
    repair: crashRisks[setting].repair,
  }));
}
