import { createHash } from "node:crypto";
import { type RawAnswer, RawSocket } from "../../http/support/raw-socket.ts";
import type { Application } from "../server.ts";

/** One HTTP request as it stands on the wire, with `{placeholders}`; the lines end in CRLF there. */
export interface HttpText {
  readonly head: readonly string[];
  readonly body?: string;
}

/**
 * What a client library sends from the redirect to userinfo. `{host}`, `{id}`, `{redirect}` (percent-encoded), `{challenge}`,
 * `{verifier}`, `{code}`, `{basic}`, `{secret}`, `{length}` and `{token}` are filled in; everything else is sent as it stands.
 */
export interface Recording {
  readonly library: string;
  readonly redirectUri: string;
  /** Path and query to which it sends the browser. */
  readonly authorization: string;
  readonly codeVerifier?: string;
  /** The requests to the token endpoint; where there are more, the next one follows when the one before was refused. */
  readonly token: readonly [HttpText, ...HttpText[]];
  /** Whether its HTTP client sends the body in a packet of its own. */
  readonly isBodyApart?: true;
  readonly userinfo: HttpText;
}

/** What a placeholder stands for. */
export type Values = Readonly<Record<string, string>>;

/** What the placeholders of this recording stand for before there is a code. */
export function valuesOf({ redirectUri, codeVerifier = "" }: Recording, app: Application): Values {
  return {
    host: new URL(app.base).host,
    id: app.clientId,
    secret: app.clientSecret,
    basic: Buffer.from(`${app.clientId}:${app.clientSecret}`).toString("base64"),
    redirect: encodeURIComponent(redirectUri),
    verifier: codeVerifier,
    challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
  };
}

/** Puts the values in; a placeholder without a value is an error. */
export function fill(template: string, values: Values): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`{${name}} has no value.`);
    return value;
  });
}

/** Sends the request on a connection of its own and returns what came back. */
export async function replay(
  base: string,
  { head, body }: HttpText,
  values: Values,
  isBodyApart?: true,
): Promise<RawAnswer> {
  const content = body === undefined ? "" : fill(body, values);
  const length = String(Buffer.byteLength(content));
  const start = head.map((line) => `${fill(line, { ...values, length })}\r\n`).join("");
  const raw = await RawSocket.open(base);
  try {
    for (const packet of isBodyApart ? [`${start}\r\n`, content] : [`${start}\r\n${content}`])
      await raw.write(packet);
    const [answer] = await raw.answers(1);
    if (answer === undefined) throw new Error("No answer came.");
    return answer;
  } finally {
    raw.destroy();
  }
}
