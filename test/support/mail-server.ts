import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A message as the mail server of a test took it. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they came over the wire. */
  readonly raw: string;
  /** True where the connection was encrypted. */
  readonly isEncrypted: boolean;
  readonly user: string | undefined;
}

/** A real mail server on loopback. */
export interface TestMailServer extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** Everything that it took, in order. */
  readonly taken: readonly TakenMail[];
  /** Resolves when it has taken so many messages since its start. */
  tookMany(count: number): Promise<void>;
}

/** Starts it. Without options it takes everything, unencrypted. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const taken: TakenMail[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onData(stream, session, callback) {
      text(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope;
        taken.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw,
          isEncrypted: session.secure,
          user: session.user === undefined ? undefined : String(session.user),
        });
        callback();
        for (const { count, resolve } of waiting) if (taken.length >= count) resolve();
      }, callback);
    },
    ...options,
  });
  // Tests cut connections on purpose.
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    taken,
    tookMany: (count) =>
      new Promise((resolve) => {
        if (taken.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The text part of a message, decoded, or another part. */
export function textPartOf(raw: string, type: "text/plain" | "text/html" = "text/plain"): string {
  const part = raw.slice(raw.indexOf(`Content-Type: ${type}`));
  const bodyAt = part.indexOf("\r\n\r\n") + 4;
  const body = part.slice(bodyAt, part.indexOf("\r\n--", bodyAt));
  if (part.slice(0, bodyAt).includes("base64")) return Buffer.from(body, "base64").toString();
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

/** A key and a certificate for localhost that nothing but these tests uses. */
export const localhost = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgT05Y6ZpXptlEKxya
54zrCHXpV4jfiBI9G7P7KZxFXlihRANCAARhhX8vKjtipUSi1ZLTA6OOpa5C1oci
Vgettn6urffxLzfb0HvGWfX8M/puJstFezck4VgkotyB9GjH2+t4SBca
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUKQMDUocPQcHrjDGxYzOk4xOKkzUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjEwNTYyNVoYDzIxMjYxMDI5
MTA1NjI1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARhhX8vKjtipUSi1ZLTA6OOpa5C1ociVgettn6urffxLzfb0HvGWfX8
M/puJstFezck4VgkotyB9GjH2+t4SBcao28wbTAdBgNVHQ4EFgQUULKGs7zVfUne
pUvH6P75AtaxHmUwHwYDVR0jBBgwFoAUULKGs7zVfUnepUvH6P75AtaxHmUwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAJgCu1ulhatwe9tRROBHnelWRm6Q2uQv7v6kfE7Sei9yAiEA
gxtM74ReBTl0xHm1AwaOHHlmHzjdfaxFPUa3fqSsC/8=
-----END CERTIFICATE-----`,
};
