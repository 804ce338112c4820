import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, it } from "node:test";
import { auditActs } from "../../src/flows/audit.ts";
import { auditOf } from "../../src/flows/audit-events.ts";
import { activityKinds } from "../../src/identity/activity.ts";
import type { AccountId } from "../../src/values/ids.ts";
import { FormClient } from "../support/form-client.ts";
import { FakeClock, type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { until } from "../support/until.ts";
import { authorizationOf, codeAt, logoutPath, tokenFor } from "./journey.ts";
import { entriesOf } from "./support/audit-entries.ts";

let service: InProcessService;
let notes: TestClient;
let adaId: AccountId;
const ada = { username: "ada", password: "seven quiet rivers run north" };

before(async () => {
  service = await startInProcess();
  notes = await service.addClient({ name: "Notes" });
  adaId = await service.addAccount(ada.username, ada.password);
});
after(() => service[Symbol.asyncDispose]());

describe("the audit trail of a running service", () => {
  it("has a refused sign-in by a stranger, and one that succeeded by its person, with network and request", async () => {
    const browser = new FormClient(service.url);
    await browser.signIn("/sign-in?to=account", { ...ada, password: "not this one at all" });
    await browser.signIn("/sign-in?to=account", ada);
    const [refused] = await entriesOf(service.ports.auditTrail, "sign-in-refused", 1);
    assert.deepEqual(refused?.actor, { kind: "stranger" });
    assert.deepEqual(refused?.target, { kind: "user", id: adaId });
    assert.deepEqual(refused?.details, { reason: "mismatch" });
    const [signedIn] = await entriesOf(service.ports.auditTrail, "signed-in", 1);
    assert.deepEqual(signedIn?.actor, { kind: "person", id: adaId });
    assert.deepEqual(signedIn?.details, { methods: "pwd" });
    assert.equal(signedIn?.network, "127.0.0.0/24");
    const logged = service.log.find(({ message }) => message === "signed-in");
    assert.equal(signedIn?.requestId, logged?.fields.requestId);
  });

  it("has what a person does at once, with the request, and nothing of codes and tokens", async () => {
    const browser = new FormClient(service.url);
    await tokenFor(browser, notes, codeAt(await browser.signIn(authorizationOf(notes), ada), notes));
    const { number = 0 } = (await entriesOf(service.ports.auditTrail, "signed-in", 2))[0] ?? {};
    await tokenFor(browser, notes, codeAt(await browser.get(authorizationOf(notes)), notes));
    const signOut = await browser.get(logoutPath);
    await browser.submit(signOut, {});
    const [ended] = (await service.ports.auditTrail.list({ limit: 1, act: "session-ended" })).items;
    assert.deepEqual(ended?.actor, { kind: "person", id: adaId });
    assert.match(ended?.requestId ?? "", /^\w{6,}$/);
    const since = await service.ports.auditTrail.list({ limit: 9, order: "oldest", after: number });
    assert.deepEqual(
      since.items.map(({ act }) => act),
      ["session-ended"],
    );
  });

  it("has an entry no reader can doubt: the chain holds", async () => {
    const { problems, entries } = await service.ports.auditTrail.verify();
    assert.deepEqual(problems, []);
    assert.ok(entries > 3);
  });
});

it("LATCHKEY_AUDIT_DAYS: a running service removes what is older, and nothing else", async () => {
  const clock = new FakeClock();
  await using own = await startInProcess(
    { LATCHKEY_AUDIT_DAYS: "2" },
    // The clock is trusted, because the stopwatch agrees with it.
    { clock, stopwatch: () => clock.now() },
  );
  const { audit, auditTrail } = own.ports;
  const append = (id: string) => auditTrail.append([audit.entry("client-changed", { kind: "client", id })]);
  await append("old");
  clock.advance(2 * 86_400);
  await append("kept");
  clock.advance(86_400 + 600);
  const ids = async () => (await auditTrail.list({ limit: 9 })).items.map(({ target }) => target?.id);
  await until(async () => !(await ids()).includes("old"));
  assert.deepEqual(await ids(), [undefined, "kept"]);
  const [expired] = (await auditTrail.list({ limit: 1 })).items;
  assert.deepEqual([expired?.act, expired?.details?.from, expired?.details?.to], ["audit-expired", 1, 2]);
  assert.deepEqual((await auditTrail.verify()).problems, []);
});

it("J11: a running service removes nothing whose time was edited, and logs the damage once", async (context) => {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-audit-"));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const clock = new FakeClock();
  await using own = await startInProcess(
    { LATCHKEY_DATA_DIR: folder },
    { clock, stopwatch: () => clock.now() },
  );
  const { auditTrail } = own.ports;
  using database = new DatabaseSync(join(folder, "latchkey.db"));
  database.exec("UPDATE audit SET at = 1000");
  clock.advance(700);
  const noted = () => own.log.filter(({ message }) => message === "audit-damaged");
  await until(() => noted().length > 0);
  assert.deepEqual(
    noted().map(({ fields }) => fields.entry),
    [1],
  );
  const { items } = await auditTrail.list({ limit: 9 });
  assert.deepEqual(
    items.map(({ number, act }) => [number, act]),
    [
      [2, "audit-damaged"],
      [1, "audit-began"],
    ],
  );
  assert.deepEqual((await auditTrail.verify()).problems[0], { kind: "entry-changed", number: 1 });
});

describe("the table of acts", () => {
  const acts = new Set(Object.values(auditActs).flatMap((group) => Object.keys(group)));

  it("has every kind of activity, which is audited under its own name", () => {
    for (const kind of activityKinds) assert.ok(acts.has(kind), kind);
  });

  it("has every event that is audited by itself, and each of its events is", () => {
    for (const kind of Object.keys(auditActs.events))
      assert.equal(auditOf(kind as Parameters<typeof auditOf>[0]), "entry", kind);
  });

  it("has no act twice, and a sentence for each", () => {
    const groups = Object.values(auditActs).flatMap((group) => Object.entries(group));
    assert.equal(acts.size, groups.length);
    for (const [act, sentence] of groups) {
      assert.match(act, /^[a-z]+(?:-[a-z]+)+$/);
      assert.match(sentence, /^[A-Z].*\.$/);
    }
  });
});
