import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { FormClient } from "../support/form-client.ts";
import { freePort } from "../support/free-port.ts";
import { type CommandResult, type LiveService, spawnLatchkey, startService } from "../support/service.ts";

const ada = { username: "ada", password: "seven quiet rivers run north", name: "Ada Lovelace" };
let service: LiveService;

before(async () => {
  service = await startService();
  await service.createUser(ada);
});
after(() => service[Symbol.asyncDispose]());

/**
 * Runs `client try`, signs in at the address that it prints, and brings the browser back where it is sent. `beforehand` comes
 * before that.
 */
async function tryOut(
  words: readonly string[],
  secret: string,
  beforehand: () => Promise<void> = async () => undefined,
): Promise<CommandResult> {
  const environment = { LATCHKEY_PORT: new URL(service.url).port };
  const child = spawnLatchkey(["client", "try", ...words, "--json"], service.dataDir, environment);
  child.stdin.end(`${secret}\n`);
  const said: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => {
    said.push(line);
    const address = /^Sign in at (.*)$/.exec(line)?.[1];
    if (address !== undefined) void beforehand().then(() => signInAt(new URL(address)));
    const link = /^or open (.*)$/.exec(line)?.[1];
    if (link !== undefined) void allowAt(new URL(link));
  });
  const [stdout] = await Promise.all([text(child.stdout), once(child, "close")]);
  return { exitCode: child.exitCode, stdout, stderr: said.join("\n") };
}

async function signInAt({ pathname, search }: URL): Promise<void> {
  const browser = new FormClient(service.url);
  const { headers } = await browser.signIn(`${pathname}${search}`, ada);
  browser.close();
  const back = await fetch(headers.location ?? "");
  assert.match(await back.text(), /You can close this window/);
}

/** Opens the link that a device shows, signs in on the way, and allows it. */
async function allowAt({ pathname, search }: URL): Promise<void> {
  const browser = new FormClient(service.url);
  const question = await browser.submit(await browser.signIn(`${pathname}${search}`, ada), {});
  assert.equal((await browser.submit(question, { decision: "allow" })).status, 200);
  browser.close();
}

test("client try signs in with a confidential client and shows the answer with the ID token decoded", async () => {
  const redirectUri = `http://localhost:${await freePort()}/callback`;
  const client = await service.createClient("Notes", ["https://app.example/", redirectUri], ["--openid"]);
  const { exitCode, stdout, stderr } = await tryOut([client.clientId, "--secret-stdin"], client.clientSecret);
  assert.equal(exitCode, 0, stderr);
  const { token_response: answer, id_token: idToken, userinfo } = JSON.parse(stdout);
  assert.match(answer.access_token, /^lkat_/);
  assert.equal(idToken.header.alg, "RS256");
  assert.deepEqual([idToken.claims.aud, idToken.claims.name], [client.clientId, ada.name]);
  assert.equal(userinfo.sub, idToken.claims.sub);
  assert.ok(!stderr.includes(client.clientSecret));
});

test("client try signs in with a public client, which needs no secret and may come back to any port", async () => {
  for (const host of ["127.0.0.1", "localhost"]) {
    const client = await service.createClient("App", [`http://${host}/callback`], ["--public"]);
    const { exitCode, stdout, stderr } = await tryOut([client.clientId], "");
    assert.equal(exitCode, 0, stderr);
    const { token_response: answer, id_token: idToken } = JSON.parse(stdout);
    assert.deepEqual([answer.status, idToken], ["success", undefined]);
  }
});

test("client try gets a token for an API, and shows what is in it", async () => {
  const resource = "https://api.example/orders";
  const creation = ["api", "create", "--resource", resource, "--name", "Orders", "--token", "jwt"];
  assert.equal((await service.run([...creation, "--scope", "orders:read=See your orders"])).exitCode, 0);
  const options = ["--public", "--resource", resource, "--resource", "https://other.example"];
  const client = await service.createClient("App", ["http://127.0.0.1/callback"], options);
  const asked = [client.clientId, "--scope", "orders:read", "--resource", resource];
  const { exitCode, stdout, stderr } = await tryOut(asked, "");
  assert.equal(exitCode, 0, stderr);
  const { access_token: token, userinfo } = JSON.parse(stdout);
  assert.deepEqual([token.header.typ, token.header.alg], ["at+jwt", "ES256"]);
  assert.deepEqual([token.claims.aud, token.claims.scope], [resource, "orders:read"]);
  assert.equal(userinfo, undefined, "userinfo is not asked with a token that does not open it");
});

test("client try --device prints where to go and what to type, polls, and shows the answer", async () => {
  const options = ["--public", "--openid", "--device"];
  const client = await service.createClient("Television", ["https://app.example/"], options);
  const { exitCode, stdout, stderr } = await tryOut([client.clientId, "--device"], "");
  assert.equal(exitCode, 0, stderr);
  assert.match(stderr, /^Open http:\/\/localhost:\d+\/device and enter [A-Z]{4}-[A-Z]{4}$/m);
  assert.equal(JSON.parse(stdout).id_token.claims.name, ada.name);
  const other = await service.createClient("Notes", ["https://app.example/"], ["--public"]);
  const refused = await tryOut([other.clientId, "--device"], "");
  assert.equal(refused.exitCode, 4);
  assert.match(refused.stderr, /unauthorized_client[\s\S]*client update CLIENT_ID --device/);
});

test("client try waits on after what any page of the browser can send to its port", async () => {
  const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
  const client = await service.createClient("Notes", [redirectUri]);
  const statuses: number[] = [];
  const { exitCode, stderr } = await tryOut(
    [client.clientId, "--secret-stdin"],
    client.clientSecret,
    async () => {
      const { origin } = new URL(redirectUri);
      for (const target of ["//", "/callback?state=guessed&error=access_denied", "/callback"])
        statuses.push((await fetch(`${origin}${target}`)).status);
    },
  );
  assert.equal(exitCode, 0, stderr);
  assert.deepEqual(statuses, [404, 400, 400]);
});

test("client try says what is wrong: a wrong secret, no way back to this machine, no such client, no service", async () => {
  const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
  const client = await service.createClient("Notes", [redirectUri]);
  const wrong = await tryOut([client.clientId, "--secret-stdin"], "lks_wrong");
  assert.equal(wrong.exitCode, 4);
  assert.match(wrong.stderr, /The service refused it: invalid_client/);

  const elsewhere = await service.createClient("Elsewhere", ["https://app.example/"]);
  const noWay = await tryOut([elsewhere.clientId, "--secret-stdin"], elsewhere.clientSecret);
  assert.equal(noWay.exitCode, 4);
  assert.match(noWay.stderr, /client update lkc\w+ --add-redirect-uri http:\/\/127\.0\.0\.1:8765\/callback/);

  assert.equal((await tryOut(["lkc00000000000000000000"], "")).exitCode, 3);
  assert.equal((await tryOut([client.clientId], "")).exitCode, 2);
  const taken = createServer().listen(Number(new URL(redirectUri).port), "127.0.0.1");
  await once(taken, "listening");
  const busy = await tryOut([client.clientId, "--secret-stdin"], client.clientSecret);
  taken.close();
  assert.equal(busy.exitCode, 69);
  assert.match(busy.stderr, /cannot listen at 127\.0\.0\.1:\d+, where the client sends people back/);
  const away = ["--base-url", `http://localhost:${await freePort()}`];
  const unanswered = await tryOut([client.clientId, "--secret-stdin", ...away], client.clientSecret);
  assert.equal(unanswered.exitCode, 69);
  assert.match(unanswered.stderr, /Nobody answers at/);
});
