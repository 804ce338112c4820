import type { KeptAuditEntry } from "../../flows/audit-ports.ts";
import { html, type Printable } from "../../pages/html.ts";
import { nameOf } from "../../pages/layout.ts";
import { parseAccountId, parseClientId } from "../../values/ids.ts";
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
    return account ? link(visit, "/people", id, account.username) : unnamed;
  }
  const clientId = mayDo(visit, "clients:read") ? parseClientId(id) : undefined;
  const client = clientId && (await clients.find(clientId));
  return client ? link(visit, "/clients", id, client.name) : unnamed;
}

function link({ web }: Visit, place: string, id: string, name: string): Printable {
  return html`<a href="${consolePath(web, `${place}/${encodeURIComponent(id)}`)}">${nameOf(name)}</a>`;
}

/** Who acted. */
export async function nameOfActor({ actor }: KeptAuditEntry, names: AuditNames): Promise<Printable> {
  const { kind, id } = actor;
  if (id === undefined) return kind;
  if (kind === "client") return html`${await names("client", id)} <span class="muted">(client)</span>`;
  if (kind === "command-line") return html`${nameOf(id)} <span class="muted">(command line)</span>`;
  return html`${await names("account", id)} <span class="muted">(${kind})</span>`;
}

/** The target of the act. */
export async function nameOfTarget({ target }: KeptAuditEntry, names: AuditNames): Promise<Printable> {
  if (target === undefined) return "";
  const { kind, id } = target;
  if (kind === "user") return names("account", id);
  return html`${kind === "client" ? await names("client", id) : html`<code>${id}</code>`} <span class="muted">(${kind})</span>`;
}

/** The details in one line. */
export function detailsText({ details = {}, network }: KeptAuditEntry): string {
  const told = Object.entries(details).map(([name, value]) => `${name}: ${value}`);
  return [...told, ...(network === undefined ? [] : [network])].join(", ");
}
