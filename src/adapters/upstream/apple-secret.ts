import { createPrivateKey, sign } from "node:crypto";
import type { AppleKey } from "../../protocol/upstream/upstream.ts";
import { toBase64Url } from "../../values/base64url.ts";
import type { Instant } from "../../values/time.ts";

const lifetimeSeconds = 300;
const audience = "https://appleid.apple.com";

/**
 * Makes the client secret that Apple asks for: a JWT about the client, signed with ES256 by the key of the developer's account. Throws for
 * a text that is not a private key on P-256.
 */
export function createAppleSecret(
  { teamId, keyId }: AppleKey,
  {
    clientId,
    privateKey,
    now,
  }: { readonly clientId: string; readonly privateKey: string; readonly now: Instant },
): string {
  const key = createPrivateKey(privateKey);
  if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1") throw new TypeError("not a key on P-256");
  const issuedAt = Math.floor(now / 1000);
  const claims = {
    iss: teamId,
    iat: issuedAt,
    exp: issuedAt + lifetimeSeconds,
    aud: audience,
    sub: clientId,
  };
  const content = `${partOf({ alg: "ES256", kid: keyId })}.${partOf(claims)}`;
  const signature = sign("sha256", Buffer.from(content), { key, dsaEncoding: "ieee-p1363" });
  return `${content}.${toBase64Url(signature)}`;
}

function partOf(value: object): string {
  return toBase64Url(Buffer.from(JSON.stringify(value)));
}
