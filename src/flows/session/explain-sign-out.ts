import type { Client } from "../../protocol/client/client.ts";
import { nearestRedirectUri } from "../../protocol/client/redirect-uri.ts";
import {
  checkRedirectUriForRegistration,
  describeRedirectUriProblem,
  redirectUriBytesMax,
} from "../../protocol/client/redirect-uri-registration.ts";
import {
  type SignOutRequest,
  type SignOutRequestProblem,
  signOutErrors,
} from "../../protocol/openid/sign-out.ts";
import {
  differenceSentences,
  type Explanation,
  firstSentence,
  shellQuoted,
  withoutQuery,
} from "../authorize/explain-refusal.ts";
import type { Event } from "../events.ts";

/** A faulty request to sign out, after which nobody is sent back to the client. */
export interface SignOutProblemDetail {
  readonly reason: SignOutRequestProblem;
  readonly request: SignOutRequest;
  /** Present if the client is known. */
  readonly client: Client | undefined;
}

/** Explains the fault to the developer of the client. `runLatchkey` is the command that starts the command line here. */
export function explainSignOut(problem: SignOutProblemDetail, runLatchkey: string): Explanation {
  const { reason, request, client } = problem;
  const { description } = signOutErrors[reason];
  const repair = repairOf(problem, runLatchkey);
  const uri = request.postLogoutRedirectUri;
  const nearest =
    reason === "post-logout-redirect-uri-not-registered" && client !== undefined && uri !== undefined
      ? nearestRedirectUri(client.metadata.postLogoutRedirectUris, shown(uri))
      : undefined;
  return {
    cause: repair === undefined ? description : firstSentence(description),
    received: receivedOf(problem),
    ...(nearest && { nearest: { ...nearest, sentence: differenceSentences[nearest.difference] } }),
    ...(repair && { repair }),
  };
}

/** Explains the same for the log, where a developer finds it in production. URIs lose their query. */
export function signOutProblemEvent(
  { reason, client, request }: SignOutProblemDetail,
  { cause, nearest, repair }: Explanation,
): Event {
  const uri = request.postLogoutRedirectUri;
  return {
    kind: "post-logout-redirect-refused",
    reason,
    ...(client && { clientId: client.id }),
    ...(uri !== undefined && { received: withoutQuery(shown(uri)) }),
    ...(nearest && { nearest: withoutQuery(nearest.registered) }),
    // The command repeats URIs in full, so it stays out of the log if there is a query to hide.
    repair: repair === undefined || repair.command.includes("?") ? cause : repair.command,
  };
}

function receivedOf({ request, client }: SignOutProblemDetail): Explanation["received"] {
  const { clientId, idTokenHint, postLogoutRedirectUri } = request;
  const rows: { name: string; value: string }[] = [];
  if (clientId !== undefined) rows.push({ name: "client_id", value: shown(clientId) });
  else if (client !== undefined) rows.push({ name: "client_id", value: client.id });
  // No token is shown. Its length tells a cut token from a whole one.
  if (idTokenHint !== undefined)
    rows.push({ name: "id_token_hint", value: `${idTokenHint.length}_characters` });
  if (postLogoutRedirectUri !== undefined)
    rows.push({ name: "post_logout_redirect_uri", value: shown(postLogoutRedirectUri) });
  return rows;
}

function repairOf(
  { reason, request, client }: SignOutProblemDetail,
  runLatchkey: string,
): Explanation["repair"] {
  switch (reason) {
    case "post-logout-redirect-uri-not-registered":
      return client && registering(client, request.postLogoutRedirectUri ?? "", runLatchkey);
    case "end-session-client-unknown":
      if (client?.isDisabled) return { command: `${runLatchkey} client enable ${client.id}` };
      return { sentence: "This lists the registered clients:", command: `${runLatchkey} client list` };
    default:
      return undefined;
  }
}

/** The command names the registered URIs too, because its list replaces theirs. */
function registering(client: Client, uri: string, runLatchkey: string): Explanation["repair"] {
  const allowed = checkRedirectUriForRegistration(uri, client);
  if (!allowed.ok)
    return {
      sentence: `This URI cannot be registered. ${describeRedirectUriProblem(allowed.reason)} To see what is registered:`,
      command: `${runLatchkey} client show ${client.id}`,
    };
  const registered = client.metadata.postLogoutRedirectUris;
  const options = [...registered, uri].map((each) => `--post-logout-redirect-uri ${shellQuoted(each)}`);
  return {
    sentence:
      registered.length === 0
        ? "No URI is registered for after signing out. If the received one is right, register it:"
        : "Send a registered URI, or, if the received one is right, register it too:",
    command: `${runLatchkey} client update ${client.id} ${options.join(" ")}`,
  };
}

function shown(received: string): string {
  return received.slice(0, redirectUriBytesMax).toWellFormed();
}
