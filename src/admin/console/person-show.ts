import type { Page, Position } from "../../flows/listing.ts";
import { mayReachAccount } from "../../flows/operator/rights.ts";
import { listFactorsOf } from "../../flows/operator/second-factor.ts";
import { listSessions } from "../../flows/operator/session.ts";
import { findDelivery } from "../../flows/operator/why-mail.ts";
import type { Person } from "../../flows/people-ports.ts";
import { listAppPasswords } from "../../flows/person/app-passwords.ts";
import { listOwnConsents } from "../../flows/person/used-applications.ts";
import type { SessionFacts } from "../../flows/ports.ts";
import type { Reply } from "../../http/reply.ts";
import type { Account } from "../../identity/account.ts";
import { browserName } from "../../identity/browser-name.ts";
import { isRecoverable } from "../../identity/credentials.ts";
import {
  badge,
  type Fact,
  factsOf,
  fieldOf,
  linkButton,
  submitButton,
  textInput,
  warningNotice,
} from "../../pages/components.ts";
import { html, type Printable, type SafeHtml } from "../../pages/html.ts";
import { givenClaims } from "../../protocol/openid/person-claims.ts";
import { formatSessionId, parseAccountId, type SessionId } from "../../values/ids.ts";
import { strengthOf, strengthWords } from "../../values/strength.ts";
import type { Instant } from "../../values/time.ts";
import { buttonForm } from "./forms.ts";
import { offeredGroups } from "./group-parts.ts";
import { agoOf, askingLink, counted, dayOf, glanceOf, momentOf, panel, type Row, rowsOf } from "./parts.ts";
import { historyPanel } from "./person-history.ts";
import { lostMessagePanel } from "./person-mail.ts";
import { disabledBadge, factorWords, leavingBadge, personName, personPath } from "./person-words.ts";
import { suggestionsOf } from "./picking.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { formTo, mayDo, notHere, type Screen, show, type Visit } from "./visit.ts";

/** Everything about one person. */
export const personScreen: Screen = {
  path: "/people/{id}",
  scope: "users:read",
  get: (visit) => withPerson(visit, (account) => personPage(visit, account)),
};

/** Finds the person that the path names, or shows that there is none. */
export async function withPerson(
  visit: Visit,
  use: (account: Account) => Reply | Promise<Reply>,
): Promise<Reply> {
  const account = await findPerson(visit);
  return account === undefined ? noPerson(visit) : use(account);
}

/** The person that the path names. */
export async function findPerson({ web, names }: Visit): Promise<Account | undefined> {
  const id = parseAccountId(names.id ?? "");
  return id && web.ports.accounts.find(id);
}

/** The page for a person who does not exist. */
export function noPerson(visit: Visit): Reply {
  return notHere(visit, "There is no such person. The account may have been removed.", {
    path: "/people",
    text: "People",
  });
}

/** True if the operator may change this account. */
function mayChangePerson(visit: Visit, account: Account): boolean {
  return mayDo(visit, "users:write") && mayReachAccount(visit.operator, account);
}

async function personPage(visit: Visit, account: Account): Promise<Reply> {
  const { web } = visit;
  const mayChange = mayChangePerson(visit, account);
  const isLocked = account.lockedAt !== undefined;
  const to = (more: string) => consolePath(web, personPath(account, more));
  const [person, ways, groups, sessions, consents, history, { lost }] = await Promise.all([
    web.ports.people.find(account.id),
    waysToSignIn(visit, account, mayChange),
    groupPanel(visit, account),
    sessionsOf(visit, account),
    consentPanel(visit, account, mayChange),
    historyPanel(visit, account),
    findDelivery(web.ports, account),
  ]);
  // Beside few ways to sign in there is room for the groups, so that no panel is half empty.
  const isShort = ways.length < 4;
  return show(visit, {
    title: personName(account),
    up: { href: consolePath(web, "/people"), text: "People" },
    lead: account.isAdmin && badge("administrator", "good"),
    actions: [
      mayChange && linkButton(to("/edit"), "Edit", isLocked ? "action second" : "action"),
      mayChange && linkButton(to("/recover"), "Recovery link", isLocked ? "action" : "action second"),
      mayChange && linkButton(to("/password"), "Set a password"),
      linkButton(consolePath(web, `/why?user=${encodeURIComponent(account.username)}`), "Explain access"),
    ],
    main: html`
      ${whyClosed(account)}
      ${lostMessagePanel(visit, lost, { editHref: mayChange && to("/edit") })}
      ${glanceOf(atAGlance(visit, account, { person, sessions }))}
      <div class="pair"><div>${panel("Details", factsOf(detailsOf(account, person)))}</div><div>${panel("Ways to sign in", rowsOf(ways, "None."))}${isShort && groups}</div></div>
      ${!isShort && groups}
      ${sessions !== undefined && sessions.total > 0 && sessionPanel(visit, account, sessions)}
      ${consents}
      ${history}
      ${mayChange && panel("Disable or delete", endOf(visit, account))}`,
    script: scriptFor("ask"),
  });
}

/** Why the person cannot sign in, or soon cannot, and what changes that. */
function whyClosed({ isDisabled, lockedAt, deleteAfter }: Account): Printable {
  const leaves =
    deleteAfter !== undefined &&
    warningNotice(
      html`The person asked for the deletion of the account. It is deleted at ${momentOf(deleteAfter)}, unless they sign in before and keep it.`,
    );
  const closed =
    lockedAt !== undefined
      ? warningNotice(
          html`The person locked the account at ${momentOf(lockedAt)}, with the link in a notice (“this was not me”). A new password by a mailed link unlocks it. Enabling it does too, but keeps the old password. If somebody else may know that, make a recovery link instead.`,
        )
      : isDisabled && warningNotice("The account is disabled: the person cannot sign in.");
  return html`${closed}${leaves}`;
}

/** What the title and the row below it do not say. */
function detailsOf(account: Account, person: Person | undefined): readonly (Fact | false)[] {
  const { claims = {} } = account;
  return [
    ["Account ID", html`<code>${account.id}</code>`],
    ["Subject", account.subject !== undefined && html`<code>${account.subject}</code>`],
    [
      "E-mail address",
      account.email === undefined
        ? "none"
        : html`${account.email}${account.isEmailUnverified === true && html` ${badge("unverified", "warn")}`}`,
    ],
    ["Name", account.name === undefined && "none"],
    ["Phone number", account.phoneNumber ?? "none"],
    ["Postal address", ...(account.address?.split("\n") ?? [])],
    ...Object.entries(claims).map(([name, value]): Fact => [claimLabels.get(name) ?? name, value]),
    ["Created", momentOf(account.createdAt)],
    ["Came by", person?.isImported === true && "an import"],
    ["Last change", account.updatedAt !== account.createdAt && momentOf(account.updatedAt)],
  ];
}

const claimLabels: ReadonlyMap<string, string> = new Map(givenClaims.map(({ name, label }) => [name, label]));

type SessionPage = Page<SessionFacts, Position<SessionId>>;
type LiveSessions = SessionPage | undefined;

function atAGlance(
  { web }: Visit,
  account: Account,
  { person, sessions }: { readonly person: Person | undefined; readonly sessions: LiveSessions },
) {
  const { requires } = account;
  return [
    ["Username", account.username],
    ["Last sign-in", agoOf(person?.lastSignInAt, web.ports.clock.now()) ?? "never"],
    ["Signs in with", factorWords(account) || "nothing yet"],
    requires !== undefined && (["Every sign-in needs", strengthWords[requires]] as const),
    sessions !== undefined &&
      (["Signed in", sessions.total === 0 ? "nowhere" : `in ${counted(sessions.total, "browser")}`] as const),
    ["State", disabledBadge(account) || leavingBadge(account) || badge("can sign in", "good")],
  ] as const;
}

function passwordState({ passwordHash, hasOldPassword }: Account): string {
  if (passwordHash !== undefined) return "set";
  return hasOldPassword ? "not moved from the old product yet" : "none";
}

async function waysToSignIn(visit: Visit, account: Account, mayChange: boolean): Promise<readonly Row[]> {
  const { web } = visit;
  const { ports } = web;
  const [passkeys, appPasswords, factors, upstreams] = await Promise.all([
    ports.passkeys.list(account.id),
    listAppPasswords(ports, account),
    listFactorsOf(ports, account.id),
    ports.upstreamIdentities.list(account.id),
  ]);
  const { totpSince, codes } = factors.ok ? factors.value : {};
  const used = (at: Instant | undefined) =>
    at === undefined ? ", never used" : html`, used ${agoOf(at, ports.clock.now())}`;
  const removal = (more: string) =>
    mayChange && askingLink(consolePath(web, personPath(account, more)), "Remove", "little");
  return [
    { name: "Password", state: passwordState(account) },
    ...passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      name: `Passkey: ${name}`,
      detail: html`added ${dayOf(createdAt)}${used(lastUsedAt)}`,
      state: removal(`/passkeys/${encodeURIComponent(id)}/remove`),
    })),
    ...(totpSince === undefined
      ? []
      : [
          {
            name: "Authenticator app",
            detail: html`set up ${dayOf(totpSince)}`,
            state: removal("/totp/remove"),
          },
        ]),
    ...(codes === undefined
      ? []
      : [{ name: "Recovery codes", detail: `${codes.left} left`, state: removal("/recovery-codes/remove") }]),
    ...appPasswords.map(({ appPassword: { id, name, createdAt, lastUsedAt }, client }) => ({
      name: `App password: ${name}`,
      detail: html`for ${client.name}, created ${dayOf(createdAt)}${used(lastUsedAt)}`,
      state: removal(`/app-passwords/${id}/revoke`),
    })),
    ...upstreams.map(({ upstream, label, lastUsedAt }) => ({
      name: `Account at ${upstream}`,
      detail: html`${label !== undefined && html`${label}, `}used ${agoOf(lastUsedAt, ports.clock.now())}`,
    })),
  ];
}

/** Nothing if the person is in no group and there is none to add them to. */
async function groupPanel(visit: Visit, account: Account): Promise<Printable> {
  const groups = account.groups ?? [];
  const mayChange = mayDo(visit, "groups:write") && mayReachAccount(visit.operator, account);
  const { web } = visit;
  const administered = await web.ports.groups.administeredBy(account.id);
  const rows = groups.map((name) => ({
    href: consolePath(web, `/groups/${encodeURIComponent(name)}`),
    name,
    state:
      mayChange &&
      buttonForm(
        { ...formTo(visit, personPath(account, "/groups/remove")), values: { group: name } },
        "Remove",
      ),
  }));
  const form = mayChange && (await groupForm(visit, account));
  const also = administered.length > 0 && html`<p class="muted">Administers ${administered.join(", ")}.</p>`;
  return (
    (groups.length > 0 || form || also) &&
    panel("Groups", html`${rowsOf(rows, "In no group.")}${also}${form}`)
  );
}

/** A menu has at most this many groups. If there are more, a field suggests them. */
const groupsOffered = 200;

async function groupForm(visit: Visit, account: Account): Promise<Printable> {
  const offered = await offeredGroups(visit);
  const others = offered.filter((name) => account.groups?.includes(name) !== true);
  if (others.length === 0 && mayDo(visit, "groups:read")) return undefined;
  const { action, csrfToken } = formTo(visit, personPath(account, "/groups/add"));
  const control =
    others.length > groupsOffered || others.length === 0
      ? html`${textInput({ id: "group", attributes: html` list="group-all"` })}${suggestionsOf("group", others)}`
      : html`<select id="group" name="group">${others.map((name) => html`<option value="${name}">${name}</option>`)}</select>`;
  return html`
    <form class="find" method="post" action="${action}">
      <input type="hidden" name="step" value="${csrfToken}">
      ${fieldOf({ id: "group", label: "Add to a group" }, control)}
      ${submitButton("Add", { kind: "action second", id: "add-group" })}
    </form>`;
}

/** The browsers in which the person is signed in, as far as the operator may see them. */
async function sessionsOf(visit: Visit, account: Account): Promise<LiveSessions> {
  if (!mayDo(visit, "sessions:read")) return undefined;
  const { ports } = visit.web;
  const registry = { ...ports, idleLimit: ports.settings.sessionIdle };
  const found = await listSessions(registry, { who: account.id, limit: 20 });
  return found.ok ? found.value : undefined;
}

function sessionPanel(visit: Visit, account: Account, { items, total }: SessionPage): SafeHtml {
  const { web } = visit;
  const mayEnd = mayDo(visit, "sessions:write") && mayReachAccount(visit.operator, account);
  const rows = items.map(({ session }) => ({
    name: browserName(session.userAgent),
    detail: html`${session.network !== undefined && html`${session.network}, `}signed in ${dayOf(session.authenticatedAt)} with ${strengthWords[strengthOf(session.methods)]}, seen ${agoOf(session.lastSeenAt, web.ports.clock.now())}`,
    state:
      mayEnd &&
      buttonForm(
        {
          ...formTo(visit, personPath(account, "/sessions/end")),
          values: { session: formatSessionId(session.id) },
        },
        "Sign out",
      ),
  }));
  const all =
    mayEnd && askingLink(consolePath(web, personPath(account, "/sign-out")), "Sign out everywhere", "little");
  const more = total > items.length && html`<p class="muted">${total - items.length} more.</p>`;
  return panel("Browsers", html`${rowsOf(rows, "")}${more}`, all);
}

/** Nothing as long as the person has allowed no application of somebody else. */
async function consentPanel(visit: Visit, account: Account, mayChange: boolean): Promise<Printable> {
  const consents = await listOwnConsents(visit.web.ports, account.id);
  const rows = consents.map(({ client, scope, grantedAt }) => ({
    href: consolePath(visit.web, `/clients/${encodeURIComponent(client.id)}`),
    name: client.name,
    detail: html`${scope.length > 0 && html`${scope.join(" ")}, `}since ${dayOf(grantedAt)}`,
    state:
      mayChange &&
      buttonForm(
        { ...formTo(visit, personPath(account, "/consents/withdraw")), values: { client: client.id } },
        "Withdraw",
      ),
  }));
  return rows.length > 0 && panel("Applications allowed", rowsOf(rows, ""));
}

function endOf(visit: Visit, account: Account): SafeHtml {
  const to = (more: string) => consolePath(visit.web, personPath(account, more));
  return html`
    <p class="muted">${account.lockedAt !== undefined ? "Disabling it takes the mailed link away." : !account.isDisabled && "Disabling it signs the person out everywhere and ends every token. The account can be enabled again."}</p>
    <div class="actions">
      ${account.isDisabled && buttonForm(formTo(visit, personPath(account, "/enable")), "Enable", "action second")}
      ${isRecoverable(account) && askingLink(to("/disable"), "Disable")}
      ${askingLink(to("/delete"), "Delete", "action danger")}
    </div>`;
}
