import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, test } from "node:test";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient } from "../support/form-client.ts";
import { LiveService, newDataDir, type RegisteredClient } from "../support/service.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };
const movedClock = path.resolve(import.meta.dirname, "../support/moved-clock.ts");
const minutes = 60_000;

let folder: string;
let service: LiveService;
let client: RegisteredClient;
let browser: FormClient;

before(async () => {
  folder = await newDataDir();
  await setClock(0);
  service = new LiveService(await newDataDir(), {
    LATCHKEY_LOG_LEVEL: "info",
    MOVED_CLOCK_FILE: clockFile(),
    NODE_OPTIONS: `--import=${movedClock}`,
  });
  await service.start();
  client = await service.createClient("Notes", ["http://localhost:1/callback"]);
  await service.createUser(ada);
  browser = new FormClient(service.url);
});
after(async () => {
  browser.close();
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

function clockFile(): string {
  return path.join(folder, "milliseconds");
}

/** How far the clock of the service and of its commands is ahead of the machine's. */
function setClock(milliseconds: number): Promise<void> {
  return writeFile(clockFile(), String(milliseconds));
}

async function restartAt(milliseconds: number): Promise<void> {
  await service.kill9();
  await setClock(milliseconds);
  await service.start();
}

async function newCode(): Promise<string> {
  const answer = await browser.get(authorizationTarget(client));
  const { location } =
    answer.status === 200
      ? await browser.signIn(authorizationTarget(client), ada).then((signedIn) => signedIn.headers)
      : answer.headers;
  return codeIn(location);
}

async function exchange(code: string): Promise<number> {
  const body = new URLSearchParams({ client_id: client.clientId, client_secret: client.clientSecret, code });
  const response = await fetch(`${service.url}/v1/Oauth/token`, { method: "POST", body });
  await response.body?.cancel();
  return response.status;
}

test("C2: killed, started with the clock 62 minutes ahead, killed, started with the right clock: a spent code stays spent", async () => {
  const spent = await newCode();
  assert.equal(await exchange(spent), 200);
  await restartAt(62 * minutes);
  assert.equal(await exchange(spent), 400);
  const then = await newCode();
  await restartAt(0);
  assert.ok(service.logLines.some((line) => line.includes('"clock-set-back"')));
  assert.equal(await exchange(spent), 400);
  assert.equal(await exchange(then), 400, "dated an hour ahead");
  assert.equal(await exchange(await newCode()), 200);
});

test("C7: set back while it runs, the service says so, and codes from then on work", {
  timeout: 60_000,
}, async () => {
  const before = await newCode();
  const seen = service.logged("clock-set-back");
  await setClock(-20 * minutes);
  await seen;
  assert.equal(await exchange(before), 400);
  assert.equal(await exchange(await newCode()), 200);
});
