import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient } from "../support/form-client.ts";
import { type LiveService, type RegisteredClient, startService } from "../support/service.ts";

const root = resolve(import.meta.dirname, "../..");
const ada = { username: "ada", password: "seven quiet rivers run north" };

async function post({ url }: LiveService, path: string, fields: Readonly<Record<string, string>>) {
  const answer = await fetch(`${url}/v1/Oauth/${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  const said = await answer.text();
  const json: Readonly<Record<string, unknown>> = said === "" ? {} : JSON.parse(said);
  return { status: answer.status, json };
}

function credentialsOf({ clientId, clientSecret }: RegisteredClient) {
  return { client_id: clientId, client_secret: clientSecret };
}

/** Ada's tokens at an application with refresh tokens. */
async function tokensOf(service: LiveService) {
  const client = await service.createClient("Notes", ["http://localhost:1/callback"], ["--refresh"]);
  await service.createUser(ada);
  const browser = new FormClient(service.url);
  const { headers } = await browser.signIn(authorizationTarget(client), ada);
  const { json } = await post(service, "token", { ...credentialsOf(client), code: codeIn(headers.location) });
  return { client, access: String(json.access_token), refresh: String(json.refresh_token) };
}

test("Keycloak CVE-2026-9802: a refresh token that was revoked stays so after a restart", async () => {
  await using service = await startService();
  const { client, refresh, access } = await tokensOf(service);
  const revoked = await post(service, "revocation", { ...credentialsOf(client), token: refresh });
  assert.equal(revoked.status, 200);
  await service.kill9();
  await service.start();
  const fields = { ...credentialsOf(client), grant_type: "refresh_token", refresh_token: refresh };
  assert.equal((await post(service, "token", fields)).json.error, "invalid_grant");
  const headers = { authorization: `Bearer ${access}` };
  const userinfo = await fetch(`${service.url}/v1/Oauth/userinfo`, { headers });
  assert.equal(userinfo.status, 401);
});

test("Keycloak CVE-2026-8922: after all tokens of a person were revoked, introspection says of each that it is not active", async () => {
  await using service = await startService();
  const { client, refresh, access } = await tokensOf(service);
  const active = async (token: string) =>
    (await post(service, "introspection", { ...credentialsOf(client), token })).json.active;
  assert.deepEqual([await active(access), await active(refresh)], [true, true]);
  const { exitCode, stderr } = await service.run(["token", "revoke", "--user", "ada"]);
  assert.equal(exitCode, 0, stderr);
  assert.deepEqual([await active(access), await active(refresh)], [false, false]);
});

test("casdoor CVE-2026-90942: no key set, list of keys or list of clients has a secret part", async () => {
  await using service = await startService();
  const { client } = await tokensOf(service);
  await service.createClient("Calendar", ["http://localhost:2/callback"], ["--openid"]);
  const keys = await fetch(`${service.url}/.well-known/jwks.json`);
  const listed = await service.run(["key", "list", "--json"]);
  const clients = await service.run(["client", "list", "--json"]);
  const said = [await keys.text(), listed.stdout, clients.stdout];
  assert.ok(said.every((text) => text.length > 10));
  for (const text of said) {
    assert.doesNotMatch(text, /"(?:d|p|q|dp|dq|qi|k|private_key|client_secret|secret|key|sealed)"\s*:/);
    assert.ok(!text.includes(client.clientSecret));
  }
});

test("Keycloak CVE-2024-1249: no script of a page listens to messages of other windows or sends them any", () => {
  const files = globSync("src/{pages,admin,http,docs-site,demo}/**/*.{ts,js}", { cwd: root });
  assert.ok(files.length > 100);
  const talking = files.filter((file) =>
    /\bpostMessage\b|addEventListener\(["'`]message|\bonmessage\b/.test(
      readFileSync(join(root, file), "utf8"),
    ),
  );
  assert.deepEqual(talking, []);
});
