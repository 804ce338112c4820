import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startService } from "../../src/compose.ts";
import { configOf, FakeClock, type LogLine, recordingLog } from "../support/in-process.ts";
import { LiveService } from "../support/service.ts";

test("a service makes a backup when one is due, checks it, says so in its metrics, and logs a failure with its cause", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-schedule-"));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const backups = join(folder, "backups");
  mkdirSync(backups);
  const config = configOf(folder, {
    LATCHKEY_BACKUP_EVERY: "1h",
    LATCHKEY_BACKUP_DIR: backups,
    LATCHKEY_BACKUP_KEEP: "2",
    LATCHKEY_BACKUP_PASSPHRASE: "several words that nobody tries",
    LATCHKEY_METRICS_PORT: "0",
  });
  const clock = new FakeClock();
  let figures = "";
  /** Serves until a line about a backup is there, and then reads the metrics. */
  const serve = async (): Promise<LogLine | undefined> => {
    const lines: LogLine[] = [];
    const about = () => lines.find(({ message }) => message.startsWith("backup-"));
    await using _service = await startService({ config, clock, log: recordingLog(lines) });
    while (about() === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    const metrics = lines.find(({ message }) => message === "metrics-listening")?.fields.url;
    figures = await (await fetch(String(metrics))).text();
    return about();
  };
  assert.equal((await serve())?.message, "backup-made");
  assert.equal(readdirSync(backups).length, 1);
  clock.advance(2 * 3600);
  assert.equal((await serve())?.message, "backup-made");
  assert.equal(readdirSync(backups).length, 2);
  const made = clock.now() / 1000;
  assert.ok(figures.includes(`latchkey_backup_success_timestamp_seconds ${made}\n`), figures);
  assert.ok(figures.includes(`latchkey_backup_proved_timestamp_seconds ${made}\n`), figures);
  clock.advance(2 * 3600);
  rmSync(backups, { recursive: true });
  const failed = await serve();
  assert.equal(failed?.message, "backup-failed");
  assert.match(String(failed?.fields.cause), /There is no folder .*backups/);
});

test("two services on one database make one backup", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-two-"));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const backups = join(folder, "backups");
  mkdirSync(backups);
  const settings = { LATCHKEY_BACKUP_EVERY: "1h", LATCHKEY_BACKUP_DIR: backups };
  await using first = new LiveService(folder, { LATCHKEY_LOG_LEVEL: "info" });
  assert.equal((await first.run(["db", "migrate"])).exitCode, 0);
  const services = [new LiveService(folder, settings), new LiveService(folder, settings)];
  const made = Promise.race(services.map((service) => service.logged("backup-made")));
  await Promise.all(services.map((service) => service.start()));
  await made;
  for (const service of services) assert.equal(await service.stop(), 0);
  const lines = services.flatMap(({ logLines }) => logLines).filter((line) => line.includes('"backup-'));
  assert.equal(lines.length, 1, lines.join("\n"));
  assert.equal(readdirSync(backups).length, 1);
  const audited = await first.run(["audit", "list", "--json", "--act", "backup-made"]);
  assert.equal(audited.stdout.trim().split("\n").length, 1, audited.stdout);
});
