import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import fc from "fast-check";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { systemRandom } from "../../../src/adapters/system/random.ts";
import {
  type AccessTokenGiven,
  createAccessToken,
  readyForAccessToken,
} from "../../../src/flows/endpoint/create-access-token.ts";
import { verifyJwtAccessToken } from "../../../src/flows/endpoint/verify-access-token.ts";
import type { Api } from "../../../src/protocol/api/api.ts";
import { parseResource } from "../../../src/protocol/api/resource.ts";
import { type SigningAlgorithm, signingAlgorithms } from "../../../src/protocol/jwk.ts";
import { accessTokenLengthMax, readAccessToken } from "../../../src/protocol/token/access-token.ts";
import { clientIdOf, createGrantId } from "../../../src/values/ids.ts";
import { plus } from "../../../src/values/time.ts";
import { noon } from "../../storage-contract/samples.ts";
import { type InProcessService, startInProcess } from "../../support/in-process.ts";

let service: InProcessService;
before(async () => {
  service = await startInProcess();
});
after(() => service[Symbol.asyncDispose]());

function ports() {
  const { keyring } = service;
  return {
    settings: { issuer: service.service.issuer },
    random: systemRandom,
    signer: keyring.signer,
  };
}

function apiWith(signingAlgorithm: SigningAlgorithm, changes: Partial<Api> = {}): Api {
  return {
    resource: parseResource("https://api.example/orders") ?? assert.fail(),
    name: "Orders",
    scopes: [],
    tokenFormat: "jwt",
    signingAlgorithm,
    openTo: "listed",
    mayExchangeFor: [],
    createdAt: noon,
    updatedAt: noon,
    ...changes,
  };
}

function given(api: Api | undefined, changes: Partial<AccessTokenGiven> = {}): AccessTokenGiven {
  return {
    api,
    grantId: createGrantId(noon, systemRandom.bytes(10)),
    clientId: clientIdOf("AAAAAAAAAAAAAAAAAAAA"),
    subject: "lkuADA",
    scope: ["groups"],
    issuedAt: noon,
    expiresAt: plus(noon, 600),
    ...changes,
  };
}

function encoded(text: string): string {
  return Buffer.from(text).toString("base64url");
}

async function create(content: AccessTokenGiven) {
  const created = await createAccessToken(ports(), content);
  assert.ok(created.ok);
  return created.value;
}

describe("creating an access token", () => {
  it("without an API, and for one that takes references, it is opaque", async () => {
    for (const api of [undefined, apiWith("ES256", { tokenFormat: "opaque" })]) {
      await readyForAccessToken(ports(), api);
      const content = given(api);
      const { token, digest } = await create(content);
      assert.deepEqual(readAccessToken(token), { grantId: content.grantId, digest });
    }
  });

  for (const algorithm of signingAlgorithms)
    it(`RFC 9068 §2.1: the JWT is signed with the algorithm of the API, ${algorithm}, and has the type at+jwt`, async () => {
      const api = apiWith(algorithm);
      await readyForAccessToken(ports(), api);
      const content = given(api);
      const { token, digest } = await create(content);
      const { alg, typ } = decodeProtectedHeader(token);
      assert.deepEqual([alg, typ], [algorithm, "at+jwt"]);
      assert.deepEqual(await verifyJwtAccessToken(ports(), token), { grantId: content.grantId, digest });
    });

  it("RFC 9068 §2.1: an ID token and any other JWT of this service is no access token", async () => {
    const { signer } = service.keyring;
    const { token } = await create(given(apiWith("ES256")));
    const claims = decodeJwt(token);
    for (const typ of ["JWT", "logout+jwt", "AT+JWT", "application/at+jwt"])
      assert.equal(
        await verifyJwtAccessToken(ports(), await signer.sign("ES256", typ, claims)),
        undefined,
        typ,
      );
    assert.ok(await verifyJwtAccessToken(ports(), await signer.sign("ES256", "at+jwt", claims)));
    assert.equal(await signer.verifyOwn(token, "JWT"), undefined);
  });

  it("groups that would make the token too long for a header are left out, all of them", async () => {
    const groups = Array.from({ length: 100 }, (_, index) => `group-${index}-${"x".repeat(40)}`);
    const few = groups.slice(0, 20);
    const api = apiWith("ES256");
    assert.deepEqual(decodeJwt((await create(given(api, { groups: few }))).token).groups, few);
    const { token } = await create(given(api, { groups }));
    assert.equal("groups" in decodeJwt(token), false);
    assert.ok(token.length <= accessTokenLengthMax);
    assert.ok(await verifyJwtAccessToken(ports(), token));
  });

  it("a token that would be too long without groups is refused", async () => {
    const scope = [`orders:${"x".repeat(accessTokenLengthMax)}`];
    const created = await createAccessToken(ports(), given(apiWith("ES256"), { scope }));
    assert.deepEqual(created, { ok: false, reason: "access-token-too-long" });
  });

  it("property: no text makes the verification throw, and none but a signed one is a token", async () => {
    const part = fc.oneof(fc.base64String(), fc.json().map(encoded), fc.string({ unit: "binary" }));
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 4 }), async (parts) => {
        assert.equal(await verifyJwtAccessToken(ports(), `eyJ${parts.join(".")}`), undefined);
      }),
    );
  });

  it("a signing thread without room refuses before a token is made", async () => {
    const signer = {
      ...service.keyring.signer,
      requireRoom: () => {
        throw new Error("full");
      },
    };
    await assert.rejects(readyForAccessToken({ signer }, apiWith("RS256")), /full/);
  });
});
