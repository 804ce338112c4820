import {
  type AuthenticatedClient,
  authenticateByAssertion,
  authenticateClient,
  isForAssertion,
  type PresentedCredentials,
} from "../../protocol/client/authentication.ts";
import type { Client, ClientMetadata } from "../../protocol/client/client.ts";
import type { TokenRefusalReason } from "../../protocol/errors.ts";
import type { Jwt, SingleUse } from "../../protocol/jwt.ts";
import type { Eventual } from "../../values/eventual.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Ports } from "../ports.ts";

type AuthenticationPorts = Pick<Ports, "settings" | "clock" | "secretUses" | "jwtVerifier" | "publishedKeys">;

/** A client that has proved its identity. */
export interface Authenticated {
  readonly client: AuthenticatedClient;
  /** The use of the assertion that proved it. Nothing is stored of it yet: `claimUses` does that. */
  readonly assertionUse?: SingleUse;
}

/**
 * Proves that the credentials are the client's: by its secret, by a signed assertion, or by its word if it is public. `client` is
 * the one that the credentials name, `url` the address of the endpoint.
 */
export function authenticate(
  ports: AuthenticationPorts,
  given: PresentedBy,
): Eventual<Result<Authenticated, TokenRefusalReason>> {
  const { client, presented } = given;
  return isForAssertion(client, presented)
    ? authenticateByKey(ports, given)
    : authenticateBySecret(ports, client, presented);
}

/** The credentials of a call, the client that they name, and the address of the endpoint. */
interface PresentedBy {
  readonly client: Client | undefined;
  readonly presented: PresentedCredentials;
  readonly url: string;
}

async function authenticateByKey(
  ports: AuthenticationPorts,
  { client, presented, url }: PresentedBy,
): Promise<Result<Authenticated, TokenRefusalReason>> {
  const { assertion } = presented;
  const verified = assertion
    ? await verifyAssertion(ports, assertion.reveal(), client?.metadata)
    : ok(undefined);
  if (!verified.ok) return verified;
  const decided = authenticateByAssertion({
    client,
    presented,
    verified: verified.value,
    issuer: ports.settings.issuer,
    endpoints: [url],
    now: ports.clock.now(),
  });
  return decided.ok ? ok({ client: decided.value.client, assertionUse: decided.value.use }) : decided;
}

function authenticateBySecret(
  ports: Pick<Ports, "clock" | "secretUses">,
  client: Client | undefined,
  presented: PresentedCredentials,
): Result<Authenticated, TokenRefusalReason> {
  const decided = authenticateClient(client, presented);
  if (!decided.ok) return decided;
  const { client: authenticated, secretDigest } = decided.value;
  if (secretDigest !== undefined) {
    const use = { clientId: authenticated.id, secretDigest, usedAt: ports.clock.now() };
    // No call waits for this note: losing it costs an operator a minute of knowledge.
    ports.secretUses.note(use)?.catch(() => {});
  }
  return ok({ client: authenticated });
}

/** Published keys are fetched again when none of them made the signature, because clients replace theirs. */
async function verifyAssertion(
  { jwtVerifier, publishedKeys }: Pick<Ports, "jwtVerifier" | "publishedKeys">,
  assertion: string,
  metadata: ClientMetadata | undefined,
): Promise<Result<Jwt | undefined, "client-keys-unreadable">> {
  const uri = metadata?.publicKeysUri;
  if (uri === undefined) return ok(await jwtVerifier.verify(assertion, metadata?.publicKeys ?? []));
  const known = await publishedKeys.find(uri);
  const verified = await jwtVerifier.verify(assertion, known);
  if (verified !== undefined) return ok(verified);
  const keys = (await publishedKeys.findAgain(uri)) ?? known;
  if (keys.length === 0) return refuse("client-keys-unreadable");
  return ok(keys === known ? undefined : await jwtVerifier.verify(assertion, keys));
}
