import { generateKeyPairSync, sign } from "node:crypto";
import type { idTokenAlgorithms } from "./latchkey.ts";

type Algorithm = (typeof idTokenAlgorithms)[number];

/** As long as the header and the claims of an ID token. */
const signed = Buffer.alloc(400, "j");
const signatures = 1_000;

/** The CPU of one bare signature, in milliseconds. */
export function signatureMilliseconds(algorithm: Algorithm): number {
  const key = keyFor(algorithm);
  const hash = algorithm === "EdDSA" ? undefined : "sha256";
  const signAll = () => {
    for (let count = 0; count < signatures; count += 1) sign(hash, signed, key);
  };
  signAll();
  const begun = process.cpuUsage();
  signAll();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000 / signatures;
}

function keyFor(algorithm: Algorithm) {
  switch (algorithm) {
    case "RS256":
      return generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    case "ES256": {
      const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      return { key: privateKey, dsaEncoding: "ieee-p1363" } as const;
    }
    case "EdDSA":
      return generateKeyPairSync("ed25519").privateKey;
  }
}
