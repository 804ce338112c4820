import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

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
  const folder = await mkdtemp(join(tmpdir(), "latchkey-document-"));
  const certificateFile = join(folder, "certificate.pem");
  const keyFile = join(folder, "key.pem");
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const files = ["-days", "2", "-keyout", keyFile, "-out", certificateFile];
  execFileSync("openssl", [...request, ...subject, ...files], { stdio: "ignore" });
  let fetches = 0;
  const server = createServer({ key: readFileSync(keyFile), cert: readFileSync(certificateFile) });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const documentUrl = `https://localhost:${port}/oauth/agent.json`;
  const document = {
    client_id: documentUrl,
    client_name: name,
    redirect_uris: ["http://127.0.0.1/callback", "http://127.0.0.1/oauth/callback"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  server.on("request", (_request, response) => {
    fetches += 1;
    response.setHeader("content-type", "application/json").end(JSON.stringify(document));
  });
  return {
    documentUrl,
    certificateFile,
    get fetches() {
      return fetches;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
