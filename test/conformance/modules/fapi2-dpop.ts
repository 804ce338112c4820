import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { DpopKey, type ProofTarget } from "../support/dpop-key.ts";
import { type FapiModule, type FapiStage, prefix } from "./fapi2-stage.ts";

const unproven = ["invalid_dpop_proof", "invalid_request", "invalid_grant"];

/** Pushes, exchanges and asks userinfo with proofs whose time is set by the module. */
async function signInAt(stage: FapiStage, times: (now: number) => Record<string, number>): Promise<void> {
  const party = await stage.newParty();
  party.proofClaims = times(stage.provider.now());
  const request = party.newRequest();
  const headers = await party.proofFor("pushed_authorization_request_endpoint");
  const answer = await party.openPushed(await party.pushed(request, { headers }));
  await party.userinfo(await party.finish(request, answer));
}

/** Proofs that userinfo must not accept, by what is wrong with each. */
const badProofs: Readonly<Record<string, (key: DpopKey, now: number) => Partial<ProofTarget>>> = {
  "without jti": () => ({ claims: { jti: undefined } }),
  "without htm": () => ({ claims: { htm: undefined } }),
  "without htu": () => ({ claims: { htu: undefined } }),
  "without iat": () => ({ claims: { iat: undefined } }),
  "without ath": () => ({ claims: { ath: undefined } }),
  "for another method": () => ({ claims: { htm: "POST" } }),
  "for another address": () => ({ claims: { htu: "https://elsewhere.example/v1/Oauth/userinfo" } }),
  "for another token": () => ({ claims: { ath: "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo" } }),
  "of an hour ago": (_, now) => ({ claims: { iat: now - 3600 } }),
  "of an hour ahead": (_, now) => ({ claims: { iat: now + 3600 } }),
  "that has expired": (_, now) => ({ claims: { exp: now - 3600 } }),
  "that is not yet valid": (_, now) => ({ claims: { nbf: now + 3600 } }),
  "without typ": () => ({ header: { typ: undefined } }),
  "with another typ": () => ({ header: { typ: "JWT" } }),
  "without jwk": () => ({ header: { jwk: undefined } }),
  "that shows its private key": (key) => ({ header: { jwk: key.privateJwk } }),
};

/** Modules of the FAPI 2.0 plan about proofs of possession. */
export const fapi2DpopModules: readonly FapiModule[] = [
  {
    name: `${prefix}check-dpop-proof-nbf-exp`,
    demands: "proofs may say nbf and exp",
    run: (stage) => signInAt(stage, (now) => ({ nbf: now, exp: now + 300 })),
  },
  {
    name: `${prefix}ensure-dpopproof-with-iat-10seconds-before-succeeds`,
    demands: "the clock of the client may be 10 seconds late",
    run: (stage) => signInAt(stage, (now) => ({ iat: now - 10 })),
  },
  {
    name: `${prefix}ensure-dpopproof-with-iat-10seconds-after-succeeds`,
    demands: "the clock of the client may be 10 seconds ahead",
    run: (stage) => signInAt(stage, (now) => ({ iat: now + 10 })),
  },
  {
    name: `${prefix}ensure-mismatched-dpop-jkt-fails`,
    demands: "a pushed dpop_jkt of another key than that of the proof is refused",
    async run(stage) {
      const party = await stage.newParty();
      const { thumbprint } = await DpopKey.make(stage.provider);
      const headers = await party.proofFor("pushed_authorization_request_endpoint");
      const answer = await party.push(party.newRequest({ dpop_jkt: thumbprint }), { headers });
      stage.assertRefused(answer, ["invalid_request", "invalid_dpop_proof"]);
    },
  },
  {
    name: `${prefix}ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt`,
    demands: "a code that was bound by a proof at the PAR endpoint is refused with another key",
    async run(stage) {
      const party = await stage.newParty();
      const request = party.newRequest();
      const headers = await party.proofFor("pushed_authorization_request_endpoint");
      const answer = await party.openPushed(await party.pushed(request, { headers }));
      const code = await party.codeFor(request, answer);
      const foreign = await party.proofFor("token_endpoint", await DpopKey.make(stage.provider));
      stage.assertRefused(await party.exchange(code, { headers: foreign }), unproven);
    },
  },
  {
    name: `${prefix}ensure-token-endpoint-fails-with-mismatched-dpop-jkt`,
    demands: "a code that was bound by dpop_jkt is refused with another key",
    async run(stage) {
      const party = await stage.newParty();
      const { thumbprint } = await DpopKey.make(stage.provider);
      const code = await party.codeFor(party.newRequest({ dpop_jkt: thumbprint }));
      stage.assertRefused(await party.exchange(code), unproven);
    },
  },
  {
    name: `${prefix}ensure-dpopproof-at-par-endpoint-binding-success`,
    demands: "a code that was bound by a proof at the PAR endpoint works with its key",
    async run(stage) {
      const party = await stage.newParty();
      const request = party.newRequest();
      const headers = await party.proofFor("pushed_authorization_request_endpoint");
      const answer = await party.openPushed(await party.pushed(request, { headers }));
      await party.userinfo(await party.finish(request, answer));
    },
  },
  {
    name: `${prefix}ensure-dpop-auth-code-binding-success`,
    demands: "dpop_jkt and proofs of the same key agree",
    async run(stage) {
      const party = await stage.newParty();
      const request = party.newRequest({ dpop_jkt: party.dpop.thumbprint });
      const headers = await party.proofFor("pushed_authorization_request_endpoint");
      const answer = await party.openPushed(await party.pushed(request, { headers }));
      await party.userinfo(await party.finish(request, answer));
    },
  },
  {
    name: `${prefix}dpop-negative-tests`,
    demands: "userinfo refuses every proof that is wrong, and accepts the right one once",
    async run(stage) {
      const party = await stage.newParty();
      const { tokens } = await party.signIn();
      const accessToken = tokens.access_token;
      const url = await stage.provider.told("userinfo_endpoint");
      const target = { method: "GET", url, accessToken };
      const statusOf = async (headers: Record<string, string>): Promise<number> => {
        const answer = await stage.provider.fetch(url, { authorization: `DPoP ${accessToken}`, ...headers });
        if (answer.status === 401) assert.match(answer.headers["www-authenticate"] ?? "", /^(DPoP|Bearer) /);
        return answer.status;
      };
      for (const [what, change] of Object.entries(badProofs)) {
        const dpop = await party.dpop.prove({ ...target, ...change(party.dpop, stage.provider.now()) });
        assert.equal(await statusOf({ dpop }), 401, `a proof ${what}`);
      }
      const proof = await party.dpop.prove({ ...target, claims: { jti: randomUUID() } });
      const forged = `${proof.slice(0, -8)}AAAAAAAA`;
      const unsigned = `${Buffer.from('{"typ":"dpop+jwt","alg":"none"}').toString("base64url")}.${proof.split(".")[1]}.`;
      const foreign = await (await DpopKey.make(stage.provider)).prove(target);
      for (const dpop of [forged, unsigned, foreign, "", `${proof},${proof}`, "no proof"])
        assert.equal(await statusOf({ dpop }), 401, dpop);
      assert.equal(await statusOf({}), 401, "no proof at all");
      assert.equal(
        await statusOf({ dpop: proof, authorization: `Bearer ${accessToken}` }),
        401,
        "as a bearer",
      );
      assert.equal(await statusOf({ dpop: proof }), 200);
      assert.equal(await statusOf({ dpop: proof }), 401, "a proof that was used");
    },
  },
];
