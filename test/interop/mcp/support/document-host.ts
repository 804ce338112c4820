import { startSelfSignedServer } from "../../../support/self-signed.ts";

/** An https server on this machine where an agent publishes the document about itself. */
export interface DocumentHost extends AsyncDisposable {
  /** The address of the document: the client id. */
  readonly documentUrl: string;
  /** The certificate, for `NODE_EXTRA_CA_CERTS`. */
  readonly certificateFile: string;
  /** How often the document was fetched. */
  readonly fetches: number;
}

/** Publishes the document of an agent that is answered on 127.0.0.1, with a certificate of its own. */
export async function startDocumentHost(name: string): Promise<DocumentHost> {
  let fetches = 0;
  let document = {};
  const server = await startSelfSignedServer((_request, response) => {
    fetches += 1;
    response.setHeader("content-type", "application/json").end(JSON.stringify(document));
  });
  const documentUrl = `${server.origin}/oauth/agent.json`;
  document = {
    client_id: documentUrl,
    client_name: name,
    redirect_uris: ["http://127.0.0.1/callback", "http://127.0.0.1/oauth/callback"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  return {
    documentUrl,
    certificateFile: server.certificateFile,
    get fetches() {
      return fetches;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
