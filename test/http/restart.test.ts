import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { openAdministration } from "../../src/administration.ts";
import { rotateKeys } from "../../src/flows/operator/key.ts";
import { loadConfig } from "../../src/ops/config.ts";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import { freePort } from "../support/free-port.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import {
  ada,
  arrivedAt,
  assertSignInForm,
  authorizationOf,
  bob,
  codeAt,
  exchange,
  logoutPath,
  submitAs,
  tokenErrorIn,
  tokenFor,
  userinfoStatus,
  usernameIn,
} from "./journey.ts";

let folder: string;
let environment: Record<string, string>;
let service: InProcessService;
let client: TestClient;
let browser: FormClient;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "latchkey-restart-"));
  environment = { LATCHKEY_DATA_DIR: folder, LATCHKEY_PORT: String(await freePort()) };
  service = await startInProcess(environment);
  await service.addAccount(ada.username, ada.password);
  await service.addAccount(bob.username, bob.password);
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  client = await service.addClient();
  browser = new FormClient(service.url);
});

/** The process ends and another one takes over port and database; the clock goes on where it stood. */
async function restart(): Promise<void> {
  const stoodAt = service.clock.now();
  browser.close();
  await service[Symbol.asyncDispose]();
  service = await startInProcess(environment);
  service.clock.advance((stoodAt - service.clock.now()) / 1_000);
}

/** What `latchkey key rotate` does beside the service when the keys of forms may have leaked. */
async function replaceKeysOfForms(): Promise<void> {
  const loaded = loadConfig({ env: environment, flags: {}, cwd: folder, readFile: () => undefined });
  assert.ok(loaded.ok);
  const administration = await openAdministration(loaded.value.config, { clock: service.clock });
  await rotateKeys(administration.keyring, {
    purposes: ["step"],
    discardsOlder: true,
    now: service.clock.now(),
    audit: administration.audit,
  });
  await administration.close();
}

describe("D19: a restart of the service between two steps of a person", () => {
  it("D19: a sign-in form from before works, with its client and state", async () => {
    const page = await browser.get(authorizationOf(client, { state: "kept" }));
    await restart();
    const answer = await submitAs(browser, page, ada);
    assert.equal(arrivedAt(answer, client.redirectUri).get("state"), "kept");
    await tokenFor(browser, client, codeAt(answer, client));
  });

  it("D19: a form from before works at another node on the same database, and in any order", async () => {
    const page = await browser.get(authorizationOf(client));
    await using second = await startInProcess({ ...environment, LATCHKEY_PORT: "0" });
    const elsewhere = new FormClient(second.url);
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
    const code = codeAt(await submitAs(elsewhere, page, ada), client);
    const token = await tokenFor(browser, client, code);
    assert.equal(await userinfoStatus(elsewhere, token), 200);
    assert.equal(tokenErrorIn(await exchange(elsewhere, client, code)), "invalid_grant");
    for (const [name, value] of elsewhere.cookies) browser.cookies.set(name, value);
    codeAt(await browser.get(authorizationOf(client)), client);
    await elsewhere.submit(await elsewhere.get(logoutPath), {});
    assertSignInForm(await browser.get(authorizationOf(client)));
  });

  it("D19: a choice and a sign-out form from before work", async () => {
    await browser.signIn(authorizationOf(client), ada);
    const consent = await browser.get(authorizationOf(client, { prompt: "consent" }));
    const signOut = await browser.get(logoutPath);
    await restart();
    codeAt(await browser.submit(consent, {}), client);
    assert.match((await browser.submit(signOut, {})).body, /You are signed out/);
    assertSignInForm(await browser.get(authorizationOf(client)));
  });

  it("D19: where the keys of forms were replaced meanwhile, the same form comes again with the username", async () => {
    const page = await browser.get(authorizationOf(client, { state: "kept" }));
    await replaceKeysOfForms();
    await restart();
    const again = await submitAs(browser, page, ada);
    assertSignInForm(again, 403);
    assert.equal(usernameIn(again), ada.username);
    assert.equal(arrivedAt(await submitAs(browser, again, ada), client.redirectUri).get("state"), "kept");
  });

  it("V7.2: a session lives on, and one that was ended stays ended", async () => {
    await browser.signIn(authorizationOf(client), ada);
    const other = new FormClient(service.url);
    await other.signIn(authorizationOf(client), bob);
    const cookie = `latchkey-session=${other.cookies.get("latchkey-session")}`;
    await other.submit(await other.get(logoutPath), {});
    await restart();
    codeAt(await browser.get(authorizationOf(client)), client);
    assertSignInForm(await browser.get(authorizationOf(client), { cookie }));
  });

  it("C2: a code on its way is exchanged, a spent one stays spent, and a token lives on", async () => {
    const spent = codeAt(await browser.signIn(authorizationOf(client), ada), client);
    const token = await tokenFor(browser, client, spent);
    const code = codeAt(await browser.get(authorizationOf(client)), client);
    await restart();
    assert.equal(await userinfoStatus(browser, token), 200);
    const fresh = await tokenFor(browser, client, code);
    assert.equal(tokenErrorIn(await exchange(browser, client, spent)), "invalid_grant");
    assert.equal(await userinfoStatus(browser, token), 401);
    assert.equal(await userinfoStatus(browser, fresh), 200);
  });

  it("E1: tries that were used up stay used up", async () => {
    const page = await browser.get(authorizationOf(client));
    const tries: HttpAnswer[] = [];
    for (let time = 0; time < 6; time++)
      tries.push(await submitAs(browser, page, { username: "nobody", password: "x" }));
    assert.equal(tries.at(-1)?.status, 429);
    await restart();
    assert.equal((await submitAs(browser, page, { username: "nobody", password: "x" })).status, 429);
  });
});
