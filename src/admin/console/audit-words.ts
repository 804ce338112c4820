import type { KeptAuditEntry } from "../../flows/audit-ports.ts";
import { html, type Printable, type SafeHtml } from "../../pages/html.ts";
import { nameOf } from "../../pages/layout.ts";
import { parseAccountId, parseClientId } from "../../values/ids.ts";
import type { Instant } from "../../values/time.ts";
import { methodName } from "./overview-words.ts";
import { breakable } from "./parts.ts";
import { consolePath } from "./places.ts";
import { mayDo, type Visit } from "./visit.ts";

/** Looks up the name behind an id in the trail, once for each id; the id itself if the name is gone. */
export type AuditNames = (kind: "account" | "client", id: string) => Promise<Printable>;

/** Names for one page or stream, as far as the operator may see people and clients. */
export function namesFor(visit: Visit): AuditNames {
  const found = new Map<string, Promise<Printable>>();
  return (kind, id) => {
    const key = `${kind} ${id}`;
    const name = found.get(key) ?? findName(visit, kind, id);
    if (found.size < 1_000) found.set(key, name);
    return name;
  };
}

async function findName(visit: Visit, kind: "account" | "client", id: string): Promise<Printable> {
  const { accounts, clients } = visit.web.ports;
  const unnamed = html`<code>${id}</code>`;
  if (kind === "account") {
    const accountId = mayDo(visit, "users:read") ? parseAccountId(id) : undefined;
    const account = accountId && (await accounts.find(accountId));
    return account ? link(visit, "/people", id, html`<bdi>${breakable(account.username)}</bdi>`) : unnamed;
  }
  const clientId = mayDo(visit, "clients:read") ? parseClientId(id) : undefined;
  const client = clientId && (await clients.find(clientId));
  return client ? link(visit, "/clients", id, nameOf(client.name)) : unnamed;
}

function link({ web }: Visit, place: string, id: string, name: Printable): Printable {
  return html`<a href="${consolePath(web, `${place}/${encodeURIComponent(id)}`)}">${name}</a>`;
}

/** Who acted. */
export async function nameOfActor({ actor }: KeptAuditEntry, names: AuditNames): Promise<Printable> {
  const { kind, id } = actor;
  if (id === undefined) return kind;
  const name =
    kind === "command-line" ? nameOf(id) : await names(kind === "client" ? "client" : "account", id);
  return kind === "person" ? name : html`${name} <span class="muted">(${kindName(kind)})</span>`;
}

/** The target of the act. */
export async function nameOfTarget({ target }: KeptAuditEntry, names: AuditNames): Promise<Printable> {
  if (target === undefined) return "";
  const { kind, id } = target;
  if (kind === "user") return names("account", id);
  return html`${kind === "client" ? await names("client", id) : html`<code>${id}</code>`} <span class="muted">(${kindName(kind)})</span>`;
}

/** The words for things that the wire and the code name otherwise. */
const sharedWords = { api: "API", client: "application", upstream: "provider" } as const;

const kindWords: Readonly<Record<string, string>> = {
  ...sharedWords,
  "command-line": "command line",
  mail: "message",
};

/** What the other pages of the console call this kind of thing. */
function kindName(kind: string): string {
  return kindWords[kind] ?? kind;
}

/** The names of details. Any other detail has its own name, in words. */
const detailWords: Readonly<Record<string, string>> = {
  ...sharedWords,
  acr: "strength",
  byImport: "by an import",
  dropsSecondFactor: "drops the second factor",
  isAdmin: "administrator",
  isFiltered: "those of a filter",
  isMailed: "sent by mail",
  mac: "MAC",
  methods: "proved by",
  user: "person",
  withHashes: "with password hashes",
};

/** The words for the name of a detail: `isMailed` becomes "sent by mail". */
export function detailName(name: string): string {
  return (
    detailWords[name] ??
    name
      .replace(/^(?:is|has)(?=[A-Z])/, "")
      .replaceAll(/_|(?=[A-Z])/g, " ")
      .trim()
      .toLowerCase()
  );
}

/** The value of a detail: people and applications by name, and the words of the service without hyphens. */
export async function detailValue(
  name: string,
  value: string | number | boolean,
  names: AuditNames,
): Promise<Printable> {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return value.toLocaleString("en");
  if (name === "client") return names("client", value);
  if (name === "user") return names("account", value);
  if (name === "methods") return methodName(value);
  return wordsIn.has(name) ? value.replaceAll("-", " ") : value;
}

/** Details whose value is a word of the service. */
const wordsIn: ReadonlySet<string> = new Set(["reason", "problem", "factor", "link", "what", "where"]);

/** Details whose value says what it is beside the act: the name of an application, how somebody signed in, and why not. */
const saysItself: ReadonlySet<string> = new Set(["client", "methods", "reason"]);

/** The details in one line; `isBrief` beside the act. */
export async function detailsLine(
  { details = {} }: KeptAuditEntry,
  names: AuditNames,
  { isBrief = false } = {},
): Promise<Printable> {
  const parts = await Promise.all(
    Object.entries(details).map(
      async ([name, value]) =>
        html`${!(isBrief && saysItself.has(name)) && `${detailName(name)}: `}${await detailValue(name, value, names)}`,
    ),
  );
  return html`${parts.map((part, index) => html`${index > 0 && "; "}${part}`)}`;
}

/** A time in UTC to the second; bare, it is for a column whose heading says that it is UTC. */
export function momentToSecond(at: Instant, { isBare = false } = {}): SafeHtml {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace("T", " ")}${!isBare && " UTC"}</time>`;
}

/** The words for the things that acts are named for. */
const thingWords: Readonly<Record<string, string>> = {
  ...sharedWords,
  clients: "applications",
  totp: "authenticator app",
  user: "account",
  users: "people",
};

/** An act as words: `client-created` becomes `application created`. */
export function actName(act: string): string {
  const words = /^(?:client-secret|user-code)/.test(act)
    ? act
    : act.replace(/^[a-z]+/, (thing) => thingWords[thing] ?? thing);
  return words.replaceAll("-", " ").replace(/\bsign in\b/, "sign-in");
}
