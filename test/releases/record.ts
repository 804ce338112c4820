/**
 * Records the databases of a release, for test/end-to-end/recorded-releases.test.ts:
 * `node scripts/node test/releases/record.ts COMMIT sqlite|postgres`. The release's own program, with the packages of its own lock file, makes a row of every noun that it has. Run it at each release, and
 * never again for the same one: a record is what that release wrote.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { Secret, TOTP } from "otpauth";
import { codesOn, codesPageAfter } from "../http/support/totp-app.ts";
import { TestAuthenticator } from "../support/authenticator.ts";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import {
  type RecordedRelease,
  recordedBaseUrl,
  recordedMasterKey,
  recordFiles,
} from "../support/recorded-release.ts";
import { releasedProgram } from "../support/released-program.ts";
import { LiveService, newDataDir, type RegisteredClient } from "../support/service.ts";
import { startDumpablePostgres } from "./dumpable-postgres.ts";

const password = "seven quiet rivers run north";
const root = resolve(import.meta.dirname, "../..");
const [given = "", engine = ""] = process.argv.slice(2);
assert.ok(engine === "sqlite" || engine === "postgres", "Name the engine: sqlite or postgres.");
const commit = execFileSync("git", ["rev-parse", `${given}^{commit}`], {
  cwd: root,
  encoding: "utf8",
}).trim();
const files = recordFiles(commit, engine);
assert.ok(!existsSync(files.record), `${files.record} exists already: a record is made once.`);

await using disposables = new AsyncDisposableStack();
const postgres = engine === "postgres" ? disposables.use(await startDumpablePostgres()) : undefined;

await using program = await releasedProgram(commit, { ownPackages: true });
const has = (file: string) => existsSync(join(program.folder, "src", file));
const dataDir = await newDataDir();
await using service = new LiveService(
  dataDir,
  {
    LATCHKEY_BASE_URL: recordedBaseUrl,
    LATCHKEY_SECRET: recordedMasterKey,
    ...(postgres && { LATCHKEY_DATABASE_URL: postgres.url }),
    ...(has("cli/invite.ts") && { LATCHKEY_SIGN_UP: "invite" }),
  },
  program.program,
);
await service.start();

async function run(words: readonly string[], input = ""): Promise<string> {
  const { exitCode, stdout, stderr } = await service.run(words, input);
  assert.equal(exitCode, 0, `latchkey ${words.join(" ")}: ${stderr}`);
  return stdout;
}

async function post(target: string, fields: Readonly<Record<string, string>>) {
  const answer = await fetch(`http://127.0.0.1:${service.port}${target}`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  const tokens: Readonly<Record<string, string>> = JSON.parse(text);
  return tokens;
}

function browserOf(): FormClient {
  return new FormClient(`http://127.0.0.1:${service.port}`);
}

/** Signs in, and agrees where it is asked. */
async function signIn(
  browser: FormClient,
  client: RegisteredClient,
  username: string,
  more = {},
): Promise<string> {
  const signedIn = await browser.signIn(authorizationTarget(client, more), { username, password });
  let answer: HttpAnswer = signedIn;
  for (let turns = 0; answer.status === 200 || answer.headers.location?.startsWith("/"); turns += 1) {
    assert.ok(turns < 5, answer.body);
    if (answer.status === 200) {
      const form = findForm(answer.body);
      const decision = /<button[^>]*name="([a-z_]+)"[^>]*value="((?:allow|agree|yes)[^"]*)"/.exec(
        answer.body,
      );
      if (decision?.[1] !== undefined) form.fields.set(decision[1], decision[2] ?? "");
      answer = await browser.post(form.action, form.fields);
    } else answer = await browser.get(answer.headers.location ?? "");
  }
  return codeIn(answer.headers.location);
}

function credentialsOf({ clientId, clientSecret }: RegisteredClient) {
  return { client_id: clientId, client_secret: clientSecret };
}

function pathOf(printed: string): string {
  const link = /https?:\/\/\S+/.exec(printed)?.[0];
  assert.ok(link, printed);
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
}

if (has("cli/api.ts"))
  await run([
    ...["api", "create", "--resource", "https://api.example/notes", "--name", "Notes API"],
    ...["--scope", "notes:read=Read your notes"],
  ]);
if (has("cli/group.ts")) await run(["group", "create", "staff"]);
const notes = await service.createClient("Notes", ["http://localhost:1/callback"]);
const diary = await service.createClient(
  "Diary",
  ["http://localhost:2/callback"],
  ["--openid", "--refresh", "--third-party"],
);
const people = ["ada", "bob", "carol", "dora"];
for (const username of people)
  await service.createUser({ username, password, email: `${username}@example.org`, name: username });

const ada = browserOf();
await signIn(ada, notes, "ada");
const { access_token: accessToken = "" } = await post("/v1/Oauth/token", {
  ...credentialsOf(notes),
  code: codeIn((await ada.get(authorizationTarget(notes))).headers.location),
});
const ofDiary = { response_type: "code", scope: "openid offline_access", state: "s", prompt: "consent" };
const diaryCode = await signIn(ada, diary, "ada", ofDiary);
const { refresh_token: refreshToken = "" } = await post("/v1/Oauth/token", {
  ...credentialsOf(diary),
  grant_type: "authorization_code",
  code: diaryCode,
  redirect_uri: diary.redirectUris[0] ?? "",
});
assert.ok(refreshToken, "the release gave no refresh token");

async function secondFactor() {
  const browser = browserOf();
  await signIn(browser, notes, "bob");
  const page = await browser.get("/account/totp");
  const key = /<code id="key">([A-Z2-7 ]+)<\/code>/.exec(page.body)?.[1]?.replaceAll(" ", "");
  assert.ok(key, page.body);
  const otp = TOTP.generate({ secret: Secret.fromBase32(key) });
  const shown = await codesPageAfter(browser, await browser.submit(page, { otp }));
  // Later releases ask whether the codes are kept.
  if (/<form\b[^>]*action="\/account/.test(shown.body)) await browser.submit(shown, { saved: "yes" });
  return { totpKey: key, recoveryCodes: codesOn(shown) };
}

async function passkey() {
  const browser = browserOf();
  await signIn(browser, notes, "carol");
  const authenticator = new TestAuthenticator(recordedBaseUrl);
  const page = await browser.get("/account/passkeys");
  const { fields } = findForm(page.body);
  const made = authenticator.register(fields.get("step") ?? "", fields.get("user_handle") ?? "");
  const added = await browser.submit(page, { passkey: made });
  assert.ok([200, 303].includes(added.status), added.body);
  return { passkey: authenticator.keep() };
}

const found = {
  ...(has("pages/totp.ts") && (await secondFactor())),
  ...(has("pages/passkeys.ts") && (await passkey())),
  ...(has("cli/user-recover.ts") && { recoveryLink: pathOf(await run(["user", "recover", "dora"])) }),
  ...(has("cli/invite.ts") && {
    invitationLink: pathOf(await run(["invite", "create", "--email", "eve@example.org"])),
  }),
  ...(has("cli/api.ts") && { api: "https://api.example/notes" }),
};
if (has("cli/group.ts")) {
  await run(["group", "add", "staff", "ada"]);
  Object.assign(found, { groups: ["staff"] });
}
if (has("cli/upstream.ts")) {
  await run(
    [
      ...["upstream", "add", "--kind", "github", "--client-id", "of-github", "--no-check"],
      "--client-secret-stdin",
    ],
    "secret-of-github\n",
  );
  Object.assign(found, { upstream: "github" });
}
if (has("cli/webhook.ts")) {
  // Paused, so that no test that opens the record sends anything.
  const { webhook_id: id } = JSON.parse(
    await run(["webhook", "create", "--url", "https://hooks.example/latchkey", "--json"]),
  );
  await run(["webhook", "disable", String(id)]);
  Object.assign(found, { webhook: String(id) });
}
if (has("pages/device.ts")) {
  const tele = await service.createClient("Tele", [], ["--openid", "--device"]);
  const { device_code: deviceCode } = await post("/v1/Oauth/device_authorization", {
    ...credentialsOf(tele),
    scope: "openid",
  });
  Object.assign(found, { tele, deviceCode });
}
const unusedCode = codeIn((await ada.get(authorizationTarget(notes))).headers.location);
assert.equal(await service.stop(), 0);
const recordedAt = Date.now();

function sqliteFile(): Uint8Array {
  const file = join(dataDir, "latchkey.db");
  const database = new DatabaseSync(file);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE); VACUUM");
  database.close();
  return readFileSync(file);
}

const { version } = JSON.parse(readFileSync(join(program.folder, "package.json"), "utf8"));
const record: RecordedRelease = {
  commit,
  version,
  recordedAt,
  password,
  notes,
  diary,
  cookies: Object.fromEntries(ada.cookies),
  accessToken,
  refreshToken,
  unusedCode,
  ...found,
};
const packed = gzipSync(postgres?.dump() ?? sqliteFile(), { level: 9 });
await mkdir(dirname(files.database), { recursive: true });
await writeFile(files.database, packed);
await writeFile(files.record, `${JSON.stringify(record, null, 2)}\n`);
process.stdout.write(`${files.database}: ${packed.length} bytes\n`);
