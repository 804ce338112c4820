import assert from "node:assert/strict";
import { systemRandom } from "../../../src/adapters/system/random.ts";
import { createAccessToken } from "../../../src/flows/endpoint/create-access-token.ts";
import type { GrantDetails } from "../../../src/flows/grant-ports.ts";
import type { Api } from "../../../src/protocol/api/api.ts";
import { parseResource } from "../../../src/protocol/api/resource.ts";
import type { SigningAlgorithm } from "../../../src/protocol/jwk.ts";
import { readAccessToken } from "../../../src/protocol/token/access-token.ts";
import { createGrantId } from "../../../src/values/ids.ts";
import { instantOf } from "../../../src/values/time.ts";
import type { InProcessService } from "../../support/in-process.ts";

/** An API that reads its tokens by itself. */
export function jwtApi(signingAlgorithm: SigningAlgorithm = "ES256"): Api {
  return {
    resource: parseResource("https://api.example/orders") ?? assert.fail(),
    name: "Orders",
    scopes: [{ name: "orders:read", sentence: "See your orders", translations: {} }],
    tokenFormat: "jwt",
    signingAlgorithm,
    openTo: "any",
    mayExchangeFor: [],
    createdAt: instantOf(0),
    updatedAt: instantOf(0),
  };
}

/** Stores a JWT access token beside an opaque one of the same person, client and session, with the same life. */
export async function mintBeside(
  { ports, keyring, service }: InProcessService,
  opaque: string,
  details: Partial<GrantDetails> = {},
): Promise<string> {
  const presented = readAccessToken(opaque) ?? assert.fail();
  const grant = (await ports.grants.find(presented.grantId)) ?? assert.fail();
  const api = jwtApi();
  const granted = { scope: ["openid"], ...grant.details, audience: [api.resource], ...details };
  const id = createGrantId(grant.redeemedAt, systemRandom.bytes(10));
  const created = await createAccessToken(
    { random: systemRandom, signer: keyring.signer, settings: { issuer: service.issuer } },
    {
      api,
      grantId: id,
      clientId: grant.clientId,
      subject: grant.accountId ?? assert.fail(),
      scope: granted.scope,
      issuedAt: grant.redeemedAt,
      expiresAt: grant.tokenExpiresAt,
      dpopThumbprint: granted.dpopThumbprint,
    },
  );
  assert.ok(created.ok);
  const { token, digest } = created.value;
  const redeemed = await ports.grants.redeem({ ...grant, id, tokenDigest: digest, details: granted });
  assert.equal(redeemed, "redeemed");
  return token;
}
