import { createHash, generateKeyPairSync, randomBytes, sign, verify } from "node:crypto";
import { listen } from "./listen.ts";

/**
 * The bare check of a passkey: one ES256 signature over the authenticator's data and the digest of the browser's (WebAuthn §7.2), by a
 * key that is at hand, for every GET.
 */
const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const authenticatorData = randomBytes(37);
const clientData = Buffer.from(
  `{"type":"webauthn.get","challenge":"${randomBytes(60).toString("base64url")}"}`,
);

function signedBytes(): Uint8Array {
  return Buffer.concat([authenticatorData, createHash("sha256").update(clientData).digest()]);
}

const signature = sign("sha256", signedBytes(), privateKey);
const headers = ["Content-Type", "text/plain", "Cache-Control", "no-store", "Content-Length", "2"];

listen((_, response) => {
  const isGood = verify("sha256", signedBytes(), publicKey, signature);
  response.writeHead(isGood ? 200 : 500, headers);
  response.end("ok");
});
