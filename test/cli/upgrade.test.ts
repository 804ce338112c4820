import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { startClaimsReceiver } from "../support/claims-receiver.ts";
import { startMailServer, type TestMailServer } from "../support/mail-server.ts";
import { placeRecordedDatabase, recordedMasterKey, recordedReleases } from "../support/recorded-release.ts";
import { LiveService, newDataDir, spawnLatchkey } from "../support/service.ts";
import { until } from "../support/until.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";

const [oldest] = recordedReleases("sqlite");
const newest = recordedReleases("sqlite").at(-1);

let mailServer: TestMailServer;
let receiver: WebhookReceiver;
let dataDir: string;
let service: LiveService;

/** An installation of the newest recorded release. */
before(async () => {
  [mailServer, receiver, dataDir] = await Promise.all([
    startMailServer(),
    startWebhookReceiver(),
    newDataDir(),
  ]);
  assert.ok(newest);
  await placeRecordedDatabase(newest, dataDir);
  service = new LiveService(dataDir, environment());
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await mailServer[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

function environment() {
  return {
    LATCHKEY_SECRET: recordedMasterKey,
    LATCHKEY_BASE_URL: "http://localhost:8080",
    LATCHKEY_SMTP_URL: mailServer.url,
    LATCHKEY_SIGN_UP: "invite",
  };
}

/** Slows each request of the rehearsal, so that the queues of its service have looked for work more than once. */
const slowly = `data:text/javascript,${encodeURIComponent(
  "const ask = fetch; globalThis.fetch = async (...given) => { await new Promise((go) => setTimeout(go, 80)); return ask(...given); }",
)}`;

/** Every file of the installation with its content. */
function contentOf(folder: string) {
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(join(folder, name)).toString("base64")]),
  );
}

interface Rehearsed {
  readonly passed: boolean;
  readonly milliseconds: number;
  readonly steps: readonly {
    readonly step: string;
    readonly passed: boolean;
    readonly milliseconds: number;
    readonly found: string;
    readonly details: readonly string[];
  }[];
}

const allSteps = [
  ...["copy", "migrate", "check", "start", "sign in", "applications", "pages", "mail", "webhook", "backup"],
];

test("a rehearsal on a database of an older release says yes, with the time of each step, and changes no byte of it", async () => {
  const seen = contentOf(dataDir);
  const { exitCode, stdout, stderr } = await service.run(["upgrade", "--rehearse", "--json"]);
  assert.equal(exitCode, 0, stderr + stdout);
  const { passed, milliseconds, steps }: Rehearsed = JSON.parse(stdout);
  assert.ok(passed && milliseconds > 0);
  assert.deepEqual(
    steps.map(({ step }) => step),
    allSteps,
  );
  assert.ok(steps.every((step) => step.passed && step.milliseconds >= 0));
  const found = new Map(steps.map((step) => [step.step, step] as const));
  assert.match(found.get("migrate")?.found ?? "", /^[1-9]\d* migrations? applied/);
  assert.equal(found.get("applications")?.found, "The test person signed in at 2 applications.");
  assert.match(found.get("mail")?.found ?? "", /sent to this command itself, and its link opens a page/);
  assert.match(found.get("backup")?.found ?? "", /made and restored: \d+ users/);
  assert.match(found.get("applications")?.details.join() ?? "", /Tele: people do not sign in at it/);
  assert.ok(
    Number(/\d+/.exec(found.get("pages")?.found ?? "")?.[0]) > 40,
    found.get("pages")?.found ?? "none",
  );
  assert.deepEqual(contentOf(dataDir), seen);
});

test("beside a running service nobody gets a mail or a webhook from it, and the test person is not there afterwards", async () => {
  // Made while nothing runs, so that both wait.
  const hook = await service.run(["webhook", "create", "--url", receiver.url, "--json"]);
  assert.equal(hook.exitCode, 0, hook.stderr);
  assert.equal((await service.run(["user", "recover", "dora", "--mail"])).exitCode, 0);
  const slow = new LiveService(dataDir, { ...environment(), NODE_OPTIONS: `--import=${slowly}` });
  const { exitCode, stdout } = await slow.run(["upgrade", "--rehearse"]);
  assert.equal(exitCode, 0, stdout);
  assert.match(stdout, /^ok {4} {2}backup /m);
  assert.deepEqual([mailServer.taken.length, receiver.received.length], [0, 0]);
  await service.start();
  const waiting = (await service.run(["mail", "list", "--json"])).stdout.trim().split("\n");
  await mailServer.tookMany(waiting.length);
  await until(() => receiver.received.length > 0);
  const [mails, posts] = [mailServer.taken.length, receiver.received.length];
  const again = await service.run(["upgrade", "--rehearse"]);
  assert.equal(again.exitCode, 0, again.stdout);
  assert.deepEqual([mailServer.taken.length, receiver.received.length], [mails, posts]);
  assert.doesNotMatch((await service.run(["user", "list"])).stdout, /rehearsal/);
  assert.equal(await service.stop(), 0);
});

test("the claims hook is asked nothing about the test person, and its clients are tried without it", async () => {
  await using hook = await startClaimsReceiver();
  const folder = await newDataDir();
  const own = new LiveService(folder, {
    ...environment(),
    LATCHKEY_CLAIMS_HOOK_URL: hook.url,
    LATCHKEY_CLAIMS_HOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
    LATCHKEY_CLAIMS_HOOK_FAIL: "closed",
  });
  assert.equal((await own.run(["db", "migrate"])).exitCode, 0);
  await own.createClient("Hooked", ["https://hooked.example/callback"], ["--openid", "--claims-hook"]);
  const { exitCode, stdout } = await own.run(["upgrade", "--rehearse"]);
  assert.equal(exitCode, 0, stdout);
  assert.match(stdout, /signed in at 1 application\./);
  assert.equal(hook.asked.length, 0);
  await rm(folder, { recursive: true });
});

test("a step that fails says no, the copy is gone, and the database is as it was", async () => {
  const folder = await newDataDir();
  assert.ok(oldest);
  await placeRecordedDatabase(oldest, folder);
  const other = new LiveService(folder, environment());
  const database = new DatabaseSync(join(folder, "latchkey.db"));
  database.exec("INSERT INTO migrations VALUES (9999, '9999-one-way-of-tomorrow', 0)");
  database.close();
  const seen = contentOf(folder);
  const { exitCode, stdout, stderr } = await other.run(["upgrade", "--rehearse"]);
  assert.equal(exitCode, 4, stdout);
  assert.match(stdout, /^failed {2}copy .*newer release \(schema 9999/m);
  assert.match(stderr, /latchkey: No: this release cannot take .* over[\s\S]*Nothing was changed/);
  assert.deepEqual(contentOf(folder), seen);
  await rm(folder, { recursive: true });
});

for (const signal of ["SIGTERM", "SIGKILL"] as const)
  test(`after ${signal} in the middle nothing is left${signal === "SIGKILL" ? " once the next one has run" : ""}`, async () => {
    const folder = await newDataDir();
    assert.ok(newest);
    await placeRecordedDatabase(newest, folder);
    const seen = contentOf(folder);
    const child = spawnLatchkey(["upgrade", "--rehearse"], folder, environment());
    child.stderr.resume();
    for await (const chunk of child.stdout) if (/^ok +check/m.test(String(chunk))) child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, "close");
    if (signal === "SIGTERM") assert.equal(child.exitCode, 130);
    else {
      assert.ok(readdirSync(folder).some((name) => name.startsWith("latchkey.db.rehearsal-")));
      const next = await new LiveService(folder, environment()).run(["upgrade", "--rehearse"]);
      assert.equal(next.exitCode, 0, next.stdout);
    }
    assert.deepEqual(contentOf(folder), seen);
    await rm(folder, { recursive: true });
  });

test("without --rehearse it says what to do instead", async () => {
  const folder = await newDataDir();
  const own = new LiveService(folder, environment());
  const bare = await own.run(["upgrade"]);
  assert.equal(bare.exitCode, 2);
  assert.match(bare.stderr, /first start of the new release[\s\S]*upgrade --rehearse/);
  await rm(folder, { recursive: true });
});
