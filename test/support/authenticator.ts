import {
  createHash,
  createPrivateKey,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  type webcrypto,
} from "node:crypto";

/** What a test wants to be otherwise in an answer of the authenticator. */
export interface Twist {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly isPresent?: boolean;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | null;
  readonly isBackupEligible?: boolean;
  /** The attestation format and its statement. */
  readonly attestation?: { readonly fmt: string; readonly attStmt: ReadonlyMap<string, Cbor> };
  /** Called with the bytes before they are signed, and with the signature after. */
  readonly spoil?: "signature" | "data";
}

type Cbor = number | string | Uint8Array | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

/** The kinds of keys that a test authenticator makes, by their COSE algorithm. */
export type TestAlgorithm = -7 | -8 | -257 | -35;

/** An authenticator with an ES256 key, as JSON that another process can go on with. */
export interface KeptAuthenticator {
  readonly id: string;
  readonly origin: string;
  readonly userHandle: string;
  readonly counter: number;
  readonly privateKey: webcrypto.JsonWebKey;
}

/**
 * An authenticator of the tests, whose answers a browser would post. It signs whatever it is asked to, so that a test can post what no
 * browser would.
 */
export class TestAuthenticator {
  readonly id: string;
  readonly aaguid: string;
  readonly #key: KeyObject;
  readonly #publicKey: Uint8Array;
  readonly #algorithm: TestAlgorithm;
  readonly #origin: string;
  readonly #rpId: string;
  readonly #isBackupEligible: boolean;
  userHandle: string | undefined;
  counter = 0;

  constructor(
    origin: string,
    options: {
      readonly algorithm?: TestAlgorithm;
      readonly isBackupEligible?: boolean;
      readonly aaguid?: string;
      readonly modulusLength?: number;
      readonly id?: string;
      readonly privateKey?: KeyObject;
    } = {},
  ) {
    this.id = options.id ?? randomBytes(32).toString("base64url");
    this.#origin = origin;
    this.#rpId = new URL(origin).hostname;
    this.#algorithm = options.algorithm ?? -7;
    this.#isBackupEligible = options.isBackupEligible ?? false;
    this.aaguid = options.aaguid ?? "00000000-0000-0000-0000-000000000000";
    const { privateKey, cose } = keyOf(this.#algorithm, options.modulusLength ?? 2048);
    this.#key = options.privateKey ?? privateKey;
    this.#publicKey = encodeCbor(cose);
  }

  /** The authenticator of another process, after its registration. */
  static of({ id, origin, userHandle, counter, privateKey }: KeptAuthenticator): TestAuthenticator {
    const key = createPrivateKey({ key: privateKey, format: "jwk" });
    const authenticator = new TestAuthenticator(origin, { id, privateKey: key });
    authenticator.userHandle = userHandle;
    authenticator.counter = counter;
    return authenticator;
  }

  /** What `of` goes on with. Only an ES256 key is kept. */
  keep(): KeptAuthenticator {
    const { id, userHandle = "", counter } = this;
    return { id, origin: this.#origin, userHandle, counter, privateKey: this.#key.export({ format: "jwk" }) };
  }

  /** The JSON of `navigator.credentials.create()` for the challenge, and keeps the user handle. */
  register(challenge: string, userHandle: string, twist: Twist = {}): string {
    this.userHandle = userHandle;
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const aaguid = Buffer.from(this.aaguid.replaceAll("-", ""), "hex");
    const authData = Buffer.concat([this.#head(twist, 0x40), aaguid, length, id, this.#publicKey]);
    const { fmt, attStmt } = twist.attestation ?? { fmt: "none", attStmt: new Map() };
    const attestationObject = encodeCbor(
      new Map<string, Cbor>([
        ["fmt", fmt],
        ["attStmt", attStmt],
        ["authData", authData],
      ]),
    );
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData("webauthn.create", challenge, twist).toString("base64url"),
        attestationObject: Buffer.from(attestationObject).toString("base64url"),
        transports: ["internal"],
      },
    });
  }

  /** The JSON of `navigator.credentials.get()` for the challenge. Each answer counts up. */
  assert(challenge: string, twist: Twist = {}): string {
    this.counter += 1;
    const clientData = this.#clientData("webauthn.get", challenge, twist);
    const authData = this.#head(twist, 0);
    const digest = createHash("sha256").update(clientData).digest();
    const signature = this.#sign(Buffer.concat([authData, digest]));
    if (twist.spoil === "signature") signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
    if (twist.spoil === "data") authData[36] = (authData[36] ?? 0) ^ 1;
    const { userHandle = this.userHandle } = twist;
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: signature.toString("base64url"),
        userHandle,
      },
    });
  }

  #clientData(type: string, challenge: string, twist: Twist): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: Buffer.from(challenge).toString("base64url"),
        origin: twist.origin ?? this.#origin,
        crossOrigin: twist.crossOrigin ?? false,
      }),
    );
  }

  #head(twist: Twist, further: number): Buffer {
    const { isPresent = true, isVerified = true, isBackupEligible = this.#isBackupEligible } = twist;
    const flags = Number(isPresent) | (Number(isVerified) << 2) | (Number(isBackupEligible) << 3) | further;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags, 0);
    rest.writeUInt32BE(twist.counter ?? this.counter, 1);
    const rpIdHash = createHash("sha256")
      .update(twist.rpId ?? this.#rpId)
      .digest();
    return Buffer.concat([rpIdHash, rest]);
  }

  #sign(bytes: Uint8Array): Buffer {
    if (this.#algorithm === -8) return sign(null, bytes, this.#key);
    return createSign(this.#algorithm === -35 ? "sha384" : "sha256")
      .update(bytes)
      .sign(this.#key);
  }
}

function keyOf(
  algorithm: TestAlgorithm,
  modulusLength: number,
): { readonly privateKey: KeyObject; readonly cose: ReadonlyMap<number, Cbor> } {
  const bytes = (text: string | undefined) => Buffer.from(text ?? "", "base64url");
  if (algorithm === -257) {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength });
    const { n, e } = publicKey.export({ format: "jwk" });
    return {
      privateKey,
      cose: new Map<number, Cbor>([
        [1, 3],
        [3, algorithm],
        [-1, bytes(n)],
        [-2, bytes(e)],
      ]),
    };
  }
  if (algorithm === -8) {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const { x } = publicKey.export({ format: "jwk" });
    return {
      privateKey,
      cose: new Map<number, Cbor>([
        [1, 1],
        [3, algorithm],
        [-1, 6],
        [-2, bytes(x)],
      ]),
    };
  }
  const [namedCurve, curve] = algorithm === -7 ? (["P-256", 1] as const) : (["P-384", 2] as const);
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve });
  const { x, y } = publicKey.export({ format: "jwk" });
  const cose = new Map<number, Cbor>([
    [1, 2],
    [3, algorithm],
    [-1, curve],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ]);
  return { privateKey, cose };
}

/** The part of CBOR that authenticators need (RFC 8949 §3). */
function encodeCbor(value: Cbor): Uint8Array {
  if (typeof value === "number") return value < 0 ? headOf(1, -1 - value) : headOf(0, value);
  if (typeof value === "string")
    return Buffer.concat([headOf(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([headOf(2, value.length), value]);
  if (value instanceof Map) {
    const members = [...value].flatMap(([key, inner]) => [encodeCbor(key), encodeCbor(inner)]);
    return Buffer.concat([headOf(5, value.size), ...members]);
  }
  const items = value as readonly Cbor[];
  return Buffer.concat([headOf(4, items.length), ...items.map(encodeCbor)]);
}

function headOf(major: number, argument: number): Uint8Array {
  const kind = major << 5;
  if (argument < 24) return Uint8Array.of(kind | argument);
  if (argument < 256) return Uint8Array.of(kind | 24, argument);
  return Uint8Array.of(kind | 25, argument >> 8, argument & 255);
}
