import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";
import * as oauth from "oauth4webapi";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { type SigningAlgorithm, signingAlgorithms } from "../../src/protocol/jwk.ts";
import { ada, authorizationOf, codeAt, exchange } from "../http/journey.ts";
import { tokensIn } from "../http/support/openid.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";

const insecure = { [oauth.allowInsecureRequests]: true };

let service: InProcessService;
let client: TestClient;
let browser: FormClient;
let server: oauth.AuthorizationServer;

before(async () => {
  service = await startInProcess();
  // Libraries look at the clock of the machine.
  service.clock.advance((Date.now() - service.clock.now()) / 1_000);
  await service.addAccount(ada.username, ada.password);
  for (const algorithm of signingAlgorithms)
    await service.addApi({
      resource: resourceOf(algorithm),
      tokenFormat: "jwt",
      signingAlgorithm: algorithm,
    });
  client = await service.addClient({ metadata: { ...interfaceMetadata, isOpenid: true } });
  browser = new FormClient(service.url);
  await browser.signIn(authorizationOf(client), ada);
  const issuer = new URL(service.service.issuer);
  const found = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
  server = await oauth.processDiscoveryResponse(issuer, found);
});
after(async () => {
  browser.close();
  await service[Symbol.asyncDispose]();
});

function resourceOf(algorithm: SigningAlgorithm): string {
  return `https://api.example/${algorithm}`;
}

async function codeFor(resource: string): Promise<string> {
  const scope = "orders:read groups";
  return codeAt(
    await browser.get(authorizationOf(client, { response_type: "code", scope, resource })),
    client,
  );
}

async function tokenFor(resource: string): Promise<string> {
  return tokensIn(await exchange(browser, client, await codeFor(resource))).access_token;
}

/** What an API server sees of a call. */
function callOf(authorization: string, dpop?: string): Request {
  return new Request("https://api.example/orders", {
    headers: { authorization, ...(dpop !== undefined && { dpop }) },
  });
}

describe("a JWT access token at an API", () => {
  for (const algorithm of signingAlgorithms) {
    const resource = resourceOf(algorithm);

    it(`jose verifies it by discovery: ${algorithm}`, async () => {
      const keys = createRemoteJWKSet(new URL(String(server.jwks_uri)));
      const token = await tokenFor(resource);
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer: server.issuer,
        audience: resource,
        typ: "at+jwt",
        algorithms: [algorithm],
        requiredClaims: ["iss", "exp", "aud", "sub", "client_id", "iat", "jti", "auth_time", "acr", "scope"],
      });
      assert.equal(protectedHeader.alg, algorithm);
      const { client_id, scope, groups, amr, exp = 0, iat = 0 } = payload;
      assert.deepEqual([client_id, scope, groups, amr], [client.id, "orders:read groups", [], ["pwd"]]);
      assert.equal(exp - iat, 600);
    });

    it(`oauth4webapi validates it as RFC 9068 says: ${algorithm}`, async () => {
      const token = await tokenFor(resource);
      const validate = (audience: string) =>
        oauth.validateJwtAccessToken(server, callOf(`Bearer ${token}`), audience, insecure);
      assert.deepEqual({ ...(await validate(resource)) }, decodeJwt(token));
      await assert.rejects(validate("https://api.example/other"), /"aud" \(audience\)/);
    });

    it(`oauth4webapi validates one that is bound to a key (RFC 9449): ${algorithm}`, async () => {
      const registration: oauth.Client = { client_id: client.id };
      const DPoP = oauth.DPoP(registration, await oauth.generateKeyPair("ES256"));
      const callback = new URL(`${client.redirectUri}?code=${await codeFor(resource)}&iss=${server.issuer}`);
      const answer = await oauth.authorizationCodeGrantRequest(
        server,
        registration,
        oauth.ClientSecretPost(client.secret),
        oauth.validateAuthResponse(server, registration, callback, oauth.expectNoState),
        client.redirectUri,
        oauth.nopkce,
        { DPoP, ...insecure },
      );
      const tokens = await oauth.processAuthorizationCodeResponse(server, registration, answer);
      assert.equal(tokens.token_type, "dpop");
      let call: Request | undefined;
      await oauth.protectedResourceRequest(
        tokens.access_token,
        "GET",
        new URL("https://api.example/orders"),
        undefined,
        undefined,
        {
          DPoP,
          [oauth.customFetch]: async (_, { headers }) => {
            call = callOf(headers.authorization ?? "", headers.dpop);
            return new Response();
          },
        },
      );
      assert.ok(call);
      const claims = await oauth.validateJwtAccessToken(server, call, resource, {
        requireDPoP: true,
        ...insecure,
      });
      assert.equal(claims.cnf?.jkt, decodeJwt<{ cnf: { jkt: string } }>(tokens.access_token).cnf.jkt);
      const stolen = callOf(`Bearer ${tokens.access_token}`);
      await assert.rejects(oauth.validateJwtAccessToken(server, stolen, resource, insecure));
    });
  }
});
