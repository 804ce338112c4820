import { createHash, randomUUID } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import type { Changes } from "./assertions.ts";
import type { Provider } from "./provider.ts";

/** What a proof is made for (RFC 9449 §4.2). */
export interface ProofTarget {
  readonly method: string;
  readonly url: string;
  /** For protected resources. */
  readonly accessToken?: string;
  readonly claims?: Changes;
  readonly header?: Changes;
}

/** A key whose possession is proved: ES256. */
export class DpopKey {
  readonly publicJwk: JWK;
  readonly privateJwk: JWK;
  /** RFC 7638, SHA-256. */
  readonly thumbprint: string;
  readonly #provider: Provider;
  readonly #privateKey: CryptoKey;

  private constructor(
    provider: Provider,
    key: { readonly privateKey: CryptoKey; readonly privateJwk: JWK; readonly publicJwk: JWK },
    thumbprint: string,
  ) {
    this.publicJwk = key.publicJwk;
    this.privateJwk = key.privateJwk;
    this.thumbprint = thumbprint;
    this.#provider = provider;
    this.#privateKey = key.privateKey;
  }

  static async make(provider: Provider): Promise<DpopKey> {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    const [privateJwk, publicJwk] = await Promise.all([exportJWK(privateKey), exportJWK(publicKey)]);
    const thumbprint = await calculateJwkThumbprint(publicJwk);
    return new DpopKey(provider, { privateKey, privateJwk, publicJwk }, thumbprint);
  }

  async prove({ method, url, accessToken, claims, header }: ProofTarget): Promise<string> {
    const usual = {
      jti: randomUUID(),
      htm: method,
      htu: url,
      iat: this.#provider.now(),
      ...(accessToken !== undefined && { ath: createHash("sha256").update(accessToken).digest("base64url") }),
    };
    return new SignJWT(present({ ...usual, ...claims }))
      .setProtectedHeader({ alg: "ES256", ...present({ typ: "dpop+jwt", jwk: this.publicJwk, ...header }) })
      .sign(this.#privateKey);
  }
}

function present(members: Changes): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
