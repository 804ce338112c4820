/** The ports of the documents that clients publish about themselves. The rules of `ports.ts` hold here too. */
import type { ClientDescription } from "../protocol/client/described-client.ts";
import type { DocumentProblem } from "../protocol/client/document.ts";
import type { SectorFetchProblem } from "../protocol/client/sector-document.ts";
import type { CertificateProblem } from "../values/certificate.ts";
import type { ClientId } from "../values/ids.ts";
import type { Result } from "../values/result.ts";
import type { ClientProblem } from "./operator/client-problem.ts";

/** Why a document describes no client. */
export type DescriptionProblem =
  | { readonly kind: "document"; readonly problem: DocumentProblem }
  | { readonly kind: "client"; readonly problem: ClientProblem };

/** Why there is no description. */
export type DocumentRefusal =
  /** The host does not resolve, does not answer, or leads into a private network. */
  | {
      readonly kind: "not-fetched";
      readonly reason:
        | "address-not-allowed"
        | "unreachable"
        | CertificateProblem
        | "timed-out"
        | "too-large"
        | "too-many-requests";
    }
  | { readonly kind: "other-status"; readonly status: number }
  | { readonly kind: "other-media-type"; readonly received: string }
  | DescriptionProblem;

/** A document, read or refused. */
export type ReadDocument = Result<ClientDescription, DocumentRefusal>;

/** The documents of clients, kept for a while as HTTP allows it. */
export interface ClientDocuments {
  /** What is kept of the document at this client id, or is on its way already; undefined if it would have to be fetched. */
  kept(id: ClientId): Promise<ReadDocument> | undefined;
  /**
   * The same, fetched if it is not kept. Calls for one document share one request. It takes at most three seconds and 5 KB, follows
   * no redirect, and reaches public addresses alone. A failure is not kept: the caller limits how often an address is asked.
   */
  fetch(id: ClientId): Promise<ReadDocument>;
}

/** The documents at the `sector_identifier_uri` of clients that register themselves. */
export interface SectorDocuments {
  /**
   * The text at the address. It takes at most ten seconds and 64 KiB, follows no redirect, and reaches public addresses alone. Nothing is
   * kept, and the caller limits how often it is called. Never rejects.
   */
  fetch(uri: string): Promise<Result<string, SectorFetchProblem>>;
}
