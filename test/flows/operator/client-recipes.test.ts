import assert from "node:assert/strict";
import { test } from "node:test";
import { UserManager } from "oidc-client-ts";
import * as openidClient from "openid-client";
import { type RecipeFacts, recipeFacts, recipesFor } from "../../../src/flows/operator/client-recipes.ts";
import { type Client, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { clientIdOf } from "../../../src/values/ids.ts";
import { instantOf } from "../../../src/values/time.ts";

const facts: RecipeFacts = {
  issuer: "https://id.example",
  authorizationEndpoint: "https://id.example/v1/Oauth/authorization",
  tokenEndpoint: "https://id.example/v1/Oauth/token",
  deviceEndpoint: "https://id.example/v1/Oauth/device_authorization",
  clientId: "lkcNotes",
  secret: "lksSecret",
  redirectUri: "https://notes.example/callback",
  scope: "openid profile email",
  resource: undefined,
};

function clientWith(changes: Partial<Client>): Client {
  const at = instantOf(0);
  return {
    id: clientIdOf("Notes"),
    name: "Notes",
    redirectUris: [facts.redirectUri],
    profile: "strict",
    isPublic: false,
    metadata: { ...interfaceMetadata, isOpenid: true },
    isDisabled: false,
    createdAt: at,
    updatedAt: at,
    ...changes,
  };
}

function recipe(library: RegExp, changes: Partial<Client>, given: Partial<RecipeFacts> = {}): string {
  const found = recipesFor(clientWith(changes), { ...facts, ...given }).find((each) =>
    library.test(each.library),
  );
  assert.ok(found, String(library));
  return found.text;
}

const machine = { metadata: { ...interfaceMetadata, isMachine: true }, redirectUris: [] };
const device = {
  metadata: { ...interfaceMetadata, mayUseDeviceGrant: true },
  redirectUris: [],
  isPublic: true,
};

for (const [kind, text] of [
  ["a server", recipe(/^openid-client/, {})],
  ["a public client", recipe(/^openid-client/, { isPublic: true }, { secret: undefined })],
  ["a machine", recipe(/^openid-client/, machine)],
  ["a device", recipe(/^openid-client/, device, { secret: undefined })],
] as const)
  test(`the settings for openid-client of ${kind} call functions that it has`, () => {
    const called = [...text.matchAll(/\bclient\.(\w+)\(/g)].map(([, name = ""]) => name);
    assert.ok(called.includes("discovery") && called.length > 1);
    const exported: Readonly<Record<string, unknown>> = openidClient;
    for (const name of called) assert.equal(typeof exported[name], "function", name);
  });

/** Runs the call of `discovery` in the settings, and answers it itself. */
async function discover(text: string): Promise<openidClient.Configuration> {
  const call = /client\.discovery\([\s\S]*?\n\)/.exec(text)?.[0] ?? "";
  const answer = (href: string) => Response.json({ issuer: href.slice(0, href.indexOf("/.well-known")) });
  const discovery: typeof openidClient.discovery = (server, id, metadata, authentication, options) =>
    openidClient.discovery(server, id, metadata, authentication, {
      ...options,
      [openidClient.customFetch]: async (href: string) => answer(href),
    });
  return new Function("client", `return ${call}`)({ ...openidClient, discovery });
}

for (const [kind, changes] of Object.entries({
  server: {},
  "public client": { isPublic: true },
  machine,
  device,
}))
  for (const scheme of ["https", "http"])
    test(`openid-client takes the settings of a ${kind} and of a service at ${scheme}`, async () => {
      const isPublic = "isPublic" in changes;
      const given = { issuer: `${scheme}://id.example`, ...(isPublic && { secret: undefined }) };
      const config = await discover(recipe(/^openid-client/, changes, given));
      assert.equal(config.serverMetadata().issuer, given.issuer);
      assert.equal(config.clientMetadata().client_id, facts.clientId);
      assert.equal(config.clientMetadata().client_secret, isPublic ? undefined : facts.secret);
    });

test("the settings for oidc-client-ts are taken by it", () => {
  const text = recipe(/^oidc-client-ts/, { isPublic: true }, { secret: undefined });
  const written = /new UserManager\((\{[\s\S]*?\})\)/.exec(text)?.[1] ?? "";
  const settings = JSON.parse(written.replaceAll(/^\s*(\w+):/gm, '"$1":').replace(/,\s*\}$/, "}"));
  assert.deepEqual(settings, {
    authority: facts.issuer,
    client_id: facts.clientId,
    redirect_uri: facts.redirectUri,
    scope: facts.scope,
  });
  for (const name of ["signinRedirect", "signinRedirectCallback"])
    assert.equal(typeof UserManager.prototype[name as keyof UserManager], "function", name);
});

for (const library of [/^openid-client/, /clientcredentials/, /^curl/])
  test(`the settings of a machine name its API, because it may have several: ${library.source}`, () => {
    const resource = "https://api.example/orders";
    const resources = [resource, "https://api.example/bills"];
    const client = clientWith({ ...machine, metadata: { ...machine.metadata, resources } });
    const named = recipeFacts(client, "lksSecret", facts);
    assert.equal(named.resource, resource);
    assert.ok(recipe(library, client, named).includes(resource));
    assert.doesNotMatch(recipe(library, machine), /resource/);
  });

for (const changes of [
  { publicKeysUri: "https://notes.example/keys" },
  { requiresDpop: true },
  { requiresPushedRequest: true },
])
  test(`an application with ${Object.keys(changes)} gets no settings, because none of them would work`, () => {
    assert.deepEqual(recipesFor(clientWith({ metadata: { ...interfaceMetadata, ...changes } }), facts), []);
  });

test("no settings say a secret where there is none, and a quote in a value breaks out of none", () => {
  for (const library of [/^openid-client/, /^oidc-client-ts/, /Go/, /^curl/])
    assert.doesNotMatch(recipe(library, { isPublic: true }, { secret: undefined }), /secret/i);
  assert.doesNotMatch(recipe(/^curl/, {}, { redirectUri: "https://a.example/'$(x)'" }), /'\$\(x\)'/);
});
