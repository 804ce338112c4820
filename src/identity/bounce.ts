import { type MailId, parseMailId } from "../values/ids.ts";

/** A message that was sent and came back. */
export interface Bounce {
  readonly messageId: MailId;
  /** The enhanced status code of RFC 3463, such as `5.1.1` for an address that does not exist. */
  readonly status: string;
}

const partsMax = 20;

/**
 * Reads the report of a mail server that could not deliver a message (RFC 3464). Undefined for any other mail, for a report of a delay or
 * a success, and if the returned message has no Message-ID from here. A report proves nothing about its sender: whoever knows the
 * Message-ID can write one.
 */
export function readBounce(mail: string): Bounce | undefined {
  const whole = partOf(mail.replaceAll("\r\n", "\n").replace(/^From .*\n/, ""));
  const type = whole.headers.get("content-type") ?? "";
  if (!/^multipart\/report\b/i.test(type) || !/\breport-type="?delivery-status\b/i.test(type))
    return undefined;
  const [, quoted, bare] = /\bboundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return undefined;
  const parts = `\n${whole.body}`
    .split(`\n--${boundary}`, partsMax)
    .map((text) => partOf(text.replace(/^[ \t]*\n/, "")));
  const ofType = (wanted: RegExp) =>
    parts.find(({ headers }) => wanted.test(headers.get("content-type") ?? ""));
  const status = failureIn(ofType(/^message\/(?:global-)?delivery-status\b/i)?.body ?? "");
  const returned = ofType(/^(?:message\/(?:rfc822|global|global-headers)|text\/rfc822-headers)\b/i);
  const id = /^<([^@<>]+)@/.exec(headersIn(returned?.body ?? "").get("message-id") ?? "")?.[1];
  const messageId = id === undefined ? undefined : parseMailId(id);
  return messageId === undefined || status === undefined ? undefined : { messageId, status };
}

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

function partOf(text: string): Part {
  const end = text.indexOf("\n\n");
  return end < 0
    ? { headers: headersIn(text), body: "" }
    : { headers: headersIn(text), body: text.slice(end + 2) };
}

/** The header fields before the first empty line, unfolded (RFC 5322 §2.2.3), by their names in lower case. */
function headersIn(text: string): ReadonlyMap<string, string> {
  const [head = ""] = text.split("\n\n", 1);
  const lines = head.replace(/\n[ \t]+/g, " ").split("\n");
  return new Map(
    lines.flatMap((line) => {
      const [, name, value] = /^([!-9;-~]+):(.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value.trim()] as const];
    }),
  );
}

/** The status of the first recipient whom the message will not reach (RFC 3464 §2.3). */
function failureIn(status: string): string | undefined {
  for (const group of status.split(/\n{2,}/)) {
    const fields = headersIn(group);
    const code = /^[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get("status") ?? "")?.[0];
    if (code !== undefined && fields.get("action")?.toLowerCase() === "failed") return code;
  }
  return undefined;
}
