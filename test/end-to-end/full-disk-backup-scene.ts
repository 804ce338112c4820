// Runs where a small file system of its own is mounted on the folder that it gets first: a backup and a restore find no room there.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { LiveService } from "../support/service.ts";

const [small = "", wide = ""] = process.argv.slice(2);
const data = path.join(wide, "data");
mkdirSync(data);
const digest = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

/** SQLite may leave its own empty log beside a database that it opened on a full disk. */
const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !/-(?:wal|shm)$/.test(name))
    .toSorted();

const service = new LiveService(data, {
  LATCHKEY_BACKUP_EVERY: "1h",
  LATCHKEY_BACKUP_DIR: small,
  LATCHKEY_METRICS_PORT: "0",
  LATCHKEY_LOG_LEVEL: "info",
});
const filler = path.join(small, "filler");
writeFileSync(filler, Buffer.alloc(3_900_000));
const failed = service.logged("backup-failed");
await service.start();
await failed;
await service.createUser({ username: "ada", password: "seven quiet rivers run north" });
const line = (msg: string) => JSON.parse(service.logLines.find((each) => each.includes(`"${msg}"`)) ?? "{}");
const doctor = await service.run(["doctor", "--json"]);
const finding = doctor.stdout
  .split("\n")
  .find((each) => each.includes('"backup"') && each.includes("failed"));
const metrics = await (await fetch(line("metrics-listening").url)).text();
const figure = /^latchkey_backup_failure_timestamp_seconds (\S+)$/m.exec(metrics)?.[1];
const leftByBackup = readdirSync(small);
const exitCode = await service.stop();

// The database lies on the small disk now, and the backup to be restored does not.
const backup = path.join(wide, "backup.db");
const made = await service.run(["db", "backup", backup]);
rmSync(filler);
const moved = path.join(small, "data");
mkdirSync(moved, { mode: 0o700 });
for (const file of readdirSync(data))
  writeFileSync(path.join(moved, file), readFileSync(path.join(data, file)), { mode: 0o600 });
renameSync(data, path.join(wide, "aside"));
const full = new LiveService(moved, {});
for (const bytes of [65_536, 4_096])
  try {
    for (;;) writeFileSync(filler, Buffer.alloc(bytes), { flag: "a" });
  } catch {
    // Full for pieces of this size.
  }
const before = [filesIn(moved), digest(path.join(moved, "latchkey.db"))];
const restored = await full.run(["db", "restore", backup]);
const after = [filesIn(moved), digest(path.join(moved, "latchkey.db"))];
rmSync(filler);
const check = await full.run(["db", "check"]);
const people = await full.run(["user", "list", "--json"]);
console.log(
  JSON.stringify({
    cause: line("backup-failed").cause,
    finding: finding && JSON.parse(finding),
    hasFigure: Number(figure) > 0,
    leftByBackup,
    exitCode,
    made: made.exitCode,
    restored: [restored.exitCode, restored.stderr],
    before,
    after,
    check: check.exitCode,
    people: people.stdout
      .trim()
      .split("\n")
      .map((each) => JSON.parse(each || "{}").username),
  }),
);
