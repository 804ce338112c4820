import {
  type CertificateProblem,
  certificateSentence,
  isCertificateProblem,
} from "../../values/certificate.ts";
import { isTextList, parseJson } from "../../values/json-object.ts";

/** Why the document at a `sector_identifier_uri` was not received. */
export type SectorFetchProblem =
  | "address-not-allowed"
  | "unreachable"
  | CertificateProblem
  | "timed-out"
  | "too-large"
  | "too-many-requests"
  | `status-${number}`;

/** Why a client does not belong to the sector that it names. */
export type SectorDocumentProblem =
  | { readonly kind: "sector-not-fetched"; readonly reason: SectorFetchProblem }
  | { readonly kind: "sector-no-list" }
  | { readonly kind: "sector-lacks"; readonly uri: string };

/**
 * Why the document does not make a client with these redirect URIs one of its sector: it must list each of them, letter by letter
 * (OpenID Connect Dynamic Client Registration §5).
 */
export function whyNotInSector(
  text: string,
  redirectUris: readonly string[],
): SectorDocumentProblem | undefined {
  const listed = parseJson(text);
  if (!isTextList(listed)) return { kind: "sector-no-list" };
  const uri = redirectUris.find((each) => !listed.includes(each));
  return uri === undefined ? undefined : { kind: "sector-lacks", uri };
}

const shownLengthMax = 200;

/** One or two sentences: the cause and the repair. */
export function describeSectorDocumentProblem(problem: SectorDocumentProblem): string {
  if (problem.kind === "sector-no-list")
    return "The document at sector_identifier_uri is not a JSON array of texts. Publish an array of all redirect_uris there.";
  if (problem.kind === "sector-lacks")
    return `The document at sector_identifier_uri does not list the redirect URI ${problem.uri.slice(0, shownLengthMax)}. Add it there exactly as it is registered, or leave it out of redirect_uris.`;
  const { reason } = problem;
  if (isCertificateProblem(reason)) return certificateSentence("The host of sector_identifier_uri", reason);
  return (
    sentences[reason] ??
    `The address at sector_identifier_uri answers with ${reason.replace("-", " ")}, and no redirect is followed. Answer 200 with the array itself.`
  );
}

const sentences: Readonly<Partial<Record<SectorFetchProblem, string>>> = {
  "address-not-allowed":
    "The host of sector_identifier_uri leads to an address that is not public, which this service never asks. Publish the document on the Internet, at an https: address.",
  unreachable:
    "The host of sector_identifier_uri does not answer. Open the address in a browser, and see that it answers 200.",
  "timed-out":
    "The host of sector_identifier_uri did not answer within ten seconds. Serve the document as a small static file.",
  "too-large": "The document at sector_identifier_uri is longer than 64 KiB. List only redirect_uris there.",
  "too-many-requests": "Too many of these documents are being fetched at the moment. Try again in a minute.",
};
