import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { PublicJwk } from "../../../src/protocol/jwk.ts";
import type { TestClient } from "../../support/in-process.ts";
import type { Provider } from "./provider.ts";
import type { Authentication } from "./relying-party.ts";

export const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** Claims or header members to write over the usual ones; undefined takes one away. */
export type Changes = Readonly<Record<string, unknown>>;

/** A client's key, with which it signs who it is: private_key_jwt (RFC 7523 §2.2). */
export class Assertions {
  readonly publicJwk: PublicJwk;
  readonly privateKey: CryptoKey;
  readonly #provider: Provider;
  readonly #algorithm: string;

  private constructor(provider: Provider, algorithm: string, privateKey: CryptoKey, publicJwk: PublicJwk) {
    this.#provider = provider;
    this.#algorithm = algorithm;
    this.privateKey = privateKey;
    this.publicJwk = publicJwk;
  }

  static async withNewKey(provider: Provider, algorithm: string): Promise<Assertions> {
    const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
    const { kty, ...members } = await exportJWK(publicKey);
    const publicJwk: PublicJwk = {
      ...members,
      kty: kty ?? "",
      kid: randomUUID(),
      alg: algorithm,
      use: "sig",
    };
    return new Assertions(provider, algorithm, privateKey, publicJwk);
  }

  /** The usual claims, changed. */
  async claimsOf(clientId: string, changes: Changes = {}): Promise<Record<string, unknown>> {
    const now = this.#provider.now();
    const usual = {
      iss: clientId,
      sub: clientId,
      aud: await this.#provider.told("issuer"),
      jti: randomUUID(),
      iat: now,
      exp: now + 60,
    };
    return Object.fromEntries(
      Object.entries({ ...usual, ...changes }).filter(([, value]) => value !== undefined),
    );
  }

  async sign(clientId: string, changes: Changes = {}): Promise<string> {
    return new SignJWT(await this.claimsOf(clientId, changes))
      .setProtectedHeader({ alg: this.#algorithm, kid: this.publicJwk.kid ?? "" })
      .sign(this.privateKey);
  }

  authenticationOf({ id }: TestClient, changes: Changes = {}): Authentication {
    return async (form) => {
      form.set("client_id", id);
      form.set("client_assertion_type", assertionType);
      form.set("client_assertion", await this.sign(id, changes));
      return {};
    };
  }
}
