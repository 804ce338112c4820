import assert from "node:assert/strict";
import type { JWTPayload } from "jose";
import { targetOf } from "../support/provider.ts";
import { formOf } from "../support/relying-party.ts";
import type { Module, Stage } from "./module.ts";

/** What userinfo says after a sign-in with this scope; that the ID token says none of it is checked with every sign-in. */
async function claimsFor(stage: Stage, scope: string): Promise<JWTPayload> {
  const party = stage.relyingParty();
  return party.userinfo(await party.signIn({ scope }));
}

function assertProfile(claims: JWTPayload): void {
  assert.equal(claims.name, "Ada Lovelace");
  assert.equal(claims.preferred_username, "ada");
  assert.ok(Number.isInteger(claims.updated_at));
}

function assertEmail(claims: JWTPayload): void {
  assert.equal(claims.email, "ada@example.org");
  assert.equal(claims.email_verified, true);
}

function assertAddress(claims: JWTPayload): void {
  assert.deepEqual(claims.address, { formatted: "12 St James's Square\nLondon SW1Y 4JH" });
}

function assertPhone(claims: JWTPayload): void {
  assert.equal(claims.phone_number, "+442079460123");
  assert.equal(claims.phone_number_verified, false);
}

/** Modules of the basic plan about scope and claims. */
export const scopeModules: readonly Module[] = [
  {
    name: "oidcc-scope-profile",
    demands: "userinfo has the claims of profile, and the ID token none",
    async run(stage) {
      const claims = await claimsFor(stage, "openid profile");
      assertProfile(claims);
      assert.equal(claims.email, undefined);
    },
  },
  {
    name: "oidcc-scope-email",
    demands: "userinfo has the claims of email, and the ID token none",
    async run(stage) {
      const claims = await claimsFor(stage, "openid email");
      assertEmail(claims);
      assert.equal(claims.name, undefined);
    },
  },
  {
    name: "oidcc-scope-address",
    demands: "userinfo has the claim of address, and the ID token none",
    async run(stage) {
      const claims = await claimsFor(stage, "openid address");
      assertAddress(claims);
      assert.equal(claims.phone_number, undefined);
    },
  },
  {
    name: "oidcc-scope-phone",
    demands: "userinfo has the claims of phone, and the ID token none",
    async run(stage) {
      const claims = await claimsFor(stage, "openid phone");
      assertPhone(claims);
      assert.equal(claims.address, undefined);
    },
  },
  {
    name: "oidcc-scope-all",
    demands: "all scopes together open what each opens alone",
    async run(stage) {
      const claims = await claimsFor(stage, "openid profile email address phone");
      assertProfile(claims);
      assertEmail(claims);
      assertAddress(claims);
      assertPhone(claims);
    },
  },
  {
    name: "oidcc-alternate-happy-flow",
    demands: "scope values and parameters in reverse order make no difference",
    async run(stage) {
      const party = stage.relyingParty();
      const request = party.newRequest({ scope: "email openid" });
      const reversed = formOf(Object.fromEntries(Object.entries(request).reverse()));
      const endpoint = targetOf(await stage.provider.told("authorization_endpoint"));
      const answer = await party.browser.get(`${endpoint}?${reversed}`);
      assertEmail(await party.userinfo(await party.finish(request, answer)));
    },
  },
  {
    name: "oidcc-claims-essential",
    demands: "an essential claim is answered where it was asked for",
    async run(stage) {
      const party = stage.relyingParty();
      const essential = { name: { essential: true } };
      const atUserinfo = await party.signIn({ claims: JSON.stringify({ userinfo: essential }) });
      assert.equal(atUserinfo.idToken.name, undefined);
      assert.equal((await party.userinfo(atUserinfo)).name, "Ada Lovelace");
      const inToken = await party.signIn({ claims: JSON.stringify({ id_token: essential }) });
      assert.equal(inToken.idToken.name, "Ada Lovelace");
    },
  },
];
