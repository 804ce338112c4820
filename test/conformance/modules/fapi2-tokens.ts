import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { type FapiModule, prefix } from "./fapi2-stage.ts";

const unproven = ["invalid_dpop_proof", "invalid_request", "invalid_grant"];

/** Modules of the FAPI 2.0 plan about the token endpoint. */
export const fapi2TokenModules: readonly FapiModule[] = [
  {
    name: `${prefix}ensure-client-id-in-token-endpoint`,
    demands: "the client_id of one client with the signature of another is refused",
    async run(stage) {
      const [party, other] = [await stage.newParty(), await stage.newParty()];
      const code = await party.codeFor(party.newRequest());
      const authenticate = party.keys.authenticationOf(other.client);
      const answer = await party.exchange(code, { authenticate });
      stage.assertRefused(answer, ["invalid_client", "invalid_grant", "invalid_request"]);
    },
  },
  {
    name: `${prefix}ensure-holder-of-key-required`,
    demands: "without a DPoP proof there is no token",
    async run(stage) {
      const party = await stage.newParty();
      const code = await party.codeFor(party.newRequest());
      stage.assertRefused(await party.exchange(code, { headers: {} }), unproven);
    },
  },
  {
    name: `${prefix}ensure-authorization-code-is-bound-to-client`,
    demands: "another client cannot exchange the code, and does not spend it",
    async run(stage) {
      const [party, other] = [await stage.newParty(), await stage.newParty()];
      const request = party.newRequest();
      const code = await party.codeFor(request);
      const stolen = { form: { code_verifier: party.verifier } };
      stage.assertRefused(await other.exchange(code, stolen), ["invalid_grant"]);
      await party.redeem(request, code);
    },
  },
  {
    name: `${prefix}attempt-reuse-authorization-code-after-one-second`,
    demands: "a second use is invalid_grant and revokes the token of the first",
    async run(stage) {
      const party = await stage.newParty();
      const { code, tokens } = await party.signIn();
      stage.provider.wait(1);
      stage.assertRefused(await party.exchange(code), ["invalid_grant"]);
      assert.equal(await party.userinfoStatus(tokens.access_token), 401);
    },
  },
  {
    name: `${prefix}ensure-token-endpoint-fails-with-expired-auth-code`,
    demands: "a code that is first used after 60 seconds is invalid_grant",
    async run(stage) {
      const party = await stage.newParty();
      const code = await party.codeFor(party.newRequest());
      stage.provider.wait(60);
      stage.assertRefused(await party.exchange(code), ["invalid_grant"]);
    },
  },
  {
    name: `${prefix}ensure-pkce-code-verifier-required`,
    demands: "without the verifier the code is refused",
    async run(stage) {
      const party = await stage.newParty();
      const code = await party.codeFor(party.newRequest());
      const answer = await party.exchange(code, { form: { code_verifier: undefined } });
      stage.assertRefused(answer, ["invalid_grant", "invalid_request"]);
    },
  },
  {
    name: `${prefix}incorrect-pkce-code-verifier-rejected`,
    demands: "with another verifier the code is refused",
    async run(stage) {
      const party = await stage.newParty();
      const code = await party.codeFor(party.newRequest());
      const verifier = randomBytes(32).toString("base64url");
      stage.assertRefused(await party.exchange(code, { form: { code_verifier: verifier } }), [
        "invalid_grant",
      ]);
    },
  },
];
