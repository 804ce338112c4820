import { documentFetchReservations } from "../../identity/try-limits.ts";
import type { PageRefusal, SignInFirst } from "../../protocol/authorization/request.ts";
import { parseLoginHint, parseUiLocales } from "../../protocol/authorization/sign-in-hints.ts";
import type { Client } from "../../protocol/client/client.ts";
import { describedClient } from "../../protocol/client/described-client.ts";
import { documentIdFor, whyNotAdmitted } from "../../protocol/client/document-policy.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { type ClientId, isDocumentId, parseClientId } from "../../values/ids.ts";
import { isLoopback } from "../../values/issuer.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { describeDocumentRefusal } from "../described-clients.ts";
import type { RequestContext } from "../events.ts";
import type { Ports } from "../ports.ts";
import { findLiveSession } from "../session/find-session.ts";

export type FindClientPorts = Pick<
  Ports,
  "settings" | "clock" | "clients" | "clientDocuments" | "sessions" | "attempts"
>;

/** The browser of a request. The service fetches documents only for a browser in which somebody is signed in; without a context nobody is. */
interface Asker {
  readonly sessionCookie?: string | undefined;
  readonly context?: Pick<RequestContext, "network">;
}

type Refusal = PageRefusal | SignInFirst;

/**
 * Finds the client of a client id that is an address: the document there describes it, if the installation's policy admits that. A
 * stranger cannot have anything fetched, and learns nothing of what is known here: they sign in first.
 */
export async function findDescribedClient(
  ports: FindClientPorts,
  text: string,
  parameters: Parameters,
  { sessionCookie, context }: Asker,
): Promise<Result<Client, Refusal>> {
  const id = readId(ports, text);
  if (!id.ok) return id;
  const clientId = id.value;
  const now = ports.clock.now();
  const person = context && (await findLiveSession(ports, sessionCookie, now));
  if (context === undefined || person === undefined) return refuse(signInFirst(clientId, parameters));
  const row = await ports.clients.find(clientId);
  if (row?.isDisabled) return ok(row);
  let asked = ports.clientDocuments.kept(clientId);
  if (asked === undefined) {
    const reservations = documentFetchReservations({
      accountId: person.account.id,
      network: context.network(),
    });
    const counted = await ports.attempts.reserve(reservations, now);
    if (!counted.ok) return refuse(pageRefusal("document-fetches-too-many", clientId));
    asked = ports.clientDocuments.fetch(clientId);
  }
  const read = await asked;
  return read.ok
    ? ok(describedClient({ id: clientId, description: read.value, row, now }))
    : refuse({ ...pageRefusal("document-refused", clientId), detail: describeDocumentRefusal(read.reason) });
}

function readId({ settings }: FindClientPorts, text: string): Result<ClientId, PageRefusal> {
  const id = isDocumentId(text) ? parseClientId(text) : undefined;
  if (id === undefined) {
    if (settings.clientDocuments.mode === "closed")
      return refuse(pageRefusal("document-clients-closed", text));
    const spelt = documentIdFor(text);
    const detail = spelt === undefined ? {} : { detail: `It would be spelt ${spelt}` };
    return refuse({ ...pageRefusal("document-address-malformed", text), ...detail });
  }
  const isDevelopment = isLoopback(settings.issuer);
  switch (whyNotAdmitted(settings.clientDocuments, id, { isDevelopment })) {
    case "closed":
      return refuse(pageRefusal("document-clients-closed", id));
    case "host-not-listed":
      return refuse(pageRefusal("document-host-not-listed", id));
    case "development-only":
      return refuse(pageRefusal("document-address-malformed", id));
    default:
      return ok(id);
  }
}

const receivedLengthMax = 2000;

function pageRefusal(reason: PageRefusal["reason"], text: string): PageRefusal {
  return { errorFormat: "page", reason, received: text.slice(0, receivedLengthMax).toWellFormed() };
}

function signInFirst(clientId: ClientId, parameters: Parameters): SignInFirst {
  return {
    errorFormat: "sign-in",
    clientId,
    uiLocales: parseUiLocales(parameters.get("ui_locales")),
    loginHint: parseLoginHint(parameters.get("login_hint")),
  };
}
