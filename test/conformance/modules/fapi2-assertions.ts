import assert from "node:assert/strict";
import { SignJWT, UnsecuredJWT } from "jose";
import type { TestClient } from "../../support/in-process.ts";
import { assertionType, type Changes } from "../support/assertions.ts";
import type { FapiParty } from "../support/fapi-party.ts";
import type { Authentication } from "../support/relying-party.ts";
import { type FapiModule, prefix } from "./fapi2-stage.ts";

const unauthenticated = ["invalid_client", "invalid_request"];

/** Refused at the token endpoint, and the code stays good. */
function refusedAssertion(
  name: string,
  demands: string,
  changesOf: (now: number) => Changes | undefined,
): FapiModule {
  return {
    name: prefix + name,
    demands,
    async run(stage) {
      const party = await stage.newParty();
      const request = party.newRequest();
      const code = await party.codeFor(request);
      const changes = changesOf(stage.provider.now());
      const authenticate =
        changes === undefined ? idOnly(party.client) : party.keys.authenticationOf(party.client, changes);
      stage.assertRefused(await party.exchange(code, { authenticate }), unauthenticated);
      await party.redeem(request, code);
    },
  };
}

function idOnly({ id }: TestClient): Authentication {
  return async (form) => {
    form.set("client_id", id);
    return {};
  };
}

function sending(assertion: string, type: string | undefined = assertionType): Authentication {
  return async (form) => {
    if (type !== "") form.set("client_assertion_type", type);
    form.set("client_assertion", assertion);
    return {};
  };
}

/** Assertions that the PAR endpoint must not accept, by what is wrong with each. */
async function badAssertions(party: FapiParty): Promise<Readonly<Record<string, Authentication>>> {
  const { provider, client, keys } = party;
  const now = provider.now();
  const changed = (changes: Changes) => keys.authenticationOf(client, changes);
  const issuer = await provider.told("issuer");
  const good = await keys.sign(client.id);
  const forged = `${good.slice(0, -8)}AAAAAAAA`;
  return {
    none: idOnly(client),
    "without type": sending(good, ""),
    "of another type": sending(good, "urn:ietf:params:oauth:client-assertion-type:saml2-bearer"),
    "without sub": changed({ sub: undefined }),
    "for another sub": changed({ sub: "somebodyElse" }),
    "without iss": changed({ iss: undefined }),
    "of another iss": changed({ iss: "somebodyElse" }),
    "without aud": changed({ aud: undefined }),
    "for another aud": changed({ aud: "https://elsewhere.example" }),
    "for the PAR endpoint": changed({ aud: await provider.told("pushed_authorization_request_endpoint") }),
    "for the token endpoint": changed({ aud: await provider.told("token_endpoint") }),
    "for the issuer and others": changed({ aud: [issuer, "https://elsewhere.example"] }),
    "for the issuer in an array": changed({ aud: [issuer] }),
    "that has expired": changed({ iat: now - 360, exp: now - 300 }),
    "of a minute ahead": changed({ iat: now + 65, nbf: now + 65, exp: now + 125 }),
    "without exp": changed({ exp: undefined }),
    "without jti": changed({ jti: undefined }),
    "without signature": sending(new UnsecuredJWT(await keys.claimsOf(client.id)).encode()),
    "with a forged signature": sending(forged),
  };
}

/** Modules of the FAPI 2.0 plan about private_key_jwt. */
export const fapi2AssertionModules: readonly FapiModule[] = [
  {
    name: `${prefix}ensure-signed-client-assertion-with-RS256-fails`,
    demands: "a client assertion with RS256 is refused, and one with PS256 by the same key is not",
    async run(stage) {
      const party = await stage.newParty("PS256");
      const request = party.newRequest();
      const code = await party.codeFor(request);
      const key = await crypto.subtle.exportKey("pkcs8", party.keys.privateKey);
      const rsa = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
      const signingKey = await crypto.subtle.importKey("pkcs8", key, rsa, false, ["sign"]);
      const assertion = await new SignJWT(await party.keys.claimsOf(party.client.id))
        .setProtectedHeader({ alg: "RS256" })
        .sign(signingKey);
      stage.assertRefused(await party.exchange(code, { authenticate: sending(assertion) }), unauthenticated);
      await party.redeem(request, code);
    },
  },
  refusedAssertion(
    "ensure-client-assertion-in-token-endpoint",
    "without an assertion there is no token",
    () => undefined,
  ),
  refusedAssertion(
    "ensure-client-assertion-with-exp-is-5-minutes-in-past-fails",
    "an assertion that expired five minutes ago is refused",
    (now) => ({ iat: now - 360, exp: now - 300 }),
  ),
  refusedAssertion(
    "ensure-client-assertion-with-wrong-aud-fails",
    "an assertion for somebody else is refused",
    () => ({ aud: "https://elsewhere.example" }),
  ),
  refusedAssertion(
    "ensure-client-assertion-with-no-sub-fails",
    "an assertion without sub is refused",
    () => ({
      sub: undefined,
    }),
  ),
  {
    name: `${prefix}ensure-invalid-client-assertions-fail`,
    demands: "the PAR endpoint refuses every assertion that is wrong, and accepts a clock 8 seconds ahead",
    async run(stage) {
      const party = await stage.newParty();
      const request = party.newRequest();
      for (const [what, authenticate] of Object.entries(await badAssertions(party))) {
        const answer = await party.push(request, { authenticate });
        assert.notEqual(answer.status, 201, `an assertion ${what}`);
        stage.assertRefused(answer, unauthenticated);
      }
      const now = stage.provider.now();
      const ahead = { iat: now + 8, nbf: now + 8, exp: now + 68 };
      await party.pushed(request, { authenticate: party.keys.authenticationOf(party.client, ahead) });
      await party.pushed(request);
    },
  },
];
