import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { UnsecuredJWT } from "jose";
import { assertOwnErrorPage } from "../../http/journey.ts";
import { asksForPassword } from "../support/browser.ts";
import { targetOf } from "../support/provider.ts";
import { formOf, type RelyingParty } from "../support/relying-party.ts";
import type { Module } from "./module.ts";

/** An unsigned request object with every parameter of a request (OpenID Connect Core §6.1). */
async function requestObjectOf(party: RelyingParty, request: Record<string, unknown>): Promise<string> {
  const audience = await party.provider.told("issuer");
  return new UnsecuredJWT({ ...request }).setIssuer(party.client.id).setAudience(audience).encode();
}

/** Modules of the basic plan about the shape of the authorization request. */
export const requestModules: readonly Module[] = [
  {
    name: "oidcc-response-type-missing",
    demands: "a request for openid without response_type is an error for the client",
    async run(stage) {
      const party = stage.relyingParty();
      assert.equal(await party.refusal(party.newRequest({ response_type: undefined })), "invalid_request");
    },
  },
  {
    name: "oidcc-ensure-request-with-unknown-parameter-succeeds",
    demands: "a parameter that nobody knows is ignored",
    async run(stage) {
      await stage.relyingParty().signIn({ extra: "foobar" });
    },
  },
  {
    name: "oidcc-ensure-request-with-acr-values-succeeds",
    demands: "acr_values is tolerated, and the ID token says which acr was reached",
    async run(stage) {
      const offered = (await stage.provider.configuration()).acr_values_supported;
      assert.ok(Array.isArray(offered));
      const party = stage.relyingParty();
      const { idToken } = await party.signIn({ acr_values: offered.join(" ") });
      assert.ok(offered.includes(idToken.acr));
      await party.signIn({ acr_values: "1 2" });
    },
  },
  {
    name: "oidcc-ensure-registered-redirect-uri",
    demands: "a redirect_uri that is not registered ends on our own page",
    async run(stage) {
      const party = stage.relyingParty();
      const redirectUri = `${stage.client.redirectUri}/${randomBytes(8).toString("hex")}`;
      assertOwnErrorPage(await party.open(party.newRequest({ redirect_uri: redirectUri })));
    },
  },
  {
    name: "oidcc-ensure-post-request-succeeds",
    demands: "an authorization request may come as a form",
    async run(stage) {
      const party = stage.relyingParty();
      const request = party.newRequest();
      const answer = await party.browser.send({
        method: "POST",
        target: targetOf(await stage.provider.told("authorization_endpoint")),
        headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://app.example" },
        body: formOf(request).toString(),
      });
      await party.userinfo(await party.finish(request, answer));
    },
  },
  {
    name: "oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported",
    demands: "a request_uri of the client's own is answered request_uri_not_supported",
    async run(stage) {
      assert.equal((await stage.provider.configuration()).request_uri_parameter_supported, false);
      const party = stage.relyingParty();
      const request = party.newRequest({ request_uri: "https://app.example/request.jwt" });
      assert.equal(await party.refusal(request), "request_uri_not_supported");
    },
  },
  {
    name: "oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported",
    demands: "a request object is answered request_not_supported instead of being ignored",
    async run(stage) {
      assert.equal((await stage.provider.configuration()).request_parameter_supported, false);
      const party = stage.relyingParty();
      const request = party.newRequest();
      const object = await requestObjectOf(party, { ...request });
      assert.equal(await party.refusal({ ...request, request: object }), "request_not_supported");
    },
  },
  {
    name: "oidcc-ensure-request-object-with-redirect-uri",
    demands: "the redirect_uri of a request object leads nowhere: our own page, or request_not_supported",
    async run(stage) {
      const party = stage.relyingParty();
      const request = party.newRequest();
      const object = await requestObjectOf(party, { ...request });
      const elsewhere = `${stage.client.redirectUri}/${randomBytes(8).toString("hex")}`;
      for (const redirectUri of [elsewhere, undefined])
        assertOwnErrorPage(await party.open({ ...request, redirect_uri: redirectUri, request: object }));
      const foreign = await requestObjectOf(party, { ...request, redirect_uri: elsewhere });
      assert.equal(await party.refusal({ ...request, request: foreign }), "request_not_supported");
    },
  },
  {
    name: "oidcc-ensure-request-with-valid-pkce-succeeds",
    demands: "PKCE with S256 is accepted, and its verifier needed",
    async run(stage) {
      const methods = (await stage.provider.configuration()).code_challenge_methods_supported;
      assert.deepEqual(methods, ["S256"]);
      const verifier = randomBytes(32).toString("base64url");
      const challenge = createHash("sha256").update(verifier).digest("base64url");
      const party = stage.relyingParty();
      const request = party.newRequest({ code_challenge: challenge, code_challenge_method: "S256" });
      const answer = await party.open(request);
      assert.ok(asksForPassword(answer));
      const code = (await party.receive(request, answer)).get("code") ?? "";
      assert.equal((await party.exchange(code)).status, 400);
      await party.redeem(request, code, { form: { code_verifier: verifier } });
    },
  },
];
