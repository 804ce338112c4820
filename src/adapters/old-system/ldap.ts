import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type * as ldap from "../../protocol/old-product/ldap.ts";
import type { OldPasswordQuestion } from "../../protocol/old-product/question.ts";
import { errorCodeOf } from "../../values/error-code.ts";
import { type Asked, questionBounds } from "./old-system.ts";

/** A directory, what is spoken with it, and how people are called there. */
export interface Directory {
  readonly messages: typeof ldap;
  /** `ldaps://host:port`, or `ldap://` of this machine. */
  readonly url: string;
  /** What is bound, with `{username}` in it. */
  readonly template: string;
  /** The attribute that has the imported subject; absent if none has. */
  readonly subjectAttribute: string | undefined;
  /** Certificates that are trusted in place of those of Node. */
  readonly certificates?: string;
}

/**
 * noSuchObject, inappropriateAuthentication (an entry without a password) and invalidCredentials (RFC 4511 appendix A); and
 * constraintViolation and unwillingToPerform, with which directories answer for an entry that is locked or inactive. What concerns one
 * person must not count as an outage for all.
 */
const refusals: ReadonlySet<number> = new Set([19, 32, 48, 49, 53]);
/** compareFalse, and noSuchAttribute: an entry without the attribute is not the one that was imported. */
const differs: ReadonlySet<number> = new Set([5, 16]);
const [success, compareTrue] = [0, 6];

/**
 * Asks by a bind as the person: each question has a connection of its own, because a bind changes who a connection acts as. A referral is
 * not followed, and no answer but success counts.
 */
export function askDirectory(directory: Directory): (question: OldPasswordQuestion) => Promise<Asked> {
  let underWay = 0;
  return async (question) => {
    const name = directory.messages.bindNameOf(directory.template, question.username);
    if (name === undefined || !directory.messages.isBindable(question.password)) return { kind: "invalid" };
    if (underWay >= questionBounds.concurrencyMax) return { kind: "unavailable", reason: "busy" };
    underWay += 1;
    try {
      return await converse(directory, name, question);
    } catch (error) {
      const reason = error instanceof Unusable ? error.message : errorCodeOf(error, "unreachable");
      return { kind: "unavailable", reason };
    } finally {
      underWay -= 1;
    }
  };
}

/** The directory answered something that says nothing about the password; the message is the reason for the log. */
class Unusable extends Error {
  override readonly name = "Unusable";
}

async function converse(
  directory: Directory,
  name: string,
  { password, subject }: OldPasswordQuestion,
): Promise<Asked> {
  const { answers, bindRequest, compareRequest, isDistinguishedName, unbindRequest } = directory.messages;
  const socket = open(directory);
  const ask = exchangeOn(socket, directory.messages);
  const timer = setTimeout(() => socket.destroy(new Unusable("timeout")), questionBounds.requestMilliseconds);
  try {
    const bound = await ask(bindRequest(1, name, password), { messageId: 1, operation: answers.bind });
    if (refusals.has(bound)) return { kind: "invalid" };
    if (bound !== success) throw new Unusable(`ldap-${bound}`);
    if (subject === undefined) return { kind: "valid" };
    // The name alone does not say whose password it is (ADR 0095).
    const { subjectAttribute, template } = directory;
    if (subjectAttribute === undefined || !isDistinguishedName(template)) return { kind: "invalid" };
    const compared = await ask(compareRequest(2, name, subjectAttribute, subject), {
      messageId: 2,
      operation: answers.compare,
    });
    if (compared !== compareTrue && !differs.has(compared)) throw new Unusable(`ldap-compare-${compared}`);
    return { kind: compared === compareTrue ? "valid" : "invalid" };
  } finally {
    clearTimeout(timer);
    if (socket.writable) socket.end(unbindRequest(3));
    socket.destroySoon();
  }
}

function open({ url, certificates }: Directory): Socket {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const isPlain = protocol === "ldap:";
  const place = { host, port: port === "" ? (isPlain ? 389 : 636) : Number(port) };
  if (isPlain) return connectPlain(place);
  // RFC 6066 §3: no address is a server name.
  return connectTls({ ...place, ...(isIP(host) === 0 && { servername: host }), ca: certificates });
}

interface Expected {
  readonly messageId: number;
  readonly operation: number;
}

/** Sends a message and returns the code of its answer. Any other answer ends the conversation. */
function exchangeOn(
  socket: Socket,
  { readResult }: Directory["messages"],
): (message: Uint8Array, expected: Expected) => Promise<number> {
  let received = Buffer.alloc(0);
  let waiting: PromiseWithResolvers<number> | undefined;
  let expected: Expected | undefined;
  const end = (error: Error) => {
    waiting?.reject(error);
    socket.destroy();
  };
  socket.on("error", end);
  socket.on("close", () => end(new Unusable("closed")));
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    if (received.length > questionBounds.bodyBytesMax) return end(new Unusable("too-large"));
    const result = readResult(received);
    if (result === undefined) return;
    if (
      result === "malformed" ||
      result.messageId !== expected?.messageId ||
      result.operation !== expected.operation
    )
      return end(new Unusable("malformed"));
    received = Buffer.alloc(0);
    waiting?.resolve(result.code);
  });
  return async (message, wanted) => {
    if (socket.destroyed) throw new Unusable("closed");
    waiting = Promise.withResolvers();
    expected = wanted;
    socket.write(message);
    return waiting.promise;
  };
}
