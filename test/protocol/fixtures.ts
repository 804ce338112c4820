import assert from "node:assert/strict";
import type { Api, ApiScope } from "../../src/protocol/api/api.ts";
import { parseResource } from "../../src/protocol/api/resource.ts";
import { type Client, type ClientMetadata, interfaceMetadata } from "../../src/protocol/client/client.ts";
import { type VerifiedRedirectUri, verifyRedirectUri } from "../../src/protocol/client/redirect-uri.ts";
import { type Subject, subjectOf } from "../../src/protocol/openid/subject.ts";
import { type Parameters, parseParameters } from "../../src/protocol/parameters.ts";
import { sha256 } from "../../src/values/digest.ts";
import { type AccountId, clientIdOf } from "../../src/values/ids.ts";
import type { Result } from "../../src/values/result.ts";
import { instantOf } from "../../src/values/time.ts";

export const secretText = "lkcs1234567890";
export const registeredUri = "https://app.example/cb";

/** A confidential interface client, with what a test needs changed. */
export function aClient(changes: Partial<Client> = {}): Client {
  return {
    id: clientIdOf("AAAAAAAAAAAAAAAAAAAA"),
    name: "App",
    redirectUris: [registeredUri],
    profile: "interface",
    isPublic: false,
    metadata: interfaceMetadata,
    secretDigest: sha256(secretText),
    isDisabled: false,
    createdAt: instantOf(0),
    updatedAt: instantOf(0),
    ...changes,
  };
}

/** The parts of an API that tests write as text. */
export interface TestApi {
  readonly resource?: string;
  readonly scopes?: readonly (string | ApiScope)[];
}

/** An API of opaque tokens for every client that the operator registered, with what a test needs changed. */
export function anApi({
  resource = "https://api.example/orders",
  scopes = ["orders:read", "orders:write"],
  ...changes
}: Partial<Omit<Api, "resource" | "scopes">> & TestApi = {}): Api {
  const parsed = parseResource(resource);
  if (parsed === undefined) throw new Error(`${resource} is not a resource indicator.`);
  return {
    resource: parsed,
    name: "Orders",
    scopes: scopes.map((scope) =>
      typeof scope === "string" ? { name: scope, sentence: `Use ${scope}`, translations: {} } : scope,
    ),
    tokenFormat: "opaque",
    signingAlgorithm: "ES256",
    openTo: "third-party",
    mayExchangeFor: [],
    createdAt: instantOf(0),
    updatedAt: instantOf(0),
    ...changes,
  };
}

/** A public client: no secret. */
export function aPublicClient(changes: Partial<Client> = {}): Client {
  const { secretDigest: _, ...withoutSecret } = aClient(changes);
  return { ...withoutSecret, isPublic: true };
}

/** A confidential client that may ask for ID tokens, with what else it registered. */
export function anOpenidClient(
  metadata: Partial<ClientMetadata> = {},
  changes: Partial<Client> = {},
): Client {
  return aClient({ metadata: { ...interfaceMetadata, isOpenid: true, ...metadata }, ...changes });
}

/** A redirect URI as the comparison with a registration leaves it. */
export function verifiedUri(uri: string = registeredUri): VerifiedRedirectUri {
  return verifyRedirectUri(aPublicClient({ redirectUris: [uri] }), uri) ?? assert.fail(uri);
}

/** The value of a success; a refusal fails the test with its reason. */
export function unwrap<Value>(result: Result<Value, unknown>): Value {
  if (result.ok) return result.value;
  throw new Error(`Unexpected refusal: ${JSON.stringify(result.reason)}`);
}

/** The reason of a refusal; a success fails the test. */
export function reasonOf<Reason>(result: Result<unknown, Reason>): Reason {
  if (!result.ok) return result.reason;
  throw new Error(`Unexpected success: ${JSON.stringify(result.value)}`);
}

/** Parameters out of text that stands in a test. */
export function parametersOf(text: string): Parameters {
  return unwrap(parseParameters(text));
}

/** Parameters out of names and values, encoded as a form. */
export function formOf(fields: Record<string, string>): Parameters {
  return parametersOf(new URLSearchParams(fields).toString());
}

/** The JWT of a header and claims, with a signature that nobody made. */
export function jwtOf(header: unknown, claims: unknown): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part(header)}.${part(claims)}.AA`;
}

/** The `sub` that clients with public subjects see of an account id. */
export function publicSubject(accountId: string): Subject {
  const pseudonymOf = () => assert.fail("a public subject has no pseudonym");
  return subjectOf({ client: aClient(), account: { id: accountId as AccountId }, pseudonymOf });
}
