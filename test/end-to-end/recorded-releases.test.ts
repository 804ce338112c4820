import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { Secret, TOTP } from "otpauth";
import { passkeyFormTo } from "../http/support/passkey-proof.ts";
import { TestAuthenticator } from "../support/authenticator.ts";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import {
  placeRecordedDatabase,
  type RecordedRelease,
  recordedBaseUrl,
  recordedMasterKey,
  recordedReleases,
} from "../support/recorded-release.ts";
import { hasReleasedProgram, releasedProgram } from "../support/released-program.ts";
import { LiveService, newDataDir, type RegisteredClient } from "../support/service.ts";

const movedClock = resolve(import.meta.dirname, "../support/moved-clock.ts");
const fresh = "nineteen paper boats drift past";
const second = 1000;
/** Releases whose program needs a package that this one no longer has. */
const needsItsOwnPackages = new Set(["ca8e8e2a"]);

/** The installation as the release left it. For its programs it is the moment at which it was recorded. */
async function installationOf(record: RecordedRelease) {
  const dataDir = await newDataDir();
  await placeRecordedDatabase(record, dataDir);
  const clock = join(dataDir, "milliseconds");
  await writeFile(clock, String(record.recordedAt + second - Date.now()));
  const environment = {
    LATCHKEY_BASE_URL: recordedBaseUrl,
    LATCHKEY_SECRET: recordedMasterKey,
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

async function json(
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

async function requireOldSecrets(service: LiveService, record: RecordedRelease): Promise<void> {
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

async function requireOldFactors(service: LiveService, record: RecordedRelease): Promise<void> {
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

async function requireOldLinks(service: LiveService, record: RecordedRelease): Promise<void> {
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

async function requireOldNouns(service: LiveService, record: RecordedRelease): Promise<void> {
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

for (const record of recordedReleases()) {
  const release = `${record.version} (${record.commit.slice(0, 8)})`;

  test(`a database of ${release} is migrated in one step, and everything that people hold goes on working`, async () => {
    await using installation = await installationOf(record);
    await using service = new LiveService(installation.dataDir, installation.environment);
    const [migrated] = await json(service, ["db", "migrate"]);
    assert.ok((migrated.applied ?? []).length > 0);
    const [checked] = await json(service, ["db", "check"]);
    assert.deepEqual([checked.sound, checked.problems], [true, []]);
    await service.start();
    await requireOldSecrets(service, record);
    await requireOldFactors(service, record);
    await requireOldLinks(service, record);
    await requireOldNouns(service, record);
    const [after] = await json(service, ["db", "check"]);
    assert.deepEqual([after.sound, after.problems], [true, []]);
  });

  const commit = record.commit.slice(0, 8);
  const why = hasReleasedProgram(commit)
    ? needsItsOwnPackages.has(commit) && "its program needs packages that this release no longer has"
    : `the commit ${commit} is not in this clone; \`git fetch --unshallow\` brings it`;
  test(`${release} goes on after this release has migrated its database under it`, {
    skip: why,
  }, async () => {
    await using old = await releasedProgram(commit);
    await using installation = await installationOf(record);
    const { dataDir, environment } = installation;
    await using before = new LiveService(dataDir, environment, old.program);
    const today = new LiveService(dataDir, environment);
    await before.start();
    const [migrated] = await json(today, ["db", "migrate"]);
    assert.ok((migrated.applied ?? []).length > 0);
    await requireOldSecrets(before, record);
    await requireOldFactors(before, record);
    assert.equal(await before.stop(), 0);
    const [checked] = await json(today, ["db", "check"]);
    assert.deepEqual([checked.sound, checked.problems], [true, []]);
  });
}
