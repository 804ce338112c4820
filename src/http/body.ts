import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { ok, type Result, refuse } from "../values/result.ts";

/** The largest request body, many times the size of a form with a password, a code and a long state. */
export const bodyBytesMax = 64 * 1024;

/** Why a body is refused. */
export type BodyRefusal =
  | "unsupported-media-type"
  | "unsupported-content-encoding"
  | "body-too-large"
  | "body-not-utf8"
  | "body-incomplete";

/** Reads a form body as text. It must be application/x-www-form-urlencoded in UTF-8. */
export function readFormBody(incoming: IncomingMessage): Promise<Result<string, BodyRefusal>> {
  return readBody(incoming, "application/x-www-form-urlencoded");
}

/** Reads a JSON body as unparsed text. It must be application/json in UTF-8. */
export function readJsonBody(incoming: IncomingMessage): Promise<Result<string, BodyRefusal>> {
  return readBody(incoming, "application/json");
}

/** Reads at most `bodyBytesMax` bytes. A compressed body is refused unread, so that nothing can inflate. */
function readBody(incoming: IncomingMessage, mediaType: string): Promise<Result<string, BodyRefusal>> {
  const headers = incoming.headers;
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    return Promise.resolve(refuse("unsupported-content-encoding"));
  if (!isInUtf8(headers["content-type"], mediaType)) return Promise.resolve(refuse("unsupported-media-type"));
  if (Number(headers["content-length"] ?? 0) > bodyBytesMax) return Promise.resolve(refuse("body-too-large"));
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > bodyBytesMax) {
        incoming.pause();
        resolve(refuse("body-too-large"));
      } else chunks.push(chunk);
    });
    incoming.on("end", () => {
      const [first] = chunks;
      const body = first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
      resolve(isUtf8(body) ? ok(body.toString()) : refuse("body-not-utf8"));
    });
    // Nobody waits for an answer on a connection that broke off, but the promise must settle.
    incoming.on("close", () => resolve(refuse("body-incomplete")));
    incoming.on("error", () => resolve(refuse("body-incomplete")));
  });
}

function isInUtf8(contentType: string | undefined, mediaType: string): boolean {
  if (contentType === mediaType) return true;
  if (contentType === undefined) return false;
  const [type = "", ...parameters] = contentType.toLowerCase().split(";");
  if (type.trim() !== mediaType) return false;
  return parameters.every((parameter) => {
    const [name = "", value = ""] = parameter.split("=");
    return name.trim() !== "charset" || /^"?utf-?8"?$/.test(value.trim());
  });
}
