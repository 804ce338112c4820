import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import {
  allowInsecureRequests,
  discoveryRequest,
  processDiscoveryResponse,
  validateJwtAccessToken,
} from "oauth4webapi";
import { startService } from "../support/service.ts";
import { blocksOf, guide, textsOf } from "./apis/guide.ts";
import { LiveGuide } from "./apis/live.ts";
import { recordedSamples } from "./apis/recorded.ts";
import { checkRows } from "./apis/rows.ts";
import { freeResource, startSample } from "./apis/sample.ts";
import { StandIn } from "./apis/stand-in.ts";
import { replay } from "./replays/recording.ts";

const folder = join(import.meta.dirname, "apis");
const read = (file: string) => readFileSync(join(folder, file), "utf8");
const nodeRuns = (file: string) => [process.execPath, join(folder, file)] as const;
const servers = ["express.js", "fastify.js", "hono.js"];

test("the guide shows the code that is tested, character for character", () => {
  assert.deepEqual(blocksOf("js"), [...servers, "introspect.js", "step-up.js"].map(read));
  assert.deepEqual(blocksOf("python"), [read(recordedSamples.python.file)]);
  assert.deepEqual(blocksOf("java"), [read(recordedSamples.spring.file)]);
  assert.deepEqual(blocksOf("go"), [read(recordedSamples.go.file)]);
});

for (const file of servers)
  test(`the guide installs what ${file} imports`, () => {
    const imported = [...read(file).matchAll(/ from "([^"]+)"/g)].map(([, name]) => name).sort();
    const installed = [...guide.matchAll(/`npm install ([^`]+)`/g)].map(([, names = ""]) => names.split(" "));
    assert.ok(installed.some((names) => names.sort().join() === imported.join()));
  });

for (const file of servers)
  test(`${file} tells every token of its API from the others, and says why in the words of the guide`, async () => {
    await using issuer = await StandIn.start();
    await using sample = await startSample(nodeRuns(file), issuer.url, await freeResource());
    const said = await checkRows(issuer, sample);
    const texts = textsOf("jose");
    assert.ok(texts.length > 5);
    assert.deepEqual(
      texts.filter((text) => !said.includes(text)),
      [],
    );
  });

for (const file of servers)
  test(`${file} blames no token while it cannot have the keys`, async () => {
    const issuer = await StandIn.start();
    await using sample = await startSample(nodeRuns(file), issuer.url, await freeResource());
    const token = await issuer.mint(sample.resource, {});
    await issuer[Symbol.asyncDispose]();
    assert.equal((await sample.call(token)).status, 500, sample.printed());
  });

for (const file of servers)
  test(`${file} takes the tokens that the commands of the guide lead to, and no others`, async () => {
    const resource = await freeResource();
    await using guided = await LiveGuide.start(resource);
    const { url } = guided.service;
    await using sample = await startSample(nodeRuns(file), url, resource);
    const { access_token: token } = await guided.signIn({ scope: "orders:read" });
    const answer = await sample.call(token);
    assert.equal(answer.status, 200, sample.printed());
    assert.match((await answer.json()).person, /^lku/);
    const refused = await sample.call(token, "POST");
    assert.equal(refused.status, 403);
    assert.match(
      refused.headers.get("www-authenticate") ?? "",
      /error="insufficient_scope", scope="orders:write"/,
    );
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/x-www-form-urlencoded",
    };
    const withForm = await fetch(resource, { method: "POST", headers, body: "" });
    assert.equal(withForm.status, 403, "no body is read before the token is checked");
    const { access_token: more } = await guided.signIn({ scope: "orders:read orders:write", resource });
    assert.equal((await sample.call(more, "POST")).status, 201);
    assert.equal((await sample.call(`${more}x`)).status, 401);
    const machine = await guided.machineToken("orders:read", resource);
    assert.equal((await sample.call(machine.token)).status, 200);
    assert.equal((await (await sample.call(machine.token)).json()).person, machine.clientId);
  });

test("introspect.js tells a token of this API from a revoked one and from one of another API", async () => {
  const resource = await freeResource();
  await using guided = await LiveGuide.start(resource);
  const { url } = guided.service;
  const { id, secret } = guided.asker;
  Object.assign(process.env, { LATCHKEY_URL: url, RESOURCE: resource, CLIENT_ID: id, CLIENT_SECRET: secret });
  const { introspect } = await import(pathToFileURL(join(folder, "introspect.js")).href);
  for (const format of ["jwt", "opaque"]) {
    const changed = await guided.service.run(["api", "update", resource, "--token", format]);
    assert.equal(changed.exitCode, 0, changed.stderr);
    const { access_token: token = "" } = await guided.signIn({ scope: "orders:read" });
    assert.equal((await introspect(token)).scope, "orders:read", format);
    const body = new URLSearchParams({ token, client_id: guided.clientId });
    assert.equal((await fetch(`${url}/v1/Oauth/revocation`, { method: "POST", body })).status, 200);
    assert.equal(await introspect(token), undefined, format);
  }
  assert.equal(await introspect("lkat_unknown"), undefined);
});

test("oauth4webapi reads the tokens of an API", async () => {
  const resource = await freeResource();
  await using guided = await LiveGuide.start(resource);
  const issuer = new URL(guided.service.url);
  const allowed = { [allowInsecureRequests]: true };
  const server = await processDiscoveryResponse(
    issuer,
    await discoveryRequest(issuer, { algorithm: "oauth2", ...allowed }),
  );
  const { access_token: token } = await guided.signIn({ scope: "orders:read" });
  const call = () => new Request(resource, { headers: { authorization: `Bearer ${token}` } });
  const claims = await validateJwtAccessToken(server, call(), resource, allowed);
  assert.deepEqual([claims.client_id, claims.scope], [guided.clientId, "orders:read"]);
  await assert.rejects(validateJwtAccessToken(server, call(), "https://other.example", allowed), /"aud"/);
});

test("step-up.js asks for a sign-in that is recent and has two factors", async () => {
  const { recently } = await import(pathToFileURL(join(folder, "step-up.js")).href);
  const challengeFor = (token: object) => {
    let challenge = "";
    const response = {
      locals: { token },
      status: () => response,
      set: (_name: string, value: string) => {
        challenge = value;
        return response;
      },
      json: () => undefined,
    };
    recently(300)({}, response, () => undefined);
    return challenge;
  };
  const now = Math.floor(Date.now() / 1000);
  const challenge =
    'Bearer error="insufficient_user_authentication", max_age="300", acr_values="urn:latchkey:acr:two"';
  assert.equal(challengeFor({ auth_time: now, acr: "urn:latchkey:acr:two" }), "");
  assert.equal(challengeFor({ auth_time: now, acr: "phr" }), "");
  assert.equal(challengeFor({ auth_time: now - 400, acr: "phr" }), challenge);
  assert.equal(challengeFor({ auth_time: now, acr: "urn:latchkey:acr:one" }), challenge);
  assert.equal(challengeFor({}), challenge);
});

for (const { tested, keys } of Object.values(recordedSamples))
  test(`the keys come as they are asked for by ${tested}`, async () => {
    assert.ok(guide.replace(/\s+/g, " ").includes(tested), `The guide does not say "${tested}".`);
    await using service = await startService();
    const { status, body } = await replay(service.url, keys, { host: new URL(service.url).host });
    assert.equal(status, 200);
    assert.ok(Array.isArray(JSON.parse(body).keys));
  });
