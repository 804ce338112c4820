import assert from "node:assert/strict";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { systemClock } from "../../src/adapters/system/clock.ts";
import type { Event } from "../../src/flows/events.ts";
import { logListening } from "../../src/ops/listening.ts";
import { createEvents, describeFailure, type Log, openLog } from "../../src/ops/log.ts";
import { openLogDestination } from "../../src/ops/log-destination.ts";
import { formatForPeople } from "../../src/ops/log-for-people.ts";
import type { LogLevel } from "../../src/ops/settings/service.ts";
import { accountIdOf, clientIdOf, parseClientId, requestIdOf } from "../../src/values/ids.ts";
import { parseIssuer } from "../../src/values/issuer.ts";
import { Secret } from "../../src/values/secret.ts";
import { instantOf } from "../../src/values/time.ts";
import { unwrap } from "../protocol/fixtures.ts";
import { FakeClock } from "../support/in-process.ts";

let folder: string;
let file: string;
let fd: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "latchkey-log-"));
  file = join(folder, "log");
  fd = openSync(file, "a");
});
afterEach(() => {
  closeSync(fd);
  rmSync(folder, { recursive: true });
});

const jsonLines = { isTerminal: false, hasColour: false };

function openTestLog(level: LogLevel = "info"): Log {
  return openLog({ ...jsonLines, level, fd, clock: systemClock });
}

/** Reads until as many lines are there; the log writes on its own time. */
async function lines(log: Log, count: number): Promise<Record<string, unknown>[]> {
  for (;;) {
    log.flush();
    const written = readFileSync(file, "utf8").split("\n").slice(0, -1);
    if (written.length >= count) return written.map((line) => JSON.parse(line));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const clock = new FakeClock();
const origin = { requestId: requestIdOf("r1"), network: () => "192.0.2.0/24" };

test("the first line says where the service listens", async () => {
  const log = openTestLog();
  logListening(log, { url: "http://127.0.0.1:8080", issuer: unwrap(parseIssuer("http://localhost:8080")) });
  const [line] = await lines(log, 1);
  assert.equal(line?.msg, "listening");
  assert.equal(line?.url, "http://127.0.0.1:8080");
  assert.equal(line?.level, "info");
  assert.match(String(line?.time), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test("every line says when it was written, to the millisecond", async () => {
  const instants = [0, 7, 999, 1_000, 1_790_000_000_123, 1_790_000_000_001, 253_402_300_800_042];
  let now = 0;
  const log = openLog({ ...jsonLines, level: "info", fd, clock: { now: () => instantOf(now) } });
  for (now of instants) log.info({}, "written");
  assert.deepEqual(
    (await lines(log, instants.length)).map(({ time }) => time),
    instants.map((at) => new Date(at).toISOString()),
  );
});

test("an event below the level costs nothing: not even the caller's network is worked out", async () => {
  const log = openTestLog("warn");
  const network = (): string => assert.fail("Nobody asked.");
  createEvents(log, { clock }).record(
    { kind: "signed-out", accountId: accountIdOf("x".repeat(20)) },
    { ...origin, network },
  );
  createEvents(log, { clock }).record(
    { kind: "exchange-refused", reason: "code-expired", clientId: "unknown" },
    origin,
  );
  assert.deepEqual(
    (await lines(log, 1)).map(({ msg }) => msg),
    ["exchange-refused"],
  );
});

test("each event is one line with its kind, the request and the caller's network", async () => {
  const log = openTestLog();
  const clientId = parseClientId("lkcTest");
  assert.ok(clientId);
  createEvents(log, { clock }).record({ kind: "exchange-refused", reason: "code-expired", clientId }, origin);
  const [line] = await lines(log, 1);
  assert.equal(line?.msg, "exchange-refused");
  assert.equal(line?.level, "warn");
  assert.equal(line?.reason, "code-expired");
  assert.equal(line?.clientId, "lkcTest");
  assert.equal(line?.requestId, "r1");
  assert.equal(line?.network, "192.0.2.0/24");
  assert.equal("kind" in (line ?? {}), false);
});

test("a client that asks for openid in vain is warned of once, with the command that repairs it", async () => {
  const log = openTestLog();
  const events = createEvents(log, { clock, runLatchkey: "npx latchkey" });
  for (const name of ["lkcOne", "lkcTwo", "lkcOne"]) {
    const clientId = parseClientId(name);
    assert.ok(clientId);
    events.record({ kind: "openid-not-registered", clientId }, origin);
  }
  log.warn({}, "last");
  const told = await lines(log, 3);
  assert.deepEqual(
    told.map(({ level, msg, clientId, repair }) => [level, msg, clientId, repair]),
    [
      ["warn", "openid-not-registered", "lkcOne", "npx latchkey client update lkcOne --openid"],
      ["warn", "openid-not-registered", "lkcTwo", "npx latchkey client update lkcTwo --openid"],
      ["warn", "last", undefined, undefined],
    ],
  );
});

test("E24: text from outside cannot start a line, hide or reorder what follows", async () => {
  const received = 'https://x.example/\n{"level":"error","msg":"forged"}\u202e\u0000\u001b[31m\u200b\u2028';
  const log = openTestLog();
  createEvents(log, { clock }).record({ kind: "authorization-refused", reason: "r", received }, origin);
  const [line, ...more] = await lines(log, 1);
  assert.deepEqual(more, []);
  assert.equal(line?.received, received, "the text itself is kept");
  const raw = readFileSync(file, "utf8");
  assert.match(raw, /^[\x20-\x7e]+\n$/, "and written in visible characters only");
});

test("a level below the chosen one writes nothing", async () => {
  const log = openTestLog("warn");
  log.info({}, "quiet");
  log.warn({}, "loud");
  assert.deepEqual(
    (await lines(log, 1)).map(({ msg }) => msg),
    ["loud"],
  );
});

test("secrets under their usual names and values of Secret are not written", async () => {
  const planted = "planted-Pa55word";
  const log = openTestLog();
  log.info({ password: planted, code: planted, client_secret: planted, authorization: planted }, "a");
  log.info({ anything: new Secret(planted), nested: { deep: new Secret(planted) } }, "b");
  await lines(log, 2);
  assert.ok(!readFileSync(file, "utf8").includes(planted));
});

test("fields that JSON cannot hold cost nobody the line, nor the request that it tells of", async () => {
  const log = openTestLog();
  const endless: Record<string, unknown> = {};
  endless.itself = endless;
  log.warn({ endless }, "a cycle");
  log.warn({ count: 1n }, "a large number");
  assert.deepEqual(
    (await lines(log, 2)).map(({ level, fields, msg }) => [level, fields, msg]),
    [
      ["warn", "unwritable", "a cycle"],
      ["warn", "unwritable", "a large number"],
    ],
  );
});

const secrets = {
  "a client secret": `lks${"aB3".repeat(13)}x`,
  "an access token": `lkat_${"a_-9".repeat(16)}`,
  "an authorization code": `lkac_${"a_-9".repeat(40)}`,
  "a refresh token": `lkrt_${"a_-9".repeat(20)}`,
  "a registration access token": `lkra_${"a_-9".repeat(11)}`,
};
for (const [what, secret] of Object.entries(secrets))
  test(`${what} is taken out of whatever it stands in`, async () => {
    const log = openTestLog();
    const values = [
      secret,
      `https://app.example/cb/${secret}/x`,
      `a ${secret}.`,
      secret.replace("_", "%5f"),
      `${"x".repeat(190)}/${secret}`,
    ];
    for (const received of values)
      createEvents(log, { clock }).record({ kind: "authorization-refused", reason: "r", received }, origin);
    log.info({ deep: { list: values } }, "other");
    await lines(log, values.length + 1);
    const written = readFileSync(file, "utf8");
    const inner = secret.replace(/^lk(s|.._)/, "");
    assert.ok(!written.includes(inner.slice(0, 16)), written);
    assert.match(written, /\[redacted\]/);
  });

test("ids, hosts and words that only look a little like secrets stay", async () => {
  const log = openTestLog();
  const received = "lkc01234567890123456789 lku01234567890123456789 https://lks.example/lkat_x lkat_";
  createEvents(log, { clock }).record({ kind: "authorization-refused", reason: "r", received }, origin);
  assert.equal((await lines(log, 1))[0]?.received, received);
});

test("a value is cut to 200 characters, so that one bad request makes no long line", async () => {
  const log = openTestLog();
  const long = `https://app.example/${"é".repeat(2000)}`;
  const event = {
    kind: "authorization-refused",
    reason: "r",
    received: long,
    nearest: long,
    repair: long,
  } as const;
  createEvents(log, { clock }).record(event, origin);
  const [line] = await lines(log, 1);
  assert.equal(line?.received, `${long.slice(0, 200)}… (2020 characters)`);
  assert.ok(JSON.stringify(line).length < 1000);
});

test("a refusal that a network causes again and again is written 60 times a minute and then counted", async () => {
  const log = openTestLog();
  const time = new FakeClock();
  const events = createEvents(log, { clock: time });
  const refused = (reason: string, network = "192.0.2.0/24") =>
    events.record(
      { kind: "authorization-refused", reason, received: crypto.randomUUID() },
      { requestId: requestIdOf("r"), network: () => network },
    );
  for (let count = 0; count < 500; count++) refused("client-unknown");
  refused("client-unknown", "198.51.100.0/24");
  refused("client-id-missing");
  assert.equal((await lines(log, 62)).length, 62);
  time.advance(60);
  refused("client-id-missing");
  const after = (await lines(log, 64)).slice(62);
  assert.deepEqual(
    after.map(({ reason, repeats }) => [reason, repeats]),
    [
      ["client-unknown", 440],
      ["client-id-missing", undefined],
    ],
  );
  for (let count = 0; count < 100; count++) refused("client-unknown");
  events.close();
  const last = (await lines(log, 64 + 61)).at(-1);
  assert.deepEqual([last?.reason, last?.repeats], ["client-unknown", 40]);
});

for (const event of [
  { kind: "server-logout-refused", reason: "id-token-hint-invalid" },
  { kind: "client-secret-exposed", clientId: clientIdOf("x".repeat(20)), where: "token-query" },
] as const)
  test(`${event.kind}, which strangers can cause as often as they like, is counted too`, async () => {
    const log = openTestLog();
    const events = createEvents(log, { clock });
    for (let count = 0; count < 100; count++) events.record(event, origin);
    events.close();
    log.info({}, "last");
    const written = await lines(log, 62);
    assert.deepEqual([written.length, written[60]?.repeats], [62, 40]);
  });

test("what is counted has a limit: of very many networks the oldest count is told early", async () => {
  const log = openTestLog();
  const events = createEvents(log, { clock });
  const refused = (network: string) =>
    events.record(
      { kind: "request-refused", reason: "r", status: 400 },
      { ...origin, network: () => network },
    );
  for (let count = 0; count < 70; count++) refused("first");
  for (let count = 0; count < 1001; count++) refused(`${count}`);
  const written = await lines(log, 60 + 1001 + 1);
  assert.equal(written.find(({ repeats }) => repeats !== undefined)?.repeats, 10);
});

test("an unexpected failure is told by name, code and place, never by its message", async () => {
  const planted = "planted-Pa55word";
  const cause = Object.assign(new Error(`${planted}\n    at planted (${planted}:1:1)`), { code: "EIO" });
  const failure = new TypeError(`${planted} is wrong`, { cause });
  const log = openTestLog();
  const event: Event = { kind: "unexpected-failure", cause: failure };
  createEvents(log, { clock }).record(event, origin);
  const [line] = await lines(log, 1);
  assert.equal(line?.level, "error");
  const told = JSON.stringify(line);
  assert.ok(!told.includes(planted), told);
  assert.match(told, /"name":"TypeError"/);
  assert.match(told, /log\.test\.ts/);
  assert.match(told, /"errorCode":"EIO"/);
});

test("a failure that is no error, or endless in causes, is described all the same", () => {
  assert.deepEqual(describeFailure("text"), { name: "string", stack: [] });
  const endless = new Error("x");
  endless.cause = endless;
  let depth = 0;
  for (let at = describeFailure(endless).cause; at !== undefined; at = at.cause) depth++;
  assert.equal(depth, 4);
});

test("G12: lines that cannot be written are counted, and nobody is stopped", async () => {
  const readOnly = openSync(file, "r");
  try {
    const destination = openLogDestination(readOnly);
    destination.write("one\n");
    destination.write("two\n");
    destination.flush();
    while (destination.lostLines < 2) await new Promise((resolve) => setImmediate(resolve));
    destination.write("three\n");
    destination.flushSync();
    assert.equal(destination.lostLines, 3);
  } finally {
    closeSync(readOnly);
  }
});

test("everything that is held is written when the process ends", () => {
  const destination = openLogDestination(fd);
  for (let number = 0; number < 10; number++) destination.write(`${number}\n`);
  destination.flushSync();
  assert.equal(readFileSync(file, "utf8"), "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n");
});

test("more than one piece is held: each flush writes whole lines, and the next goes on behind them", async () => {
  const destination = openLogDestination(fd);
  const expected = Array.from({ length: 300 }, (_, number) => `${number} ${"x".repeat(50)}\n`);
  for (const line of expected) destination.write(line);
  while (readFileSync(file).length < expected.join("").length) {
    destination.flush();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(readFileSync(file, "utf8"), expected.join(""));
});

test("lines stay in order however often they are flushed", async () => {
  const log = openTestLog();
  for (let number = 0; number < 500; number++) {
    log.info({ number }, "counting");
    if (number % 7 === 0) log.flush();
  }
  const numbers = (await lines(log, 500)).map(({ number }) => number);
  assert.deepEqual(
    numbers,
    Array.from({ length: 500 }, (_, number) => number),
  );
});

test("for people a line is short, and text from outside stays quoted", () => {
  const json = JSON.stringify({
    level: "warn",
    time: "2026-11-21T12:34:56.000Z",
    reason: "unknown-client",
    received: "a b\u001b[31m\u202e",
    msg: "authorization-refused",
  });
  assert.equal(
    formatForPeople(json, false),
    '12:34:56 warn  authorization-refused  reason=unknown-client  received="a b\\u001b[31m\\u202e"\n',
  );
  assert.ok(formatForPeople(json, true).includes("\u001b["));
});
