import { findAccount } from "../../flows/operator/account.ts";
import type { Finding } from "../../flows/operator/finding.ts";
import { linkButton } from "../../pages/components.ts";
import { html, type Printable, type SafeHtml } from "../../pages/html.ts";
import type { AdminScope } from "../../protocol/api/admin-scopes.ts";
import { copyable } from "./parts.ts";
import { personPath } from "./person-words.ts";
import { consolePath } from "./places.ts";
import { mayDo, type Visit } from "./visit.ts";

/** A page of the console that does what a command does, and the right that it needs. */
export interface Place {
  readonly path: string;
  readonly text: string;
  readonly needs: AdminScope;
}

/** The person whose page does what a command of this verb does. */
interface OfPerson {
  readonly person: string;
  readonly verb: string;
}

/**
 * What changes the outcome of a rule, from the command for it: a link to the page of the console that does the same, for operators who
 * may. A command without a page is shown to be typed, under this id.
 */
export async function repairOf(visit: Visit, command: string, id: string): Promise<Printable> {
  const page = pageFor(command);
  const place = page !== undefined && "person" in page ? await placeOfPerson(visit, page) : page;
  if (place === undefined) return typedCommand(visit, command, id);
  return mayDo(visit, place.needs) && linkTo(visit, place);
}

/** The repair of a finding: in words, with the pages that do it and the commands that only the service's machine does. */
export function repairOfFinding(visit: Visit, { repair, commands = [] }: Finding): Printable {
  if (repair === undefined) return undefined;
  const typed = commands.filter((command) => pageFor(command) === undefined);
  const places = placesOf(visit, commands);
  return html`<br><strong>Repair:</strong> ${repair}
    ${places.length > 0 && html`<span class="mends">${places.map((place) => linkTo(visit, place))}</span>`}
    ${typed.map((command) => html`<br><span class="machine">On the service’s machine: <code>${spelled(visit, command)}</code></span>`)}`;
}

/** The pages that do what the commands do, each once, as far as the operator may. */
export function placesOf(visit: Visit, commands: readonly string[]): readonly Place[] {
  const places = new Map<string, Place>();
  for (const command of commands) {
    const page = pageFor(command);
    if (page !== undefined && "path" in page && mayDo(visit, page.needs)) places.set(page.path, page);
  }
  return [...places.values()];
}

function linkTo({ web }: Visit, { path, text }: Place): SafeHtml {
  return linkButton(consolePath(web, path), text, "little");
}

/** A command that has to be typed on the service's machine. */
export function typedCommand(visit: Visit, command: string, id: string): SafeHtml {
  return html`<div class="machine"><p class="muted small">To type on the service’s machine:</p>${copyable(spelled(visit, command), { id })}</div>`;
}

/** The command as it works there. */
function spelled({ web }: Visit, command: string): string {
  return command.replace(/^latchkey /, `${web.runLatchkey} `);
}

const placeAt = (path: string, text: string, needs: AdminScope): Place => ({ path, text, needs });
const clients = placeAt("/clients", "Applications", "clients:read");
const apis = placeAt("/apis", "APIs", "apis:read");
const messages = placeAt("/mail", "Messages", "mail:read");
const webhooks = placeAt("/webhooks", "Webhooks", "webhooks:read");

/** True for a word that the reader has to replace, such as ID or RESOURCE, and for one that is missing. */
function isPlaceholder(word: string): boolean {
  return word === "" || /^[A-Z_]+$/.test(word);
}

/** The page that does what a command does; undefined for what only the service's machine does. */
export function pageFor(command: string): Place | OfPerson | undefined {
  const [noun = "", verb = "", first = "", second = ""] = wordsOf(command);
  return pages[noun]?.(verb, first, second);
}

type PageOf = (verb: string, first: string, second: string) => Place | OfPerson | undefined;

const pages: Readonly<Record<string, PageOf>> = {
  user: (verb, person) => ({ person, verb }),
  people: () => placeAt("/people?old_password=true", "People whose password has not moved", "users:read"),
  group: (verb, name, who) => {
    if (verb === "create") return placeAt("/new-group", "Add a group", "groups:write");
    if (name === "GROUP") return { person: who, verb };
    const found = `/groups/${encodeURIComponent(name)}/find?${new URLSearchParams({ q: who })}`;
    return placeAt(found, `Add to ${name}`, "groups:write");
  },
  client: (verb, id) => {
    if (verb === "list" || isPlaceholder(id)) return clients;
    const path = `/clients/${encodeURIComponent(id)}`;
    if (verb === "access") return placeAt(`${path}/access`, "Who may open a path", "clients:read");
    if (verb === "update") return placeAt(`${path}/edit`, "Edit the application", "clients:write");
    return placeAt(path, "The application", "clients:write");
  },
  api: (verb, first, second) => {
    if (verb === "create") return placeAt("/apis/new", "Add an API", "apis:write");
    const resource = verb === "scope" ? second : first;
    if (verb === "list" || isPlaceholder(resource)) return apis;
    const path = `/apis/${encodeURIComponent(resource)}`;
    return verb === "scope"
      ? placeAt(`${path}/new-scope`, "Add a scope", "apis:write")
      : placeAt(`${path}/edit`, "Edit the API", "apis:write");
  },
  upstream: (_, name) => placeAt(`/providers/${encodeURIComponent(name)}`, "The provider", "upstreams:read"),
  webhook: (_, id) =>
    isPlaceholder(id)
      ? webhooks
      : placeAt(`/webhooks/${encodeURIComponent(id)}`, "The webhook", "webhooks:read"),
  mail: (verb, id) => {
    if (verb === "test") return placeAt("/mail/test", "Send a test message", "mail:write");
    if (verb === "retry" && id === "")
      return placeAt("/mail/retry", "Send failed messages again", "mail:write");
    if (verb === "list" || isPlaceholder(id)) return messages;
    return placeAt(`/mail/${encodeURIComponent(id)}`, "The message", "mail:write");
  },
  audit: (verb, option, act) => {
    if (verb === "verify") return placeAt("/audit/verify", "Verify the trail", "audit:read");
    const query = option === "--act" ? `?${new URLSearchParams({ act })}` : "";
    return placeAt(`/audit${query}`, auditTexts[act] ?? "Audit trail", "audit:read");
  },
};

const auditTexts: Readonly<Record<string, string>> = {
  "sign-in-refused": "Refused sign-ins",
  "exchange-refused": "Refused requests",
};

const personPlaces: Readonly<Record<string, readonly [more: string, text: string]>> = {
  recover: ["/recover", "Make a recovery link"],
  update: ["/edit", "Edit the person"],
};

async function placeOfPerson({ web }: Visit, { person, verb }: OfPerson): Promise<Place | undefined> {
  const account = await findAccount(web.ports.accounts, person);
  const [more, text] = personPlaces[verb] ?? ["", "The person"];
  return account && { path: personPath(account, more), text, needs: "users:write" };
}

/** The words of a command behind its first one, which is the program, without the quotes that a shell needs. */
function wordsOf(command: string): readonly string[] {
  const words = command.match(/(?:'[^']*'|\\.|[^\s'\\])+/g) ?? [];
  return words.slice(1).map((word) => word.replaceAll(/'([^']*)'|\\(.)/g, "$1$2"));
}
