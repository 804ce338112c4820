import assert from "node:assert/strict";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { FormClient } from "../support/form-client.ts";
import { freePort } from "../support/free-port.ts";
import { type LiveService, spawnLatchkey, startService } from "../support/service.ts";

const ada = { username: "ada", password: "seven quiet rivers run north", name: "Ada Lovelace" };
let service: LiveService;

before(async () => {
  service = await startService({ LATCHKEY_TRUSTED_PROXIES: "127.0.0.1" });
  await service.createUser(ada);
});
after(() => service[Symbol.asyncDispose]());

async function protect(...words: readonly string[]): Promise<string> {
  const { stdout, stderr } = await service.run(["client", "create", "--json", ...words]);
  assert.ok(stdout !== "", stderr);
  return JSON.parse(stdout).client_id;
}

/** Runs `client try`, and follows the address that it prints as a browser does. */
async function tryOut(id: string, words: readonly string[] = []) {
  const environment = { LATCHKEY_PORT: new URL(service.url).port };
  const child = spawnLatchkey(["client", "try", id, "--json", ...words], service.dataDir, environment);
  child.stdin.end();
  const said: string[] = [];
  let last = "";
  createInterface({ input: child.stderr }).on("line", async (line) => {
    said.push(line);
    const address = /^Open (.*)$/.exec(line)?.[1];
    if (address !== undefined) last = await walk(address);
  });
  const [stdout] = await Promise.all([text(child.stdout), once(child, "close")]);
  return { exitCode: child.exitCode, stdout, stderr: said.join("\n"), last };
}

async function walk(address: string): Promise<string> {
  const { origin, pathname, search } = new URL(address);
  const here = new FormClient(origin);
  const there = new FormClient(service.url);
  const page = { accept: "text/html", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  try {
    let target = pathname + search;
    for (let step = 0; step < 6; step += 1) {
      const answer = await here.get(target, page);
      const { location } = answer.headers;
      if (location === undefined) return answer.body;
      const next = new URL(location, origin);
      if (next.origin === origin) target = next.pathname + next.search;
      else {
        const signed = await there.signIn(next.pathname + next.search, ada);
        const back = new URL(signed.headers.location ?? "", service.url);
        if (back.origin !== origin) return signed.body;
        target = back.pathname + back.search;
      }
    }
    return "too many steps";
  } finally {
    here.close();
    there.close();
  }
}

test("client try stands in for the proxy of a host on this machine, and shows what the application would get", async () => {
  const origin = `http://localhost:${await freePort()}`;
  const id = await protect(
    "--protect",
    "https://wiki.example.org",
    "--protect",
    origin,
    "--path",
    "/open public",
  );
  const { exitCode, stdout, stderr, last } = await tryOut(id, ["--path", "/notes?page=2"]);
  assert.equal(exitCode, 0, stderr);
  const { headers, ...asked } = JSON.parse(stdout);
  assert.deepEqual(asked, { origin, path: "/notes?page=2" });
  assert.deepEqual([headers["remote-user"], headers["remote-name"]], ["ada", "Ada Lovelace"]);
  assert.match(last, /You can close this window/);
  const open = await tryOut(id, ["--path", "/open"]);
  assert.equal(JSON.parse(open.stdout).headers["remote-user"], "");
});

test("client try says why the service lets nothing through, and how a host of this machine is added", async () => {
  const only = await protect("--protect", "https://notes.example.org");
  const none = await tryOut(only);
  assert.equal(none.exitCode, 4, none.stderr);
  assert.match(
    none.stderr,
    /client update lkc\w+ --protect https:\/\/notes\.example\.org --protect http:\/\/localhost:8765/,
  );
  const id = await protect("--protect", `http://localhost:${await freePort()}`, "--path", "/a public");
  const refused = await tryOut(id, ["--path", "/a%2fb"]);
  assert.equal(refused.exitCode, 4, refused.stderr);
  assert.match(refused.stderr, /Two programs could read it differently/);
});
