import type { Specification } from "./demand.ts";

/** The demands of the draft on clients that are described by a document at their client id. Sections are those of its revision 02. */
export const clientDocuments: readonly Specification[] = [
  {
    specification: "draft-ietf-oauth-client-id-metadata-document-02, clients by document",
    demands: [
      {
        section: "3",
        demand:
          "The client id is an https URL with a path, without user information, fragment and dot segments. Here also without a query, and spelt as URL parsing prints it",
        sources: ["values/ids", "protocol/client/document-policy"],
        tests: ["C85: needs an address that is spelt as a browser prints it"],
      },
      {
        section: "3, 4",
        demand:
          "Client ids are compared as simple strings: that of the request, of the address fetched, and of the document",
        sources: ["protocol/client/document"],
        tests: ["the client_id of another host", "another case", "a slash more"],
      },
      {
        section: "4.1",
        demand: "No method with a shared secret, no `client_secret` and no `client_secret_expires_at`",
        sources: ["protocol/client/document"],
        tests: [
          "a secret",
          "the end of a secret",
          "a secret in the form",
          "a secret by Basic",
          "a secret that signs",
        ],
      },
      {
        section: "4.1",
        demand: "No private key",
        sources: ["protocol/client/key-set"],
        tests: ["a private key", "a symmetric key"],
      },
      {
        section: "4.2",
        demand: "The redirect URI of a request is one of the document's, compared as a simple string",
        sources: ["protocol/client/redirect-uri"],
        tests: ["C84: is the client that its document describes now"],
      },
      {
        section: "5",
        demand: "Every status but 200 is an error, and redirects are not followed",
        sources: ["adapters/fetch/client-documents", "adapters/fetch/guarded-fetch"],
        tests: [
          "204, and nothing",
          "206, and a part",
          "404, and a document",
          "none of them leaves anything behind",
        ],
      },
      {
        section: "5",
        demand: "The document is fetched again from time to time (SHOULD)",
        sources: ["flows/authorize/find-described-client"],
        tests: ["C84: is the client that its document describes now"],
      },
      {
        section: "5.1",
        demand: "A request whose document cannot be fetched ends there (SHOULD)",
        sources: ["flows/authorize/find-described-client"],
        tests: ["no answer, ever", "C84: is the client that its document describes now"],
      },
      {
        section: "5.2",
        demand: "HTTP's cache headers count, within bounds (SHOULD)",
        sources: ["adapters/fetch/client-documents"],
        tests: ["…: … seconds"],
      },
      {
        section: "5.2",
        demand: "Errors and invalid documents are not cached",
        sources: ["adapters/fetch/client-documents"],
        tests: [
          "… is not kept, whatever HTTP allows: once repaired, the document counts at once",
          "C82: a document that fails is asked for again each time, and no more often than the person may",
        ],
      },
      {
        section: "6",
        demand: "The metadata document says `client_id_metadata_document_supported`",
        sources: ["http/endpoints/server-metadata"],
        tests: [
          "names hosts, and only these are fetched",
          "is closed unless the operator says otherwise, and says so",
        ],
      },
      {
        section: "7.1",
        demand:
          "Client ids that the service makes do not begin like an address, and it can tell both kinds apart (SHOULD)",
        sources: ["values/ids", "protocol/client/client"],
        tests: ["is nobody's but its own, with a verified host, and always uses PKCE"],
      },
      {
        section: "8.6",
        demand: "Documents are not fetched from special-use addresses",
        sources: ["adapters/fetch/guarded-fetch", "adapters/fetch/public-address"],
        tests: ["a name that leads elsewhere the second time is resolved once for each request"],
      },
      {
        section: "8.7",
        demand: "The size of a document is bounded: 5 KB",
        sources: ["adapters/fetch/client-documents"],
        tests: ["5 KB and one byte", "more and more"],
      },
    ],
  },
];
