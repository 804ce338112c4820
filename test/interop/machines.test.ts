import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { decodeJwt } from "jose";
import * as oauth from "openid-client";
import { exchangeGrantType, tokenTypes } from "../../src/protocol/token/token-exchange-request.ts";
import { FormClient } from "../support/form-client.ts";
import { type LiveService, startService } from "../support/service.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };
const orders = "https://api.example/orders";
const stock = "https://api.example/stock";
const redirectUri = "http://localhost:3000/callback";

let service: LiveService;

before(async () => {
  service = await startService();
  await service.createUser(ada);
  const scope = ["--scope", "items:read=See items", "--scope", "items:write=Change items"];
  await created(["api", "create", "--resource", stock, "--name", "Stock", "--token", "jwt", ...scope]);
  const more = ["--open-to", "third-party", "--may-exchange-for", stock];
  await created(["api", "create", "--resource", orders, "--name", "Orders", ...scope, ...more]);
});
after(() => service[Symbol.asyncDispose]());

async function created(words: readonly string[]): Promise<Record<string, unknown>> {
  const { exitCode, stdout, stderr } = await service.run([...words, "--json"]);
  assert.equal(exitCode, 0, stderr);
  return JSON.parse(stdout);
}

function configure(client: Record<string, unknown>): Promise<oauth.Configuration> {
  return oauth.discovery(
    new URL(service.url),
    String(client.client_id),
    String(client.client_secret),
    undefined,
    { execute: [oauth.allowInsecureRequests] },
  );
}

function machine(...options: readonly string[]): Promise<Record<string, unknown>> {
  return created(["client", "create", "--machine", "--name", "Nightly", ...options]);
}

/** What Ada's browser brings an application for the API of orders. */
async function personsToken(): Promise<string> {
  const app = await configure(
    await created(["client", "create", "--name", "Shop", "--openid", "--redirect-uri", redirectUri]),
  );
  const scope = "openid items:read items:write";
  const to = oauth.buildAuthorizationUrl(app, { redirect_uri: redirectUri, scope, resource: orders });
  const browser = new FormClient(service.url);
  const { headers } = await browser.signIn(to.pathname + to.search, ada);
  browser.close();
  const back = new URL(String(headers.location));
  return (await oauth.authorizationCodeGrant(app, back, undefined, { resource: orders })).access_token;
}

describe("openid-client without a person", () => {
  it("clientCredentialsGrant gets a token for the only API of the client", async () => {
    const configuration = await configure(await machine("--api", stock, "--scope", "items:read"));
    const tokens = await oauth.clientCredentialsGrant(configuration);
    assert.deepEqual([tokens.token_type, tokens.scope, tokens.expires_in], ["bearer", "items:read", 600]);
    const { sub, client_id, aud } = decodeJwt(tokens.access_token);
    const id = configuration.clientMetadata().client_id;
    assert.deepEqual([sub, client_id, aud], [id, id, stock]);
  });

  it("clientCredentialsGrant shows the cause of a refusal", async () => {
    const configuration = await configure(await machine("--api", stock, "--scope", "items:read"));
    await assert.rejects(
      oauth.clientCredentialsGrant(configuration, { scope: "items:write" }),
      (reason) =>
        reason instanceof oauth.ResponseBodyError &&
        reason.error === "invalid_scope" &&
        /--scope VALUE/.test(String(reason.error_description)),
    );
  });

  it("tokenIntrospection of an API's server tells it who called", async () => {
    const own = await configure(await machine("--audience", orders));
    const caller = await configure(await machine("--api", orders, "--scope", "items:read"));
    const { access_token } = await oauth.clientCredentialsGrant(caller, { resource: orders });
    const said = await oauth.tokenIntrospection(own, access_token);
    assert.deepEqual(
      [said.active, said.sub, said.username],
      [true, caller.clientMetadata().client_id, undefined],
    );
  });

  it("genericGrantRequest exchanges a person's token", async () => {
    const own = await configure(await machine("--audience", orders));
    const tokens = await oauth.genericGrantRequest(own, exchangeGrantType, {
      subject_token: await personsToken(),
      subject_token_type: tokenTypes.accessToken,
      resource: stock,
      scope: "items:read",
    });
    assert.equal(tokens.issued_token_type, tokenTypes.accessToken);
    const { sub, scope, aud, act } = decodeJwt(tokens.access_token);
    assert.match(String(sub), /^lku/);
    assert.deepEqual([scope, aud, act], ["items:read", stock, { sub: own.clientMetadata().client_id }]);
  });
});
