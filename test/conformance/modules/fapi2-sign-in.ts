import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { personClaims } from "../../../src/protocol/openid/person-claims.ts";
import { receivedAt } from "../support/browser.ts";
import type { FapiParty } from "../support/fapi-party.ts";
import { tokensIn } from "../support/relying-party.ts";
import { type FapiModule, prefix } from "./fapi2-stage.ts";

function listed(value: unknown): readonly unknown[] {
  assert.ok(Array.isArray(value));
  return value;
}

async function rejectSignIn(party: FapiParty): Promise<URLSearchParams> {
  const request = party.newRequest();
  const page = await party.open(request);
  const href = /<a href="([^"]*)">Back to/.exec(page.body)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const received = receivedAt(party.client.redirectUri, "query", {
    ...page,
    status: 302,
    headers: { location: href },
  });
  assert.equal(received.get("state"), request.state);
  assert.equal(received.get("iss"), await party.provider.told("issuer"));
  return received;
}

/** Modules of the FAPI 2.0 plan in which all goes well, and those with long values. */
export const fapi2SignInModules: readonly FapiModule[] = [
  {
    name: `${prefix}discovery-end-point-verification`,
    demands: "the metadata announce PAR, PKCE, iss, DPoP and private_key_jwt with algorithms of the profile",
    async run({ provider }) {
      const configuration = await provider.configuration();
      assert.equal(typeof configuration.pushed_authorization_request_endpoint, "string");
      assert.ok(listed(configuration.code_challenge_methods_supported).includes("S256"));
      assert.equal(configuration.authorization_response_iss_parameter_supported, true);
      assert.ok(listed(configuration.token_endpoint_auth_methods_supported).includes("private_key_jwt"));
      for (const member of [
        "token_endpoint_auth_signing_alg_values_supported",
        "dpop_signing_alg_values_supported",
        "id_token_signing_alg_values_supported",
      ])
        assert.ok(listed(configuration[member]).includes("ES256"), member);
      const oauth = await provider.fetch("/.well-known/oauth-authorization-server");
      assert.equal(JSON.parse(oauth.body).issuer, configuration.issuer);
    },
  },
  {
    name: `${prefix}happy-flow`,
    demands: "two clients sign in, and neither can use the token of the other with a key of its own",
    async run(stage) {
      const parties = [await stage.newParty(), await stage.newParty()] as const;
      for (const party of parties) await party.userinfo(await party.signIn());
      const { tokens } = await parties[0].signIn();
      assert.equal(await parties[0].userinfoStatus(tokens.access_token), 200);
      assert.equal(await parties[1].userinfoStatus(tokens.access_token), 401);
    },
  },
  {
    name: `${prefix}user-rejects-authentication`,
    demands: "who turns back on the sign-in page sends access_denied to the client",
    async run(stage) {
      for (const party of [await stage.newParty(), await stage.newParty()]) {
        const received = await rejectSignIn(party);
        assert.equal(received.get("error"), "access_denied");
        assert.equal(received.get("code"), null);
      }
    },
  },
  {
    name: `${prefix}ensure-authorization-request-without-state-success`,
    demands: "state is optional, and none comes back",
    async run(stage) {
      await (await stage.newParty()).signIn({ state: undefined });
    },
  },
  {
    name: `${prefix}ensure-authorization-request-without-nonce-success`,
    demands: "nonce is optional",
    async run(stage) {
      const { idToken } = await (await stage.newParty()).signIn({ nonce: undefined });
      assert.ok(!("nonce" in idToken));
    },
  },
  {
    name: `${prefix}ensure-authorization-request-with-64-char-nonce-success`,
    demands: "a nonce of 64 characters comes back in the ID token",
    async run(stage) {
      const nonce = randomBytes(48).toString("base64url");
      assert.equal((await (await stage.newParty()).signIn({ nonce })).idToken.nonce, nonce);
    },
  },
  {
    name: `${prefix}ensure-other-scope-order-succeeds`,
    demands: "openid need not stand first",
    async run(stage) {
      await (await stage.newParty()).signIn({ scope: "email profile openid" });
    },
  },
  {
    name: `${prefix}test-claims-parameter-identity-claims`,
    demands: "every claim about a person that the metadata list is answered where it was asked for",
    async run(stage) {
      const offered = listed((await stage.provider.configuration()).claims_supported);
      const names = personClaims.filter((name) => offered.includes(name));
      assert.deepEqual(names, personClaims);
      const wanted = Object.fromEntries(names.map((name) => [name, null]));
      const party = await stage.newParty();
      const signedIn = await party.signIn({ claims: JSON.stringify({ id_token: wanted, userinfo: wanted }) });
      const userinfo = await party.userinfo(signedIn);
      for (const name of names) {
        assert.ok(name in signedIn.idToken, name);
        assert.deepEqual(userinfo[name], signedIn.idToken[name], name);
      }
    },
  },
  {
    name: `${prefix}access-token-type-header-case-sensitivity`,
    demands: "the scheme of the Authorization header is read without regard to case",
    async run(stage) {
      const party = await stage.newParty();
      const { tokens } = await party.signIn();
      for (const scheme of ["dpop", "DPOP", "dPoP"]) {
        const usual = await party.accessHeaders(tokens.access_token, "GET");
        const headers = { ...usual, authorization: `${scheme} ${tokens.access_token}` };
        const answer = await stage.provider.fetch(await stage.provider.told("userinfo_endpoint"), headers);
        assert.equal(answer.status, 200, scheme);
      }
    },
  },
  {
    name: `${prefix}ensure-authorization-request-with-long-nonce`,
    demands: "a nonce of 384 characters comes back whole",
    async run(stage) {
      const nonce = randomBytes(288).toString("base64url");
      assert.equal((await (await stage.newParty()).signIn({ nonce })).idToken.nonce, nonce);
    },
  },
  {
    name: `${prefix}ensure-authorization-request-with-long-state`,
    demands: "a state of 1000 characters comes back whole",
    async run(stage) {
      await (await stage.newParty()).signIn({ state: randomBytes(750).toString("base64url") });
    },
  },
  {
    name: `${prefix}refresh-token`,
    demands:
      "refreshing needs the client's signature and the key of the token; the token before still works, and only for its client",
    async run(stage) {
      for (const party of [await stage.newParty(), await stage.newParty()]) {
        const scope = "openid offline_access";
        const { tokens, idToken } = await party.signIn({ scope, prompt: "consent" });
        const token = tokens.refresh_token ?? "";
        const refresh = async (): Promise<void> => {
          const answer = await party.refresh(token, { form: { scope } });
          const refreshed = tokensIn(answer, "DPoP");
          assert.equal((await party.verify(refreshed.id_token)).payload.sub, idToken.sub);
          assert.equal(await party.userinfoStatus(refreshed.access_token), 200);
        };
        await refresh();
        // An answer may be lost: after 30 seconds the token that was replaced is as good as before.
        stage.provider.wait(30);
        await refresh();
        const unsigned = await party.refresh(token, { authenticate: async () => ({}) });
        stage.assertRefused(unsigned, ["invalid_client", "invalid_grant", "invalid_request"]);
        const unproven = await party.refresh(token, { headers: {} });
        assert.equal(unproven.status, 400);
        stage.assertRefused(unproven, ["invalid_dpop_proof", "invalid_grant", "invalid_request"]);
        stage.assertRefused(await (await stage.newParty()).refresh(token), ["invalid_grant"]);
        await refresh();
      }
    },
  },
];
