import type { CertificateProblem } from "../values/certificate.ts";
import type { ClientId } from "../values/ids.ts";

/** A logout token on its way to its client. */
export interface LogoutMessage {
  readonly clientId: ClientId;
  /** The client's registered backchannel_logout_uri. */
  readonly uri: string;
  /** True if only the client vouches for the address, so that it must not lead into the operator's network. */
  readonly isGuarded: boolean;
  readonly logoutToken: string;
}

/** The reason why a client was not told. `status` is its answer, if that is the reason. */
export interface LogoutProblem {
  readonly reason:
    | "address-not-allowed"
    | "unreachable"
    | CertificateProblem
    | "timed-out"
    | "refused"
    | "too-many-waiting";
  readonly status?: number;
}

/** Tells clients that a person signed out. */
export interface LogoutNotifier {
  /**
   * Posts the messages side by side. Resolves when every one was answered or given up, at the latest after two seconds; messages
   * that are still under way then go on. `onFailure` is called for each message that did not arrive, also later. Never rejects.
   */
  deliver(
    messages: readonly LogoutMessage[],
    onFailure: (message: LogoutMessage, problem: LogoutProblem) => void,
  ): Promise<void>;
}
