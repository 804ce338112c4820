import { pageErrors, redirectErrors } from "../../protocol/authorization/errors.ts";
import type { PageRefusal } from "../../protocol/authorization/request.ts";
import type { Client } from "../../protocol/client/client.ts";
import type { NearestRedirectUri, RedirectUriDifference } from "../../protocol/client/redirect-uri.ts";
import {
  checkRedirectUriForRegistration,
  describeRedirectUriProblem,
} from "../../protocol/client/redirect-uri-registration.ts";
import { isDocumentId } from "../../values/ids.ts";
import type { Event } from "../events.ts";

/** Help for a developer: the received and the expected value, the place where they differ, and the repair. */
export interface Explanation {
  readonly cause: string;
  readonly received: readonly { readonly name: string; readonly value: string }[];
  readonly nearest?: NearestRedirectUri & { readonly sentence: string };
  /** `command` can be pasted into a shell. Without one, the sentence says what to change in the request. */
  readonly repair?: { readonly sentence?: string; readonly command: string };
}

/** Explains a refusal that stays on the service's page. `runLatchkey` is the command that starts the command line here. */
export function explainRefusal(refusal: PageRefusal, runLatchkey: string): Explanation {
  const { nearest } = refusal;
  const repair = repairOf(refusal, runLatchkey);
  const description = descriptionOf(refusal);
  const cause = repair === undefined ? description : firstSentence(description);
  return {
    cause: refusal.detail === undefined ? cause : `${cause} ${refusal.detail}`,
    received: receivedOf(refusal),
    ...(nearest === undefined
      ? {}
      : { nearest: { ...nearest, sentence: differenceSentences[nearest.difference] } }),
    ...(repair === undefined ? {} : { repair }),
  };
}

/** Explains the same for the log, where a developer finds it in production by the request id. URIs lose their query. */
export function refusalEvent(refusal: PageRefusal, explanation: Explanation): Event {
  const { reason, client, received, nearest } = refusal;
  return {
    kind: "authorization-refused",
    reason,
    ...(client === undefined ? {} : { clientId: client.id }),
    ...(received === undefined ? {} : { received: withoutQuery(received) }),
    ...(nearest === undefined ? {} : { nearest: withoutQuery(nearest.registered) }),
    // The command repeats the URI in full, so it stays out of the log if there is a query to hide.
    repair: received?.includes("?") ? explanation.cause : (explanation.repair?.command ?? explanation.cause),
  };
}

function descriptionOf({ reason, withheld }: PageRefusal): string {
  const { description } = pageErrors[reason];
  return withheld === undefined ? description : `${redirectErrors[withheld].description} ${description}`;
}

/** The difference in one sentence. */
export const differenceSentences: Readonly<Record<RedirectUriDifference, string>> = {
  "trailing-slash": "They differ only in the trailing slash, and that makes them different URIs.",
  case: "They differ only in upper and lower case, which must match.",
  encoding: "They differ only in how characters are percent-encoded; the comparison does not decode.",
  scheme: "The scheme differs.",
  host: "The host differs.",
  port: "The port differs.",
  path: "The path differs.",
  query: "The query differs; it is part of what is compared.",
  other: "They differ in more than one place.",
};

function receivedOf(refusal: PageRefusal): Explanation["received"] {
  const { reason, parameter, received, client } = refusal;
  const shown: { name: string; value: string }[] = [];
  if (client !== undefined) shown.push({ name: "client_id", value: client.id });
  // Spaces are left out here; the page prints those of a received value as code points.
  if (parameter !== undefined) shown.push({ name: parameter, value: `${parameter}=…&${parameter}=…` });
  if (received !== undefined)
    shown.push({
      name: reason === "redirect-uri-not-registered" ? "redirect_uri" : "client_id",
      value: received,
    });
  return shown;
}

function repairOf(refusal: PageRefusal, runLatchkey: string): Explanation["repair"] {
  const { reason, client, received } = refusal;
  switch (reason) {
    case "redirect-uri-not-registered": {
      if (client === undefined || received === undefined) return undefined;
      const allowed = checkRedirectUriForRegistration(received, client);
      if (!allowed.ok)
        return {
          sentence: `This URI cannot be registered. ${describeRedirectUriProblem(allowed.reason)} To see what is registered:`,
          command: `${runLatchkey} client show ${idOf(client)}`,
        };
      return {
        sentence: "Send the registered URI, or, if the received one is right, register it too:",
        command: `${runLatchkey} client update ${idOf(client)} --add-redirect-uri ${shellQuoted(received)}`,
      };
    }
    case "client-unknown":
    case "client-id-missing":
    case "client-id-malformed":
      return {
        sentence: "This lists the registered clients; client create registers a new one:",
        command: `${runLatchkey} client list`,
      };
    case "client-is-machine":
      return {
        sentence:
          "This service asks for its tokens at the token endpoint, with grant_type=client_credentials. An application for people is another client:",
        command: `${runLatchkey} client create --name NAME --redirect-uri URI`,
      };
    case "document-clients-closed":
    case "document-host-not-listed":
      return received === undefined
        ? undefined
        : {
            sentence:
              "Let documents of this host describe clients, beside those listed already, or register the client with client create:",
            command: `LATCHKEY_CLIENT_DOCUMENTS=${shellQuoted(hostnameOf(received))}`,
          };
    case "client-disabled":
      return client && { command: `${runLatchkey} client enable ${idOf(client)}` };
    default:
      return undefined;
  }
}

/** The address of a document is quoted for shells, although its alphabet does not need it. */
function idOf({ id }: Client): string {
  return isDocumentId(id) ? shellQuoted(id) : id;
}

/** A host as the setting lists it, without the port. */
function hostnameOf(id: string): string {
  return URL.parse(id)?.hostname ?? "";
}

/** The first sentence of a description names the cause. The rest is a general repair; here is a more exact one. */
export function firstSentence(description: string): string {
  return `${description.split(". ", 1)[0]?.replace(/\.$/, "")}.`;
}

/** Quotes a text as one word of a shell. A registrable URI contains no quotes, but nothing should depend on that. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A URI for the log. */
export function withoutQuery(uri: string): string {
  const question = uri.indexOf("?");
  return question === -1 ? uri : `${uri.slice(0, question)}?…`;
}
