import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Listener = Parameters<typeof createServer>[1];

/** An https server on this machine, for the name localhost, with a certificate that no authority signed. */
export interface SelfSignedServer extends AsyncDisposable {
  /** `https://localhost:…` */
  readonly origin: string;
  /** The certificate, for `NODE_EXTRA_CA_CERTS`. */
  readonly certificateFile: string;
}

/** Starts it on 127.0.0.1. The program `openssl` makes the certificate. */
export async function startSelfSignedServer(listener: Listener): Promise<SelfSignedServer> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-certificate-"));
  const certificateFile = join(folder, "certificate.pem");
  const keyFile = join(folder, "key.pem");
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const files = ["-days", "2", "-keyout", keyFile, "-out", certificateFile];
  execFileSync("openssl", [...request, ...subject, ...files], { stdio: "ignore" });
  const server = createServer({ key: readFileSync(keyFile), cert: readFileSync(certificateFile) }, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://localhost:${port}`,
    certificateFile,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
