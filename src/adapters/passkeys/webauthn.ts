import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type {
  JudgedPasskey,
  PasskeyRefusal,
  PasskeySettings,
  PasskeyVerifier,
  ProvedAssertion,
  RegistrationDemands,
} from "../../flows/passkey-ports.ts";
import type { CredentialId, NewCredential } from "../../identity/passkey.ts";
import { toBase64Url } from "../../values/base64url.ts";
import { ok, type Result, refuse } from "../../values/result.ts";

/** The relying party, and what it takes. */
interface RelyingParty extends Pick<PasskeySettings, "rpId" | "origin"> {
  /** The COSE algorithms of keys that may be registered. */
  readonly algorithms: readonly number[];
}

type Checked<Value> = Result<Value, PasskeyRefusal>;

/** An RSA key of 4096 bits with its frame. A longer one would let its owner choose how long verifying takes. */
const publicKeyBytesMax = 600;
/** An RSA key of 2048 bits; the keys of the other algorithms are short by nature. */
const rsaKeyBytesMin = 256;
const rs256 = -257;

/** Makes a verifier, which loads its library with the first passkey. */
export function createPasskeyVerifier(party: RelyingParty): PasskeyVerifier {
  return {
    verifyRegistration: async ({ id, clientDataJSON, attestationObject, transports }, demands) => {
      const client = checkClientData(clientDataJSON, demands.challenge, party);
      if (!client.ok) return client;
      const answer: RegistrationResponseJSON = {
        ...frameOf(id),
        response: { clientDataJSON, attestationObject, transports: [...transports] },
      };
      const [library, helpers] = await Promise.all([loadLibrary(), import("@simplewebauthn/server/helpers")]);
      return unlessRefused(() => registeredCredential({ ...library, ...helpers }, answer, demands, party));
    },
    verifyAssertion: async ({ id, clientDataJSON, authenticatorData, signature }, challenge, passkey) => {
      const client = checkClientData(clientDataJSON, challenge, party);
      if (!client.ok) return client;
      const answer: AuthenticationResponseJSON = {
        ...frameOf(id),
        response: { clientDataJSON, authenticatorData, signature },
      };
      const library = await loadLibrary();
      return unlessRefused(() => provedAssertion(library, answer, challenge, party, passkey));
    },
  };
}

type Library = typeof import("@simplewebauthn/server");
type Helpers = typeof import("@simplewebauthn/server/helpers");

function loadLibrary(): Promise<Library> {
  return import("@simplewebauthn/server");
}

function frameOf(id: CredentialId) {
  return { id, rawId: id, type: "public-key", clientExtensionResults: {} } as const;
}

/** The text's UTF-8 bytes as the browser reports them. */
function encoded(challenge: string): string {
  return toBase64Url(Buffer.from(challenge));
}

/** What the browser says of the ceremony (WebAuthn §7.1 and §7.2). Frames of other sites never show a page of the service. */
function checkClientData(encodedJson: string, challenge: string, { origin }: RelyingParty): Checked<void> {
  let data: { challenge?: unknown; origin?: unknown; crossOrigin?: unknown } | null;
  try {
    data = JSON.parse(Buffer.from(encodedJson, "base64url").toString());
  } catch {
    return refuse("malformed");
  }
  if (typeof data !== "object" || data === null) return refuse("malformed");
  if (data.challenge !== encoded(challenge)) return refuse("wrong-challenge");
  if (data.origin !== origin) return refuse("wrong-origin");
  return data.crossOrigin === true ? refuse("cross-origin") : ok(undefined);
}

/** The library throws for every answer that fails a check, and for bytes that it cannot read. */
async function unlessRefused<Value>(verify: () => Promise<Checked<Value>>): Promise<Checked<Value>> {
  try {
    return await verify();
  } catch {
    return refuse("refused");
  }
}

async function registeredCredential(
  library: Library & Helpers,
  response: RegistrationResponseJSON,
  { challenge, isPersonAsked }: RegistrationDemands,
  { origin, rpId, algorithms }: RelyingParty,
): Promise<Checked<NewCredential>> {
  const { verifyRegistrationResponse, decodeAttestationObject, decodeCredentialPublicKey, cose } = library;
  // No attestation is asked for. The certificates of one would make the library ask the addresses that they name.
  const attestation = decodeAttestationObject(Buffer.from(response.response.attestationObject, "base64url"));
  const isSelfMade = attestation.get("fmt") === "packed" && !attestation.get("attStmt").get("x5c");
  if (attestation.get("fmt") !== "none" && !isSelfMade) return refuse("refused");
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: encoded(challenge),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserPresence: isPersonAsked,
    requireUserVerification: isPersonAsked,
    supportedAlgorithmIDs: [...algorithms],
  });
  if (!verified) return refuse("bad-signature");
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo;
  const { publicKey, counter } = credential;
  const algorithm = decodeCredentialPublicKey(publicKey).get(cose.COSEKEYS.alg);
  if (algorithm === undefined || publicKey.length > publicKeyBytesMax) return refuse("refused");
  if (algorithm === rs256 && publicKey.length < rsaKeyBytesMin) return refuse("refused");
  return ok({
    // The signed id is the one that counts.
    id: credential.id as CredentialId,
    publicKey,
    algorithm,
    counter,
    transports: credential.transports ?? [],
    isBackupEligible: credentialDeviceType === "multiDevice",
    isBackedUp: credentialBackedUp,
    aaguid,
  });
}

async function provedAssertion(
  { verifyAuthenticationResponse }: Library,
  response: AuthenticationResponseJSON,
  challenge: string,
  { origin, rpId }: RelyingParty,
  { id, publicKey, isBackupEligible }: JudgedPasskey,
): Promise<Checked<ProvedAssertion>> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: encoded(challenge),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    // A counter that goes back is the caller's to record; the library would refuse it.
    credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
  });
  if (!verified) return refuse("bad-signature");
  const { newCounter, credentialBackedUp, credentialDeviceType } = authenticationInfo;
  // An authenticator never changes its mind about this (WebAuthn §7.2).
  if ((credentialDeviceType === "multiDevice") !== isBackupEligible) return refuse("refused");
  return ok({ counter: newCounter, isBackedUp: credentialBackedUp });
}
