import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { assertOwnErrorPage } from "../../http/journey.ts";
import { targetOf } from "../support/provider.ts";
import { formOf } from "../support/relying-party.ts";
import { type FapiModule, prefix } from "./fapi2-stage.ts";

/** Refused when it is pushed. */
function refusedPush(
  name: string,
  demands: string,
  parameters: Readonly<Record<string, string | undefined>>,
  errors: readonly string[] = ["invalid_request"],
): FapiModule {
  return {
    name: prefix + name,
    demands,
    async run(stage) {
      const party = await stage.newParty();
      stage.assertRefused(await party.push(party.newRequest(parameters)), errors);
    },
  };
}

const elsewhere = "https://app.example/cb/elsewhere";

/** Modules of the FAPI 2.0 plan about authorization requests, pushed ones and others. */
export const fapi2RequestModules: readonly FapiModule[] = [
  {
    name: `${prefix}ensure-different-nonce-inside-and-outside-request-object`,
    demands: "a nonce beside the request_uri counts for nothing",
    async run(stage) {
      const party = await stage.newParty();
      const request = party.newRequest();
      const answer = await party.openPushed(await party.pushed(request), { nonce: "another" });
      assert.equal((await party.finish(request, answer)).idToken.nonce, request.nonce);
    },
  },
  {
    name: `${prefix}ensure-different-state-inside-and-outside-request-object`,
    demands: "a state beside the request_uri counts for nothing",
    async run(stage) {
      const party = await stage.newParty();
      const request = party.newRequest();
      await party.finish(request, await party.openPushed(await party.pushed(request), { state: "another" }));
    },
  },
  {
    name: `${prefix}state-only-outside-request-object-not-used`,
    demands: "a state that was not pushed does not come back",
    async run(stage) {
      const party = await stage.newParty();
      const request = party.newRequest({ state: undefined });
      await party.finish(request, await party.openPushed(await party.pushed(request), { state: "outside" }));
    },
  },
  {
    name: `${prefix}ensure-request-object-without-redirect-uri-fails`,
    demands: "a redirect_uri beside the request_uri cannot stand in for one that was not pushed",
    async run(stage) {
      const party = await stage.newParty();
      const request = party.newRequest({ redirect_uri: undefined });
      stage.assertRefused(await party.push(request), ["invalid_request"]);
      const whole = party.newRequest();
      const answer = await party.openPushed(await party.pushed(whole), { redirect_uri: elsewhere });
      await party.finish(whole, answer);
    },
  },
  refusedPush(
    "ensure-redirect-uri-in-authorization-request",
    "a pushed request needs a redirect_uri, also where only one is registered",
    { redirect_uri: undefined },
  ),
  refusedPush(
    "ensure-registered-redirect-uri",
    "a redirect_uri that is not registered is refused when it is pushed",
    { redirect_uri: elsewhere },
    ["invalid_request", "invalid_redirect_uri"],
  ),
  refusedPush(
    "plain-fapi-tolerate-unregistered-redirect-uri",
    "a server need not take a redirect_uri that is not registered (RFC 9126 §2.4), and we do not",
    { redirect_uri: elsewhere },
    ["invalid_request", "invalid_redirect_uri"],
  ),
  {
    name: `${prefix}ensure-unsigned-authorization-request-without-using-par-fails`,
    demands: "a request that was not pushed is invalid_request",
    async run(stage) {
      const party = await stage.newParty();
      const request = party.newRequest();
      const endpoint = targetOf(await stage.provider.told("authorization_endpoint"));
      const answer = await party.browser.get(`${endpoint}?${formOf(request)}`);
      assert.equal(await party.errorIn(request, answer), "invalid_request");
    },
  },
  refusedPush(
    "ensure-response-type-code-idtoken-fails",
    "the response type code id_token is refused",
    { response_type: "code id_token" },
    ["unsupported_response_type", "invalid_request"],
  ),
  refusedPush(
    "ensure-response-type-token-fails",
    "the response type token is refused",
    { response_type: "token" },
    ["unsupported_response_type", "invalid_request"],
  ),
  {
    name: `${prefix}par-ensure-reused-request-uri-prior-to-auth-completion-succeeds`,
    demands: "until the sign-in is finished, a request_uri may be opened again",
    async run(stage) {
      const party = await stage.newParty();
      const request = party.newRequest();
      const requestUri = await party.pushed(request);
      assert.equal((await party.openPushed(requestUri)).status, 200);
      await party.finish(request, await party.openPushed(requestUri));
    },
  },
  {
    name: `${prefix}par-attempt-reuse-request_uri`,
    demands: "after the sign-in a request_uri is used up",
    async run(stage) {
      const party = await stage.newParty();
      const request = party.newRequest();
      const requestUri = await party.pushed(request);
      await party.finish(request, await party.openPushed(requestUri));
      assertOwnErrorPage(await party.openPushed(requestUri));
    },
  },
  {
    name: `${prefix}par-attempt-to-use-expired-request_uri`,
    demands: "a request_uri that nobody opened in time is dead",
    async run(stage) {
      const party = await stage.newParty();
      const answer = await party.push(party.newRequest());
      const { request_uri, expires_in } = JSON.parse(answer.body);
      stage.provider.wait(expires_in + 1);
      assertOwnErrorPage(await party.openPushed(request_uri));
    },
  },
  {
    name: `${prefix}par-attempt-to-use-request_uri-for-different-client`,
    demands: "a request_uri works with the client_id that pushed it",
    async run(stage) {
      const [owner, other] = [await stage.newParty(), await stage.newParty()];
      assertOwnErrorPage(await other.openPushed(await owner.pushed(owner.newRequest())));
    },
  },
  {
    name: `${prefix}par-authorization-request-containing-request_uri-form-param`,
    demands: "a pushed request cannot refer to another one",
    async run(stage) {
      const party = await stage.newParty();
      const requestUri = await party.pushed(party.newRequest());
      const nested = party.newRequest({ request_uri: requestUri });
      stage.assertRefused(await party.push(nested), ["invalid_request", "invalid_request_object"]);
    },
  },
  {
    name: `${prefix}par-attempt-invalid-http-method`,
    demands: "requests are pushed by POST alone",
    async run(stage) {
      const party = await stage.newParty();
      const form = formOf(party.newRequest());
      await party.authenticate(form);
      const answer = await party.browser.send({
        method: "PUT",
        target: targetOf(await stage.provider.told("pushed_authorization_request_endpoint")),
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: form.toString(),
      });
      assert.equal(answer.status, 405);
    },
  },
  {
    name: `${prefix}par-without-duplicate-parameters`,
    demands: "client_id and request_uri are the whole authorization request",
    async run(stage) {
      const party = await stage.newParty();
      await party.userinfo(await party.signIn());
    },
  },
  refusedPush("par-ensure-pkce-required", "a request without PKCE is refused", {
    code_challenge: undefined,
    code_challenge_method: undefined,
  }),
  refusedPush("par-plain-pkce-rejected", "the code challenge method plain is refused", {
    code_challenge: randomBytes(32).toString("base64url"),
    code_challenge_method: "plain",
  }),
];
