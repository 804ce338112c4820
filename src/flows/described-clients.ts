import type { ClientDescription } from "../protocol/client/described-client.ts";
import { describeDocumentProblem, hostOfDocument, readClientDocument } from "../protocol/client/document.ts";
import { whyNotAdmitted } from "../protocol/client/document-policy.ts";
import { type CertificateProblem, certificateSentence, isCertificateProblem } from "../values/certificate.ts";
import { type ClientId, isDocumentId } from "../values/ids.ts";
import { isLoopback } from "../values/issuer.ts";
import { ok, type Result, refuse, unreachable } from "../values/result.ts";
import type { DescriptionProblem, DocumentRefusal } from "./document-ports.ts";
import { checkNewClient } from "./operator/client-check.ts";
import { clientProblems } from "./operator/client-problem.ts";
import { explain } from "./operator/problem.ts";
import type { Clients, FlowSettings } from "./ports.ts";

type PolicySettings = Pick<FlowSettings, "issuer" | "clientDocuments">;

/**
 * The clients as the installation's policy lets them be: a client by document whose host is not admitted any more counts as disabled,
 * so that its codes and tokens, refresh tokens too, work nowhere.
 */
export function clientsUnderPolicy<Kept extends Clients>(clients: Kept, settings: PolicySettings): Kept {
  const isDevelopment = isLoopback(settings.issuer);
  const find = async (id: ClientId) => {
    const client = await clients.find(id);
    const isShutOut = whyNotAdmitted(settings.clientDocuments, id, { isDevelopment }) !== undefined;
    return client && isShutOut ? { ...client, isDisabled: true } : client;
  };
  return { ...clients, find: (id) => (isDocumentId(id) ? find(id) : clients.find(id)) };
}

/** Reads the document at a client id, with the rules of a registration for each of its parts. */
export function readDescription(
  bytes: Uint8Array,
  id: ClientId,
  { issuer }: Pick<FlowSettings, "issuer">,
): Result<ClientDescription, DescriptionProblem> {
  const read = readClientDocument(bytes, id, { mayBePlain: isLoopback(issuer) });
  if (!read.ok) return refuse({ kind: "document", problem: read.reason });
  const { clientName, redirectUris, method, changes } = read.value;
  const checked = checkNewClient({
    // For a client without a name, the verified host is the most honest one.
    name: clientName ?? hostOfDocument(id).slice(0, 100),
    redirectUris,
    profile: "interface",
    isPublic: method === "none",
    metadata: { ...changes, isThirdParty: true },
  });
  return checked.ok ? ok(checked.value) : refuse({ kind: "client", problem: checked.reason });
}

/** One or two sentences for the developer of a client: what is wrong with its document, what was received, and the repair. */
export function describeDocumentRefusal(refusal: DocumentRefusal): string {
  switch (refusal.kind) {
    case "not-fetched":
      return fetchText(refusal.reason);
    case "other-status":
      return `The address answers with status ${refusal.status}, and no redirect is followed. Answer 200 with the document itself.`;
    case "other-media-type":
      return `The document has ${mediaTypeText(refusal.received)}. Serve it with Content-Type: application/json`;
    case "document":
      return describeDocumentProblem(refusal.problem);
    case "client":
      return explain(clientProblems, refusal.problem).say;
    default:
      return unreachable(refusal);
  }
}

type FetchReason = Extract<DocumentRefusal, { kind: "not-fetched" }>["reason"];

function fetchText(reason: FetchReason): string {
  return isCertificateProblem(reason) ? certificateSentence("The host", reason) : fetchSentences[reason];
}

const fetchSentences: Readonly<Record<Exclude<FetchReason, CertificateProblem>, string>> = {
  "address-not-allowed":
    "The host leads to an address that is not public, which this service never asks. Publish the document on the Internet, at an https: address.",
  unreachable:
    "The host could not be reached. Open the address in a browser, and see that it answers 200 at once.",
  "timed-out": "The host did not answer within three seconds. Serve the document as a small static file.",
  "too-large": "The document is longer than 5 KB. Leave out what no service needs.",
  "too-many-requests": "Too many documents are being fetched at the moment. Try again in a minute.",
};

function mediaTypeText(received: string): string {
  return received === "" ? "no Content-Type" : `the Content-Type ${JSON.stringify(received)}`;
}
