import assert from "node:assert/strict";
import { decodeProtectedHeader } from "jose";
import { assertRefused, secretPost, tokensIn } from "../support/relying-party.ts";
import type { Module } from "./module.ts";

/** Modules of the basic plan about a sign-in and what comes of it. */
export const signInModules: readonly Module[] = [
  {
    name: "oidcc-server",
    demands: "code, ID token and userinfo agree, for two clients in one browser",
    async run(stage) {
      const first = stage.relyingParty();
      const signedIn = await first.signIn();
      assert.equal(signedIn.idToken.sub, stage.provider.subject);
      await first.userinfo(signedIn);
      const second = stage.relyingParty({ client: stage.otherClient, browser: first.browser });
      const again = await second.signIn();
      assert.equal(again.idToken.sub, signedIn.idToken.sub);
      await second.userinfo(again);
    },
  },
  {
    name: "oidcc-server-client-secret-post",
    demands: "the client may send its secret in the form",
    async run(stage) {
      const methods = (await stage.provider.configuration()).token_endpoint_auth_methods_supported;
      assert.ok(Array.isArray(methods) && methods.includes("client_secret_post"));
      const party = stage.relyingParty({ authenticate: secretPost(stage.client) });
      await party.userinfo(await party.signIn());
    },
  },
  {
    name: "oidcc-idtoken-signature",
    demands: "the ID token is signed with RS256 by the published key that its kid names",
    async run(stage) {
      const party = stage.relyingParty();
      const { tokens } = await party.signIn();
      const { alg, kid } = decodeProtectedHeader(tokens.id_token);
      assert.equal(alg, "RS256");
      const { keys } = await stage.provider.keys();
      const named = keys.filter((key) => key.kid === kid);
      assert.deepEqual(
        named.map(({ kty, alg, use }) => ({ kty, alg, use })),
        [{ kty: "RSA", alg: "RS256", use: "sig" }],
      );
    },
  },
  {
    name: "oidcc-idtoken-unsigned",
    demands: "unsigned ID tokens are not offered, so the suite skips what would ask for one",
    async run(stage) {
      const offered = (await stage.provider.configuration()).id_token_signing_alg_values_supported;
      assert.ok(Array.isArray(offered) && offered.includes("RS256") && !offered.includes("none"));
    },
  },
  {
    name: "oidcc-userinfo-get",
    demands: "GET of userinfo names the subject of the ID token",
    async run(stage) {
      const party = stage.relyingParty();
      await party.userinfo(await party.signIn(), "GET");
    },
  },
  {
    name: "oidcc-userinfo-post-header",
    demands: "POST of userinfo with the token in the header names the subject of the ID token",
    async run(stage) {
      const party = stage.relyingParty();
      await party.userinfo(await party.signIn(), "POST");
    },
  },
  {
    name: "oidcc-userinfo-post-body",
    demands: "a token in the form is refused with the repair, for which the suite has a warning",
    async run(stage) {
      const { tokens } = await stage.relyingParty().signIn();
      const form = new URLSearchParams({ access_token: tokens.access_token });
      const answer = await stage.provider.post(await stage.provider.told("userinfo_endpoint"), form);
      assert.equal(answer.status, 401);
      assert.match(answer.headers["www-authenticate"] ?? "", /^Bearer .*Authorization: Bearer/);
    },
  },
  {
    name: "oidcc-ensure-request-without-nonce-succeeds-for-code-flow",
    demands: "a request without nonce gives an ID token without nonce",
    async run(stage) {
      const { idToken } = await stage.relyingParty().signIn({ nonce: undefined });
      assert.ok(!("nonce" in idToken));
    },
  },
  {
    name: "oidcc-refresh-token",
    demands: "a refresh token brings an ID token of the same sign-in, and works for its own client only",
    async run(stage) {
      const party = stage.relyingParty();
      const scope = "openid offline_access";
      const { tokens, idToken } = await party.signIn({ scope, prompt: "consent" });
      assert.ok(tokens.refresh_token !== undefined);
      const other = stage.relyingParty({ client: stage.otherClient });
      assertRefused(await other.refresh(tokens.refresh_token), "invalid_grant");

      stage.provider.wait(1);
      const refreshed = tokensIn(await party.refresh(tokens.refresh_token, { form: { scope } }), "Bearer");
      const { payload } = await party.verify(refreshed.id_token);
      for (const claim of ["iss", "sub", "aud", "auth_time", "azp"])
        assert.equal(payload[claim], idToken[claim], claim);
      assert.ok((payload.iat ?? 0) > (idToken.iat ?? 0));
      assert.ok(payload.nonce === undefined || payload.nonce === idToken.nonce);
      assert.notEqual(refreshed.access_token, tokens.access_token);
      assert.equal(await party.userinfoStatus(refreshed.access_token), 200);
    },
  },
];
