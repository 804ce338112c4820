// Runs where a small file system of its own is mounted on the folder that it gets: fills it, looks at the service, and makes room.
import { appendFileSync, rmSync, statSync, truncateSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient } from "../support/form-client.ts";
import { LiveService } from "../support/service.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };
const folder = process.argv[2] ?? "";
const service = new LiveService(folder, { LATCHKEY_LOG_LEVEL: "info" });
await service.start();
const client = await service.createClient("Notes", ["http://localhost:1/callback"]);
await service.createUser(ada);
const browser = new FormClient(service.url);
await browser.signIn(authorizationTarget(client), ada);

/** The last token that was answered, and how long the last refusal says to wait. */
let token = "";
let retryAfter: string | null = null;

async function exchange(code: string): Promise<number> {
  const form = { client_id: client.clientId, client_secret: client.clientSecret, code };
  const body = new URLSearchParams(form);
  const answer = await fetch(`${service.url}/v1/Oauth/token`, { method: "POST", body });
  const { access_token: made }: { access_token?: string } = JSON.parse(await answer.text());
  token = made ?? token;
  retryAfter = answer.headers.get("retry-after");
  return answer.status;
}

async function ready(): Promise<number> {
  const answer = await fetch(`${service.url}/readyz`);
  await answer.body?.cancel();
  return answer.status;
}

async function healthcheckCode(): Promise<number | null> {
  return (await service.run(["healthcheck", "--url", service.url])).exitCode;
}

const newCode = async () => codeIn((await browser.get(authorizationTarget(client))).headers.location);

// A reader keeps the log from beginning anew, so that each commit needs room.
const reader = new DatabaseSync(path.join(folder, "latchkey.db"), { readOnly: true });
reader.exec("BEGIN; SELECT count(*) FROM clients");
const filler = path.join(folder, "filler");
const fill = () => {
  for (const bytes of [65_536, 4_096, 1])
    try {
      for (;;) appendFileSync(filler, Buffer.alloc(bytes));
    } catch {
      // Full for pieces of this size.
    }
};
fill();

// The log's file may have room in it from before, which is used up first.
let refusedCode = "";
let refused = 200;
let refusedAt = 0;
for (let tries = 0; refused === 200 && tries < 2_000; tries += 1) {
  refusedCode = await newCode();
  refusedAt = Date.now();
  refused = await exchange(refusedCode);
}
if (refused === 200) {
  await service.kill9();
  throw new Error("The disk did not fill up.");
}
const refusals = 20;
for (let tries = 1; tries < refusals; tries += 1) await exchange(refusedCode);
const readyWhenFull = await ready();
const healthcheck = await healthcheckCode();
const doctor = await service.run(["doctor"]);

// A kill and a start while the disk is full: what is there is served.
reader.exec("ROLLBACK");
reader.close();
await service.kill9();
fill();
await service.start();
const bearer = { authorization: `Bearer ${token}` };
const userinfo = await fetch(`${service.url}/v1/Oauth/userinfo`, { headers: bearer });
await userinfo.body?.cancel();
const started = [userinfo.status, await ready(), await exchange(await newCode()), retryAfter];

// Room for one small sign-in is not room enough.
truncateSync(filler, statSync(filler).size - 131_072);
const withLittleRoom = await exchange(await newCode());
const readyWithLittleRoom = await ready();

const recovered = service.logged("database-recovered");
rmSync(filler);
await recovered;
const readyAfterwards = await ready();
const healthcheckAfterwards = await healthcheckCode();
const sameCode = await exchange(refusedCode);
const exitCode = await service.stop();
browser.close();
// Now even the index of the log finds no room.
fill();
const check = await service.run(["db", "check"]);
const lineOf = service.logLines.find((line) => line.includes('"msg":"database-unavailable"'));
const toLineMilliseconds = Date.parse(JSON.parse(lineOf ?? "{}").time) - refusedAt;
console.log(
  JSON.stringify({
    refused,
    readyWhenFull,
    healthcheck,
    started,
    withLittleRoom,
    readyWithLittleRoom,
    doctor: [doctor.exitCode, /failed +database: .*disk is full/.test(doctor.stdout)],
    readyAfterwards,
    healthcheckAfterwards,
    sameCode,
    exitCode,
    check: [check.exitCode, /disk is full\. Make room/.test(check.stderr)],
    isLoggedWithinASecond: toLineMilliseconds < 1_000,
    lines: ["database-unavailable", "database-recovered", "unexpected-failure", "chore-failed"].map(
      (message) => service.logLines.filter((line) => line.includes(`"msg":"${message}"`)).length,
    ),
  }),
);
