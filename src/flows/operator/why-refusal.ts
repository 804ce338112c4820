import { pageErrors, redirectErrors } from "../../protocol/authorization/errors.ts";
import type { Client } from "../../protocol/client/client.ts";
import { tokenErrors } from "../../protocol/errors.ts";
import type { Place } from "../../protocol/forward-auth/decide-access.ts";
import { forwardAuthErrors } from "../../protocol/forward-auth/errors.ts";
import { readRuleAt } from "../../protocol/forward-auth/rules.ts";
import type { Instant } from "../../values/time.ts";
import { shellWord } from "../../values/words.ts";
import { actSentence } from "../audit.ts";
import { isRefusal, plainDetails } from "../audit-events.ts";
import type { AuditTrail, KeptAuditEntry } from "../audit-ports.ts";
import { firstSentence } from "../authorize/explain-refusal.ts";
import type { Event } from "../events.ts";
import { findAccount } from "./account.ts";
import { findClient } from "./client.ts";
import type { Rights } from "./rights.ts";
import type { NotedRefusal } from "./why.ts";
import { type AccessPorts, type AccessReport, explainAt } from "./why-access.ts";

/** A refusal, with the rule that decided. */
export interface RefusalReport extends NotedRefusal {
  readonly requestId: string;
  readonly source: "audit" | "memory" | "log";
  readonly reason?: string;
  /** The rule that decided, and the repair, in one sentence or two. */
  readonly sentence: string;
  readonly command?: string;
  /** What stands now between the person and the application, if both are known. */
  readonly access?: AccessReport;
}

type RefusalPorts = AccessPorts & { readonly auditTrail: Pick<AuditTrail, "list" | "head"> };

/** How many of the newest entries are searched, few at first: most questions come soon, and reading a SQLite file blocks all other requests. */
const entriesLookedThrough = [10_000, 200_000] as const;

/**
 * Finds what was refused in a request. `noted` comes from the log or from memory, if the audit trail does not have the request.
 */
export async function explainRefusedRequest(
  ports: RefusalPorts,
  requestId: string,
  {
    noted,
    by,
  }: {
    readonly noted: Pick<RefusalReport, keyof NotedRefusal | "source"> | undefined;
    readonly by: Rights;
  },
): Promise<RefusalReport | undefined> {
  const entry = await findRefusedEntry(ports.auditTrail, requestId);
  const found = entry === undefined ? noted : ({ ...fromEntry(entry), source: "audit" } as const);
  if (found === undefined) return undefined;
  const { details } = found;
  const { reason } = details;
  const access = by.scopes.has("users:read") ? await accessOf(ports, details, by) : undefined;
  const command = commandOf(found, access);
  return {
    ...found,
    requestId,
    ...(typeof reason === "string" && { reason }),
    // Beside the exact command, the general repair after the first sentence only distracts.
    sentence: command === undefined ? sentenceOf(found) : firstSentence(sentenceOf(found)),
    ...(command !== undefined && { command }),
    ...(access !== undefined && { access }),
  };
}

/** Reads the refusal of a request in the lines of a log; undefined for any other line. */
export function refusalInLogLine(line: string, requestId: string): NotedRefusal | undefined {
  // A log of weeks is read line by line, and only the line of the request is parsed.
  if (!line.includes(`"${requestId}"`)) return undefined;
  // Log tools put their own prefix before a line.
  const json = line.slice(line.indexOf("{"));
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch {
    return undefined;
  }
  const { level: _, time, worker: _worker, msg, ...details } = Object(read);
  if (details.requestId !== requestId || typeof msg !== "string" || !isRefusal(msg)) return undefined;
  const at = Date.parse(String(time));
  return { at: (Number.isNaN(at) ? 0 : at) as Instant, act: msg, details: plainDetails(details) };
}

async function findRefusedEntry(
  trail: RefusalPorts["auditTrail"],
  request: string,
): Promise<KeptAuditEntry | undefined> {
  const last = (await trail.head())?.last ?? 0;
  for (const count of entriesLookedThrough) {
    const after = Math.max(0, last - count);
    const { items } = await trail.list({ request, order: "oldest", after, limit: 20 });
    const entry = items.find(({ act }) => isRefusal(act)) ?? items[0];
    if (entry !== undefined || after === 0) return entry;
  }
  return undefined;
}

function fromEntry({ at, act, target, details = {} }: KeptAuditEntry): NotedRefusal {
  const { client, user, ...others } = details;
  return {
    at,
    act,
    details: {
      ...others,
      ...(target?.kind === "user" && { accountId: target.id }),
      ...(target?.kind === "client" && { clientId: target.id }),
      ...(user !== undefined && { accountId: user }),
      ...(client !== undefined && { clientId: client }),
    },
  };
}

async function accessOf(
  ports: RefusalPorts,
  details: NotedRefusal["details"],
  by: Rights,
): Promise<AccessReport | undefined> {
  const { accountId, clientId } = details;
  if (typeof accountId !== "string" || typeof clientId !== "string") return undefined;
  const account = await findAccount(ports.accounts, accountId);
  if (account?.id !== accountId) return undefined;
  const client = await findClient(ports.clients, clientId);
  return client && explainAt(ports, { account, client, at: placeOf(client, details), by });
}

/** The place of a protected application at which a rule refused. The path is not on record, so only the rule tells it. */
function placeOf({ metadata }: Client, { origin, rule: number }: NotedRefusal["details"]) {
  if (typeof origin !== "string" || !metadata.protectedOrigins.includes(origin)) return undefined;
  const index = typeof number === "number" ? number - 1 : undefined;
  const rule = index === undefined ? undefined : readRuleAt(metadata.pathRules, index);
  const place: Place =
    rule === undefined || index === undefined
      ? { kind: "guarded" }
      : { kind: rule.isPublic ? "public" : "guarded", rule, index };
  return { origin, place };
}

function sentenceOf({ act, details: { reason } }: NotedRefusal): string {
  const told = typeof reason === "string" ? sentenceOfReason(act, reason) : undefined;
  return told ?? actSentence(act) ?? sentences[act as Event["kind"]] ?? "The service noted this.";
}

function sentenceOfReason(act: string, reason: string): string | undefined {
  if (act === "access-refused") return ownValue(forwardAuthErrors, reason)?.description;
  if (act === "exchange-refused") return ownValue(tokenErrors, reason)?.description;
  if (act === "authorization-refused")
    return (ownValue(pageErrors, reason) ?? ownValue(redirectErrors, reason))?.description;
  if (act !== "sign-in-refused" && act !== "second-factor-refused") return undefined;
  const form = reason.startsWith("step-") ? signInReasons["step-"] : undefined;
  const passkey = reason.startsWith("passkey-") ? signInReasons["passkey-"] : undefined;
  const oldSystem = reason.startsWith("old-system-") ? signInReasons["old-system-"] : undefined;
  const oldAccount = reason.startsWith("old-account-") ? signInReasons["old-account-"] : undefined;
  return ownValue(signInReasons, reason) ?? form ?? passkey ?? oldSystem ?? oldAccount;
}

function ownValue<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The events that have no entry in the audit trail. */
const sentences: Readonly<Partial<Record<Event["kind"], string>>> = {
  "request-refused":
    "The browser's request was not readable: too long, not a form, or posted by another site.",
  "post-logout-redirect-refused":
    "The person signed out, and was not sent back: the application's sign-out request was faulty.",
  "server-logout-refused": "A server asked to end a session, and none was ended.",
  "access-refused": "A proxy was told to stop a request to an application.",
  "unexpected-failure": "The service failed. The line of the log with this request id says where.",
};

/** Why a sign-in or a second factor was refused. Reasons with the same prefix share a sentence. */
const signInReasons: Readonly<Record<string, string>> = {
  mismatch: "The password or the code was wrong, or the account is disabled.",
  throttled:
    "Too many tries with this name or from this network. The page says how long to wait; a browser that signed in before is not affected by strangers.",
  "account-throttled":
    "The account had no tries left, because of tries with another of its names. After four minutes there is one more; a recovery link or a passkey works at once.",
  "account-locked":
    "The password was right, but the owner locked the account. A new password by a link unlocks it.",
  "another-account": "The page asked the person who is signed in for a proof, and somebody else gave it.",
  busy: "More sign-ins came than this machine can hash passwords for. Try again; if it happens often, the machine needs more cores.",
  "unacceptable-hash": "The stored hash asks for more work than the service allows. Set a new password.",
  "step-no-cookie":
    "The browser did not send the cookie of the form. Either it blocks cookies, or the page was opened at another address than the base URL: then the log has host-differs at the same time.",
  "step-": "The form was too old, or made for another browser or request. The person was shown a new one.",
  "passkey-unknown":
    "The passkey is not known here: it was removed, or belongs to another account or service.",
  "passkey-disabled": "The passkey was right, but the account is disabled.",
  "old-system-":
    "The product that the person came from had to be asked about the password, and gave no usable answer. `latchkey doctor` asks it too.",
  "old-account-":
    "The product that the person came from does not let them in: it has no such account or several, or the account is disabled, locked or expired there, or is not the one that was imported. The reason says which.",
  "old-password-expired":
    "The password is right in the product that the person came from, which wants it changed before it opens anything. A new one here takes its place.",
  "passkey-": "The passkey's answer was not accepted.",
};

function commandOf(
  { act, details: { reason, accountId, repair } }: NotedRefusal,
  access: AccessReport | undefined,
): string | undefined {
  if (typeof repair === "string" && repair.includes("latchkey ")) return repair;
  const person = typeof accountId === "string" ? shellWord(accountId) : undefined;
  const blocking = access?.rules.find(({ outcome }) => outcome === "blocks")?.command;
  if (blocking !== undefined) return blocking;
  if (person === undefined || act === "exchange-refused") return undefined;
  if (reason === "passkey-disabled") return `latchkey user enable ${person}`;
  const isLink =
    /^(?:mismatch|throttled|account-throttled|account-locked|unacceptable-hash|old-account-.+|old-password-expired)$/;
  return isLink.test(String(reason)) ? `latchkey user recover ${person}` : undefined;
}
