import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, test } from "node:test";
import { auditExport } from "../../src/admin/console/audit-export.ts";
import { createPacedStream } from "../../src/admin/console/live.ts";
import type { AuditTarget } from "../../src/flows/audit.ts";
import type { Operator } from "../../src/flows/operator/access.ts";
import { createReplies } from "../../src/http/reply.ts";
import type { Web } from "../../src/http/web.ts";
import { readTrail, type TrailReader } from "../../src/operations/whole-trail.ts";
import { parseParameters } from "../../src/protocol/parameters.ts";
import { unwrap } from "../protocol/fixtures.ts";
import { ConsoleStage, formIn, mainOf, root } from "./support/console-stage.ts";
import { hostileText } from "./support/ground-rules.ts";

let stage: ConsoleStage;

beforeEach(async () => {
  stage = await ConsoleStage.set();
});
afterEach(() => stage[Symbol.asyncDispose]());

/** Appends entries as the command line does. */
function append(
  count: number,
  target: AuditTarget = { kind: "client", id: "notes" },
  at = stage,
): Promise<void> {
  const { audit, auditTrail } = at.service.ports;
  const entries = Array.from({ length: count }, (_, index) =>
    audit.entry("client-changed", target, { index, text: `=1+1,"<b>"` }),
  );
  return auditTrail.append(entries);
}

/** How many rows the table of a page has. */
function rowsIn(body: string): number {
  return [...body.matchAll(/<tr role="row">\s*<th scope="row"/g)].length;
}

test("the trail is listed newest first, in pages, with people and applications by name", async () => {
  const { id } = await stage.service.addClient({ name: "Notes <i>" });
  await append(60);
  await append(1, { kind: "client", id });
  const page = await stage.enter("/admin/audit?act=client-changed");
  assert.equal(page.status, 200, page.body);
  assert.equal(rowsIn(page.body), 50);
  assert.match(mainOf(page), /Notes &lt;i&gt;<\/bdi><\/a>/);
  assert.doesNotMatch(mainOf(page), /<b>/);
  const next = /id="next" href="([^"]+)"/.exec(page.body)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const rest = await stage.open(next);
  assert.equal(rowsIn(rest.body), 11);
  assert.match(rest.body, />Newest</);
  assert.doesNotMatch(rest.body, /data-live/, "an older page does not move");
});

test("filters by act, actor, target and time narrow the list; a moment that cannot be read is named", async () => {
  await append(2);
  await stage.enter("/admin/audit");
  const { id } = await stage.account(root.username);
  const entry = stage.service.ports.audit.entry("user-changed", { kind: "user", id });
  await stage.service.ports.auditTrail.append([entry]);
  for (const [query, rows] of [
    ["act=client-changed", 2],
    ["target=notes", 2],
    [`target=${root.username}&act=user-changed`, 1],
    ["actor=nobody-at-all", 0],
    ["act=client-changed&from=1h", 2],
    ["act=client-changed&until=2025-01-01", 0],
    ["act=client-changed&from=2026-01-01T12:00Z&until=2026-01-01T12:01Z", 2],
  ] as const)
    assert.equal(rowsIn((await stage.open(`/admin/audit?${query}`)).body), rows, query);
  const wrong = await stage.open("/admin/audit?from=%3Cscript%3E");
  assert.equal(wrong.status, 400);
  assert.match(wrong.body, /id="from-wrong"/);
  assert.equal((await stage.open("/admin/audit/export?format=csv&from=yesterday")).status, 400);
});

test("I3: an operator who may not see people filters the trail by ids alone, so that it tells nobody's name or address", async () => {
  const { id } = await stage.account(root.username);
  const entry = stage.service.ports.audit.entry("user-changed", { kind: "user", id });
  await stage.service.ports.auditTrail.append([entry]);
  const { browser } = await stage.enterWith("audit:read", "/admin/audit");
  for (const member of ["actor", "target"])
    assert.equal(rowsIn((await stage.open(`/admin/audit?${member}=${root.username}`, browser)).body), 0);
  const byId = await stage.open(`/admin/audit?target=${id}&act=user-changed`, browser);
  assert.ok(rowsIn(byId.body) > 0);
  const named = await stage.enter(`/admin/audit?target=${root.username}&act=user-changed`);
  assert.ok(rowsIn(named.body) > 0);
});

test("acts and details are in the words of the console, with applications by name, and times have seconds", async () => {
  const { id } = await stage.service.addClient({ name: "Orchard" });
  await stage.enter();
  const { id: person } = await stage.account(root.username);
  const { audit, auditTrail } = stage.service.ports;
  const target = { kind: "user", id: person } as const;
  await auditTrail.append([
    audit.entry("recovery-link-made", target, { isMailed: false, dropsSecondFactor: true }),
    audit.entry("sign-in-refused", target, { reason: "account-throttled", client: id, repeats: 1_234 }),
    audit.entry("signed-in", target, { methods: "pwd otp mfa" }),
    audit.entry("totp-on", target),
    audit.entry("upstream-added", { kind: "upstream", id: "acme" }),
    audit.entry("client-changed", { kind: "client", id }),
  ]);
  const main = mainOf(await stage.open("/admin/audit"));
  assert.match(main, /sent by mail: no; drops the second factor: yes/);
  assert.match(main, />account throttled; <a[^>]*><bdi>Orchard<\/bdi><\/a>; repeats: 1,234</);
  assert.match(main, />password and one-time code</);
  for (const words of [
    "Authenticator app on",
    "Provider added",
    "(provider)",
    "Application changed",
    "(application)",
    "Sign-in refused",
  ])
    assert.ok(main.includes(words), words);
  assert.doesNotMatch(main, /isMailed|dropsSecondFactor/);
  assert.match(main, /<time[^>]*>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d<\/time>/);
  const { items } = await auditTrail.list({ act: "recovery-link-made", limit: 1 });
  const entry = mainOf(await stage.open(`/admin/audit/${items[0]?.number}`));
  assert.match(entry, /<dt>Sent by mail<\/dt><dd>no<\/dd>/);
});

test("whoever acts on their own account is named once in a row", async () => {
  await stage.enter();
  const { id } = await stage.account(root.username);
  const { audit, auditTrail } = stage.service.ports;
  const own = audit.entry("password-changed", { kind: "user", id });
  await auditTrail.append([{ ...own, actor: { kind: "person", accountId: id } }]);
  const main = mainOf(await stage.open("/admin/audit?act=password-changed"));
  assert.equal(main.split(`/admin/people/${id}"`).length - 1, 1);
  assert.match(main, /data-name="On">(?:<[^>]*>)*themselves</);
});

test("times are picked in the browser's own field, and an age from the address is shown in it", async () => {
  await append(2);
  await stage.enter();
  const picked = "/admin/audit?act=client-changed&from=2026-01-01T11:59&until=2026-01-01T12:01";
  const page = await stage.open(picked);
  assert.equal(page.status, 200, mainOf(page));
  assert.equal(rowsIn(page.body), 2);
  assert.match(mainOf(page), /<input id="from" name="from" type="datetime-local" value="2026-01-01T11:59"/);
  assert.equal(
    rowsIn((await stage.open(picked.replace("until=2026-01-01T12:01", "until=2026-01-01T12:00"))).body),
    0,
  );
  const aged = mainOf(await stage.open("/admin/audit?act=client-changed&from=24h"));
  assert.match(aged, /name="from" type="datetime-local" value="2025-12-31T12:00"/);
  assert.match(aged, /from=24h" aria-current="true">24 hours</);
  assert.match(aged, /\/admin\/audit\/export\?act=client-changed&amp;from=24h&amp;format=csv/);
});

test("an entry has a page; one that is not there says so", async () => {
  await append(1);
  await stage.enter("/admin");
  const { items } = await stage.service.ports.auditTrail.list({ act: "client-changed", limit: 1 });
  const number = items[0]?.number ?? 0;
  const page = await stage.open(`/admin/audit/${number}`);
  assert.match(mainOf(page), new RegExp(`Entry ${number}: `));
  assert.ok(mainOf(page).includes(`href="/admin/audit/${number - 1}">Earlier<`));
  assert.match(mainOf(page), /Properties of a client were changed/);
  for (const missing of ["99999999", "0", "-1", "1e3", "x", "9".repeat(40)])
    assert.equal((await stage.open(`/admin/audit/${missing}`)).status, 404, missing);
});

test("the trail is exported whole as CSV and as JSON lines", async () => {
  await append(2_345);
  await stage.enter("/admin");
  const csv = await stage.open("/admin/audit/export?format=csv&act=client-changed");
  assert.equal(csv.headers["content-type"], "text/csv; charset=utf-8");
  assert.equal(csv.headers["content-disposition"], 'attachment; filename="audit.csv"');
  const lines = csv.body.trimEnd().split("\r\n");
  assert.equal(lines.length, 2_346);
  assert.match(lines[0] ?? "", /^number,at,act/);
  const json = await stage.open("/admin/audit/export?format=jsonl&act=client-changed");
  const records = json.body
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { details: { index: number } });
  assert.deepEqual(
    records.map(({ details }) => details.index),
    Array.from({ length: 2_345 }, (_, index) => index),
  );
});

test("J8: an export to a slow browser ends where the operator may not have it any more, and looks unfinished", async () => {
  await append(50);
  const web = {
    replies: createReplies({ isHttps: true, hstsForSubdomains: false }),
    administration: { auditTrail: stage.service.ports.auditTrail },
  } as unknown as Web;
  const query = unwrap(parseParameters("format=csv"));
  let looks = 0;
  const operator = { caller: "ada" } as Operator;
  const reply = auditExport({ web, query, operator }, {}, async () => ++looks < 10);
  const ended = Promise.withResolvers<string>();
  const written: string[] = [];
  reply.goOn?.({
    write: (text) => written.push(text) < 5,
    onDrained: (listener) => void setImmediate(listener),
    end: () => ended.resolve("end"),
    cut: () => ended.resolve("cut"),
    onClosed: () => {},
  });
  assert.equal(await ended.promise, "cut");
  assert.ok(written.length < 20, `${written.length} lines`);
});

test("J7: four readings of the whole trail run at once; the next one is told when to retry", async () => {
  await stage.enter("/admin");
  const gate = Promise.withResolvers<void>();
  const others = ["ada", "ada", "bo", "bo"].map((caller): TrailReader => ({ caller }));
  const readings = others.map((each) => readTrail(each, () => gate.promise));
  const waits = await stage.open("/admin/audit/export?format=jsonl");
  assert.deepEqual([waits.status, waits.headers["retry-after"]], [429, "30"]);
  assert.match(mainOf(waits), /At most 4 exports or verifications/);
  const page = await stage.open("/admin/audit/verify");
  assert.equal((await stage.send(page, "/audit/verify")).status, 429);
  gate.resolve();
  await Promise.all(readings);
  assert.equal((await stage.open("/admin/audit/export?format=jsonl")).status, 200);
  assert.equal((await stage.send(page, "/audit/verify")).status, 200);
});

test("J7: of exports that are let pass at the same moment, no more than may run are sent; the others are cut", async () => {
  const web = {
    replies: createReplies({ isHttps: true, hstsForSubdomains: false }),
    administration: { auditTrail: stage.service.ports.auditTrail },
  } as unknown as Web;
  const query = unwrap(parseParameters("format=csv"));
  const send = (caller: string) => {
    const ended = Promise.withResolvers<string>();
    auditExport({ web, query, operator: { caller } as Operator }, {}, async () => true).goOn?.({
      write: () => true,
      onDrained: () => {},
      end: () => ended.resolve("end"),
      cut: () => ended.resolve("cut"),
      onClosed: () => {},
    });
    return ended.promise;
  };
  const ends = await Promise.all(["ada", "ada", "ada", "bo", "bo", "cy"].map(send));
  assert.deepEqual(ends, ["end", "end", "cut", "end", "end", "cut"]);
});

test("J7: one operator can run two readings of the whole trail at once, so that a slow one does not block others", async () => {
  await stage.enter("/admin");
  const gate = Promise.withResolvers<void>();
  const own = { account: await stage.account(root.username), caller: "another client of theirs" };
  const readings = [own, own].map((each) => readTrail(each, () => gate.promise));
  assert.equal((await stage.open("/admin/audit/export?format=jsonl")).status, 429);
  await stage.service.addAccount("ada", root.password);
  await stage.change("ada", { isAdmin: true });
  const other = stage.newBrowser();
  await stage.enter("/admin", other, { ...root, username: "ada" });
  assert.equal((await stage.open("/admin/audit/export?format=jsonl", other)).status, 200);
  const page = await stage.open("/admin/audit/verify", other);
  assert.equal((await stage.send(page, "/audit/verify", {}, other)).status, 200);
  gate.resolve();
  await Promise.all(readings);
});

test("a live page that does not read has at most one message waiting and is closed after 30 seconds", () => {
  const sent: string[] = [];
  let [drained, isCut] = [() => {}, false];
  const paced = createPacedStream({
    write: (text) => sent.push(text) < 2,
    onDrained: (listener) => {
      drained = listener;
    },
    cut: () => {
      isCut = true;
    },
  });
  paced.write("a");
  assert.equal(paced.isBehind(), false);
  paced.write("b");
  assert.equal(paced.isBehind(), true);
  for (let tick = 0; tick < 59; tick += 1) paced.wait();
  assert.equal(isCut, false);
  drained();
  assert.equal(paced.isBehind(), false);
  paced.write("c");
  for (let tick = 0; tick < 60; tick += 1) paced.wait();
  assert.deepEqual([isCut, sent], [true, ["a", "b", "c"]]);
});

test("another site can neither include an export nor listen to a stream", async () => {
  await stage.enter("/admin");
  const answer = await stage.open("/admin/audit/export?format=jsonl");
  assert.equal(answer.headers["cross-origin-resource-policy"], "same-origin");
});

test("verifying says that the trail is sound, and gives the anchor to keep", async () => {
  await append(5);
  const page = await stage.enter("/admin/audit/verify");
  const done = await stage.send(page, "/audit/verify");
  assert.match(mainOf(done), /entries verified\. Nothing was altered/);
  assert.match(mainOf(done), /<code id="anchor-now">\d+:[0-9a-f]{64}<\/code>/);
  const { fields } = formIn(page, "/audit/verify");
  fields.set("step", "forged");
  assert.equal((await stage.browser.post("/admin/audit/verify", fields)).status, 403);
});

test("a kept anchor proves that the trail was not put back, and one of another trail is refused or missed", async () => {
  await append(3);
  const page = await stage.enter("/admin/audit/verify");
  const done = await stage.send(page, "/audit/verify");
  const [, anchor = ""] = /id="anchor-now">([^<]+)/.exec(done.body) ?? [];
  await append(2);
  const again = await stage.send(page, "/audit/verify", { anchor });
  assert.match(mainOf(again), /Nothing was altered, and the entry of the anchor is there/);
  const [number = ""] = anchor.split(":");
  const other = `${number}:${"0".repeat(64)}`;
  const missed = await stage.send(page, "/audit/verify", { anchor: other });
  assert.match(
    mainOf(missed),
    /is not the one that the anchor names: the trail was put back to an older state/,
  );
  const wrong = await stage.send(page, "/audit/verify", { anchor: hostileText });
  assert.equal(wrong.status, 400);
  assert.match(mainOf(wrong), /id="anchor-wrong">An anchor is a number/);
  assert.ok(!wrong.body.includes(hostileText));
});

test("a long trail is verified in parts; a part that was changed, another's or an old one begins anew", async () => {
  await using other = await ConsoleStage.set();
  for (let count = 0; count < 45; count += 1) await append(1_000, undefined, other);
  const first = await other.send(await other.enter("/admin/audit/verify"), "/audit/verify");
  assert.match(
    mainOf(first),
    /20,000 of 45,\d{3} entries so far[\s\S]*<progress max="45\d{3}" value="20000"/,
  );
  assert.match(first.body, /go-on"\)\?\.click/, "with scripts it goes on by itself");
  const second = await other.send(first, "/audit/verify");
  assert.match(mainOf(second), /40,000 of/);
  const sealed = formIn(first, "/audit/verify").fields.get("so_far") ?? "";
  const changed = await other.send(first, "/audit/verify", { so_far: `${sealed.slice(0, -2)}AA` });
  assert.match(mainOf(changed), /Begin again/);
  await other.service.addAccount("ada", root.password);
  await other.change("ada", { isAdmin: true });
  const theirs = other.newBrowser();
  const page = await other.enter("/admin/audit/verify", theirs, { ...root, username: "ada" });
  assert.match(mainOf(await other.send(page, "/audit/verify", { so_far: sealed }, theirs)), /Begin again/);
  const gate = Promise.withResolvers<void>();
  const own = { account: await other.account(root.username), caller: "another client of theirs" };
  const readings = [own, own].map((each) => readTrail(each, () => gate.promise));
  const waits = await other.send(second, "/audit/verify");
  assert.deepEqual([waits.status, waits.headers["retry-after"]], [429, "30"]);
  assert.doesNotMatch(waits.body, /go-on"\)\?\.click/);
  gate.resolve();
  await Promise.all(readings);
  assert.match(
    mainOf(await other.send(waits, "/audit/verify")),
    /45,\d{3} entries verified\. Nothing was altered/,
  );
  other.service.clock.advance(3_601);
  const late = await other.open("/admin/audit/verify");
  assert.match(mainOf(await other.send(late, "/audit/verify", { so_far: sealed })), /longer than an hour/);
});

test("verifying names the entry that somebody changed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-audit-"));
  {
    await using other = await ConsoleStage.set({ LATCHKEY_DATA_DIR: folder });
    const page = await other.enter("/admin/audit/verify");
    const database = new DatabaseSync(join(folder, "latchkey.db"), { timeout: 5_000 });
    database.exec("UPDATE audit SET act = 'user-created' WHERE number = 1");
    database.close();
    assert.match(mainOf(await other.send(page, "/audit/verify")), /Entry 1 is not as it was written/);
  }
  await rm(folder, { recursive: true, force: true });
});

test("new entries come to the page by server-sent events, and an event source that comes again misses none", async () => {
  await stage.enter("/admin/audit");
  const { last } = (await stage.service.ports.auditTrail.head()) ?? { last: 0 };
  const cookie = [...stage.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const listen = (headers: Readonly<Record<string, string>>) =>
    new Promise<string>((resolve, reject) => {
      const target = `${stage.service.url}/admin/audit/live?act=client-changed&since=${last}`;
      const request = get(target, { headers: { cookie, ...headers } }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
          if (!text.includes("\n\n", text.indexOf("event:")) || !text.includes("event:")) return;
          resolve(text);
          request.destroy();
        });
      });
      request.on("error", reject);
    });
  await append(2);
  const first = await listen({});
  const id = Number(/^id: (\d+)$/m.exec(first)?.[1]);
  const { items } = await stage.service.ports.auditTrail.list({ act: "client-changed", limit: 1 });
  assert.equal(id, items[0]?.number);
  assert.equal(rowsIn(JSON.parse(/^data: (.*)$/m.exec(first)?.[1] ?? "")), 2);
  await append(1);
  const again = await listen({ "last-event-id": String(id) });
  assert.equal(
    rowsIn(JSON.parse(/^data: (.*)$/m.exec(again)?.[1] ?? "")),
    1,
    "what was sent does not come twice",
  );
});
