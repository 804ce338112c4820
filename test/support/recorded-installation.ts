import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Secret, TOTP } from "otpauth";
import { passkeyFormTo } from "../http/support/passkey-proof.ts";
import { TestAuthenticator } from "./authenticator.ts";
import { authorizationTarget, codeIn } from "./authorization-url.ts";
import { FormClient, findForm, type HttpAnswer } from "./form-client.ts";
import type { PostgresServer } from "./postgres.ts";
import {
  loadRecordedDatabase,
  placeRecordedDatabase,
  type RecordedRelease,
  recordedBaseUrl,
  recordedMasterKey,
} from "./recorded-release.ts";
import { type LiveService, newDataDir, type RegisteredClient } from "./service.ts";

const movedClock = resolve(import.meta.dirname, "moved-clock.ts");
const fresh = "nineteen paper boats drift past";
const second = 1000;

/**
 * The installation as the release left it, on that PostgreSQL or in a file. For its programs it is the moment at which it was recorded.
 */
export async function installationOf(record: RecordedRelease, server?: PostgresServer) {
  const dataDir = await newDataDir();
  if (server === undefined) await placeRecordedDatabase(record, dataDir);
  const clock = join(dataDir, "milliseconds");
  await writeFile(clock, String(record.recordedAt + second - Date.now()));
  const environment = {
    LATCHKEY_BASE_URL: recordedBaseUrl,
    LATCHKEY_SECRET: recordedMasterKey,
    ...(server && { LATCHKEY_DATABASE_URL: await loadRecordedDatabase(record, server) }),
    ...(record.invitationLink !== undefined && { LATCHKEY_SIGN_UP: "invite" }),
    LATCHKEY_LOG_LEVEL: "info",
    MOVED_CLOCK_FILE: clock,
    NODE_OPTIONS: `--import=${movedClock}`,
  };
  return {
    dataDir,
    environment,
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
  };
}

/** The members that are read here of what commands print. */
interface Printed {
  readonly applied?: readonly string[];
  readonly sound?: boolean;
  readonly problems?: readonly string[];
  readonly username?: string;
  readonly client_id?: string;
}

/** What a command prints under `--json`; it must succeed. */
export async function json(
  service: LiveService,
  words: readonly string[],
): Promise<readonly [Printed, ...Printed[]]> {
  const { exitCode, stdout, stderr } = await service.run([...words, "--json"]);
  assert.equal(exitCode, 0, `latchkey ${words.join(" ")}: ${stderr}`);
  const [first = "{}", ...more] = stdout.trim().split("\n");
  return [JSON.parse(first), ...more.map((line): Printed => JSON.parse(line))];
}

function browserOf(service: LiveService, cookies: Readonly<Record<string, string>> = {}): FormClient {
  const browser = new FormClient(`http://127.0.0.1:${service.port}`);
  for (const [name, value] of Object.entries(cookies)) browser.cookies.set(name, value);
  return browser;
}

async function token(
  service: LiveService,
  client: RegisteredClient,
  fields: Readonly<Record<string, string>>,
) {
  const body = new URLSearchParams({
    client_id: client.clientId,
    client_secret: client.clientSecret,
    ...fields,
  });
  const answer = await fetch(`http://127.0.0.1:${service.port}/v1/Oauth/token`, { method: "POST", body });
  const members: Readonly<Record<string, unknown>> = JSON.parse(await answer.text());
  return { ...members, status: answer.status } as { readonly status: number; readonly error?: string };
}

async function userinfo(service: LiveService, accessToken: string): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const answer = await fetch(`http://127.0.0.1:${service.port}/v1/Oauth/userinfo`, { headers });
  await answer.body?.cancel();
  return answer.status;
}

/** Follows the service's own redirects; the first answer that leads to the application, or a page. */
async function goOn(browser: FormClient, answer: HttpAnswer): Promise<HttpAnswer> {
  let last = answer;
  for (let turns = 0; last.headers.location?.startsWith("/"); turns += 1) {
    assert.ok(turns < 6, "the service leads in a circle");
    last = await browser.get(last.headers.location);
  }
  return last;
}

/** The person signs in with the password in a browser that nobody knows. */
async function signIn(service: LiveService, record: RecordedRelease, username: string, password: string) {
  const browser = browserOf(service);
  const answer = await goOn(
    browser,
    await browser.signIn(authorizationTarget(record.notes), { username, password }),
  );
  return { browser, answer };
}

/** The code, the tokens, the session, the consent and the device of the record go on working. */
export async function requireOldSecrets(service: LiveService, record: RecordedRelease): Promise<void> {
  const { notes, diary, cookies, accessToken, refreshToken, unusedCode } = record;
  const redeemed = await token(service, notes, { code: unusedCode });
  assert.equal(redeemed.status, 200, `the code: ${redeemed.error}`);
  assert.equal(await userinfo(service, accessToken), 200, "the access token");
  const fields = { grant_type: "refresh_token", refresh_token: refreshToken };
  const refreshed = await token(service, diary, fields);
  assert.equal(refreshed.status, 200, `the refresh token: ${refreshed.error}`);
  const ada = browserOf(service, cookies);
  codeIn((await ada.get(authorizationTarget(notes))).headers.location);
  const ofDiary = { response_type: "code", scope: "openid offline_access", state: "s" };
  const agreed = await ada.get(authorizationTarget(diary, ofDiary));
  codeIn(agreed.headers.location);
  if (record.tele === undefined) return;
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  const polled = await token(service, record.tele, { grant_type, device_code: record.deviceCode ?? "" });
  assert.equal(polled.error, "authorization_pending", "the device");
}

/** The password, the app, a recovery code and the passkey sign in. */
export async function requireOldFactors(service: LiveService, record: RecordedRelease): Promise<void> {
  const { password, totpKey, recoveryCodes, passkey } = record;
  const ada = await signIn(service, record, "ada", password);
  codeIn(ada.answer.headers.location);
  if (totpKey !== undefined) {
    const timestamp = record.recordedAt + 31 * second;
    const ofApp = TOTP.generate({ secret: Secret.fromBase32(totpKey), timestamp });
    for (const otp of [ofApp, recoveryCodes?.[0] ?? ""]) {
      const bob = await signIn(service, record, "bob", password);
      assert.match(bob.answer.body, /name="otp"/);
      const wrong = await bob.browser.submit(bob.answer, { otp: "0000-0000-0000" });
      assert.match(wrong.body, /name="otp"/);
      codeIn((await goOn(bob.browser, await bob.browser.submit(wrong, { otp }))).headers.location);
    }
  }
  if (passkey === undefined) return;
  const browser = browserOf(service);
  const page = await browser.get(authorizationTarget(record.notes));
  const { action, fields } = passkeyForm(page);
  fields.set("passkey", TestAuthenticator.of(passkey).assert(fields.get("step") ?? ""));
  codeIn((await goOn(browser, await browser.post(action, fields))).headers.location);
}

function passkeyForm(page: HttpAnswer) {
  const form = findForm(page.body);
  return form.fields.has("step") ? form : passkeyFormTo("/", page);
}

/** The links that were sent set a password, and make an account. */
export async function requireOldLinks(service: LiveService, record: RecordedRelease): Promise<void> {
  const { recoveryLink, invitationLink } = record;
  if (recoveryLink !== undefined) {
    const browser = browserOf(service);
    await browser.submit(await browser.get(recoveryLink), { new_password: fresh });
    codeIn((await signIn(service, record, "dora", fresh)).answer.headers.location);
  }
  if (invitationLink === undefined) return;
  const browser = browserOf(service);
  const page = await browser.get(invitationLink);
  await browser.submit(page, { username: "eve", new_password: fresh });
  codeIn((await signIn(service, record, "eve", fresh)).answer.headers.location);
}

/** Commands list what the release had. */
export async function requireOldNouns(service: LiveService, record: RecordedRelease): Promise<void> {
  const people = (await json(service, ["user", "list"])).map(({ username }) => username);
  assert.deepEqual(people.slice(0, 4), ["ada", "bob", "carol", "dora"]);
  const clients = (await json(service, ["client", "list"])).map(({ client_id }) => client_id);
  for (const client of [record.notes, record.diary]) assert.ok(clients.includes(client.clientId));
  if (record.groups !== undefined) {
    const [staff] = await json(service, ["group", "show", "staff"]);
    assert.match(JSON.stringify(staff), /"ada"/);
  }
  const listed: readonly (readonly [string, string | undefined])[] = [
    ["api", record.api],
    ["upstream", record.upstream],
    ["webhook", record.webhook],
  ];
  for (const [noun, name] of listed)
    if (name !== undefined)
      assert.ok(JSON.stringify(await json(service, [noun, "list"])).includes(name), noun);
  await json(service, ["audit", "verify"]);
}
