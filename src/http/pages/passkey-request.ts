import type { CredentialId } from "../../identity/passkey.ts";
import type { PasskeyRequest } from "../../pages/passkey-request.ts";
import type { Web } from "../web.ts";

/** A problem of a form that takes a passkey. */
interface FormProblem {
  readonly kind: string;
  /** The id of a credential that nobody has. */
  readonly unknown?: CredentialId;
}

/** What a page needs in order to ask for a passkey. Undefined if there can be none. */
export function passkeyRequestOf(
  { ports }: Pick<Web, "ports">,
  problem: FormProblem | undefined,
): PasskeyRequest | undefined {
  const { passkeys } = ports.settings;
  return passkeys && { rpId: passkeys.rpId, unknown: problem?.unknown };
}
