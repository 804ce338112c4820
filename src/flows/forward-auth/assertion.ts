import type { Account } from "../../identity/account.ts";
import type { Client } from "../../protocol/client/client.ts";
import { wholeSeconds } from "../../values/time.ts";
import { findSubject } from "../find-subject.ts";
import type { Ports } from "../ports.ts";

/** Short, because every request gets a new one. */
const lifetimeSeconds = 30;

/** The type of its header (RFC 8725 §3.11), so that no other token of this service passes for one. */
export const assertionType = "latchkey-assertion+jwt";

/**
 * Signs who is behind a request, for an application that verifies a signature instead of trusting headers. `aud` is its
 * host.
 */
export async function signAssertion(
  ports: Pick<Ports, "clock" | "signer" | "sealer" | "settings">,
  client: Client,
  account: Account,
  origin: string,
): Promise<string> {
  const issuedAt = wholeSeconds(ports.clock.now());
  await ports.signer.ready("ES256");
  ports.signer.requireRoom("ES256");
  const { username, name, email, isEmailUnverified, groups = [] } = account;
  return ports.signer.sign("ES256", assertionType, {
    iss: ports.settings.issuer,
    aud: origin,
    sub: findSubject(ports, client, account),
    iat: issuedAt,
    exp: issuedAt + lifetimeSeconds,
    preferred_username: username,
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email, email_verified: !isEmailUnverified }),
    groups,
  });
}
