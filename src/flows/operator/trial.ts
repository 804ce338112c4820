import {
  encodePushedRequest,
  formatRequestUri,
  pushedRequestLifetimeSeconds,
} from "../../protocol/authorization/pushed-request.ts";
import { authenticationMethodOf, type Client, isFromDocument } from "../../protocol/client/client.ts";
import { equalDigests, sha256 } from "../../values/digest.ts";
import { ok, type Result, refuse, unreachable } from "../../values/result.ts";
import type { Secret } from "../../values/secret.ts";
import { plus } from "../../values/time.ts";
import type { Ports } from "../ports.ts";

/** Why an application cannot be tried in the console. */
export type TrialProblem =
  | "machine"
  | "device-only"
  | "signs"
  | "dpop"
  | "by-document"
  | "disabled"
  | "wrong-secret";

/** Decides whether the console can sign in as this client: it can send a secret, but cannot sign anything. */
export function whyNoTrial(client: Client): TrialProblem | undefined {
  const { isMachine, requiresDpop, mayUseDeviceGrant } = client.metadata;
  if (isMachine) return "machine";
  if (client.redirectUris.length === 0 && mayUseDeviceGrant) return "device-only";
  if (isFromDocument(client)) return "by-document";
  if (authenticationMethodOf(client) === "private_key_jwt") return "signs";
  if (requiresDpop) return "dpop";
  return client.isDisabled ? "disabled" : undefined;
}

/**
 * Makes the request_uri of a sign-in with this client that comes back to the console. `form` is the whole authorization request.
 * `secret` is checked first, so that nobody signs in only to learn that it was wrong.
 */
export function createTrial(
  { codeClock, sealer }: Pick<Ports, "codeClock" | "sealer">,
  client: Client,
  { form, secret }: { readonly form: string; readonly secret: Secret | undefined },
): Result<string, TrialProblem> {
  const problem = whyNoTrial(client);
  if (problem !== undefined) return refuse(problem);
  if (!client.isPublic && !isSecretOf(client, secret)) return refuse("wrong-secret");
  const pushed = encodePushedRequest({
    expiresAt: plus(codeClock.now(), pushedRequestLifetimeSeconds),
    grantId: codeClock.createGrantId(),
    clientId: client.id,
    form,
    isTrial: true,
  });
  return ok(formatRequestUri(sealer.seal("pushed-request", pushed)));
}

function isSecretOf({ secretDigest, previousSecretDigest }: Client, secret: Secret | undefined): boolean {
  if (secret === undefined) return false;
  const digest = sha256(secret.reveal());
  return [secretDigest, previousSecretDigest].some(
    (known) => known !== undefined && equalDigests(known, digest),
  );
}

/** One or two sentences for the operator: the cause and, if it is not obvious, the repair. */
export function describeTrialProblem(problem: TrialProblem): string {
  switch (problem) {
    case "machine":
      return "This is a service without people, so nobody signs in to it. Its settings have a command that asks for a token.";
    case "device-only":
      return "People sign in to it on a device. Its settings have a command that begins as the device does.";
    case "signs":
      return "It proves itself by signing with a key that only it has, so the console cannot stand in for it. Try it with the application itself.";
    case "dpop":
      return "Its tokens are bound to a key that only it has, so the console cannot stand in for it. Try it with the application itself.";
    case "by-document":
      return "It is described by a document of somebody else, which lists where people come back to. Try it with the application itself.";
    case "disabled":
      return "It is disabled. Enable it first.";
    case "wrong-secret":
      return "This is not a secret of the application. A secret is shown once; a new one can be made on its page.";
    default:
      return unreachable(problem);
  }
}
