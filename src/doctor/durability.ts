import type { CrashUnsafeSetting } from "../adapters/store.ts";
import type { Finding } from "../flows/operator/finding.ts";

interface CrashRisk {
  /** Where it is not `off`. */
  readonly value?: string;
  readonly risk: string;
  readonly repair: string;
}

const forgotten =
  "when another server takes over, tokens that were answered are lost, and spent codes work again";
const crashRisks: Readonly<Record<CrashUnsafeSetting, CrashRisk>> = {
  synchronous_standby_names: {
    value: "''",
    risk: forgotten,
    repair:
      "name the standbys: as its administrator `ALTER SYSTEM SET synchronous_standby_names = …` and `SELECT pg_reload_conf()`, or turn on synchronous mode in what manages the servers",
  },
  synchronous_commit: {
    value: "local",
    risk: forgotten,
    repair:
      "set synchronous_commit to on where server, database or role say local, then start the nodes anew",
  },
  fsync: {
    risk: "when its machine crashes, tokens that were answered are lost, spent codes work again, or the database is damaged",
    repair:
      "as its administrator `ALTER SYSTEM SET fsync = on` and `SELECT pg_reload_conf()`, then `sync` on its machine",
  },
  full_page_writes: {
    risk: "when its machine crashes, a page that was half written then stays damaged",
    repair:
      "as its administrator `ALTER SYSTEM SET full_page_writes = on` and `SELECT pg_reload_conf()`, unless its file system never writes half a page (ZFS)",
  },
};

/** Warns of commits that a crash of the database server's machine, or a switch to another one, can lose; empty where there are none. */
export function durabilityFindings(settings: readonly CrashUnsafeSetting[]): readonly Finding[] {
  return settings.map((setting) => ({
    check: "durability",
    state: "warning",
    detail: `the server runs with ${setting} = ${crashRisks[setting].value ?? "off"}: ${crashRisks[setting].risk}`,
    repair: crashRisks[setting].repair,
  }));
}
