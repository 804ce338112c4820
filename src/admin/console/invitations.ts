import type { Link } from "../../flows/link.ts";
import { deleteInvitation, formatInvitationId } from "../../flows/operator/invite.ts";
import type { Reply } from "../../http/reply.ts";
import { invitationOperations } from "../../operations/invitation.ts";
import { byId } from "../../operations/operation.ts";
import { linkButton, warningNotice } from "../../pages/components.ts";
import { html, type Printable } from "../../pages/html.ts";
import { digestOf } from "../../values/digest.ts";
import { toHex } from "../../values/hex.ts";
import { instantOf } from "../../values/time.ts";
import { actScreen } from "./acts.ts";
import { nameOfActor, namesFor } from "./audit-words.ts";
import { noInvitations } from "./empty-pages.ts";
import { groupsField, offeredGroups } from "./group-parts.ts";
import { listOf, listQueryOf, positionText, readPosition } from "./listing.ts";
import { languageOf, mailLanguage } from "./mail-language.ts";
import { formScreen } from "./operation-form.ts";
import { timeBetween } from "./overview-words.ts";
import { askingLink, copyable, momentOf, panel } from "./parts.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { showOnce, showsOnce } from "./shown-once.ts";
import { mayDo, notHere, registryOf, type Screen, show, type Visit } from "./visit.ts";

const { createInvitation } = byId(invitationOperations);

const list = { path: "/invitations", noun: ["invitation", "invitations"] } as const;

/** Invitations: the list, inviting somebody, and revoking an invitation. */
export const invitationScreens: readonly Screen[] = [
  { path: list.path, scope: "invitations:read", get: listInvitations },
  showsOnce(
    formScreen(createInvitation, {
      path: "/invitations/new",
      title: () => "Invite a person",
      up: () => ({ path: list.path, text: "Invitations" }),
      button: { text: "Invite", id: "invite" },
      initial: (visit) => ({ language: languageOf(visit) }),
      fields: async (visit) => [
        {
          member: "email",
          label: "E-mail address",
          hint: "The account will have this address. Anybody who has the link can create it.",
          as: "email",
          isRequired: true,
        },
        {
          member: "language",
          ...mailLanguage,
          hint: "The language of the mail with the link.",
          as: "select",
        },
        {
          member: "groups",
          label: "Groups",
          ...groupsField(await offeredGroups(visit), "The new account is in them from the start."),
          rows: 2,
          needs: "groups:write",
        },
      ],
      done: invited,
    }),
    {
      say: "If the link did not arrive, revoke the invitation in the list and invite the person again.",
      text: "Invitations",
    },
  ),
  actScreen({
    path: "/invitations/{id}/delete",
    scope: "invitations:write",
    needsFreshSignIn: false,
    ask: async () => ({
      title: "Revoke the invitation?",
      text: html`<p>Its link will no longer work.</p>`,
      button: "Revoke it",
      back: { path: list.path, text: "Invitations" },
    }),
    act: async (visit) => {
      const removed = await deleteInvitation(registryOf(visit), visit.names.id ?? "");
      if (!removed.ok) return { kind: "page", reply: noInvitation(visit) };
      return { kind: "done", path: list.path, text: "The invitation has been revoked." };
    },
  }),
];

function noInvitation(visit: Visit): Reply {
  const up = { path: list.path, text: "Invitations" };
  return notHere(visit, "There is no such invitation. It was used or revoked, or has expired.", up);
}

async function listInvitations(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const { limit, after } = listQueryOf(visit, readPosition(parseDigest));
  const now = web.ports.clock.now();
  const page = await web.ports.links.list("invite", { limit, after, now });
  const next = page.next && positionText(page.next, toHex);
  const inviters = await invitersOf(visit, page.items);
  const mayChange = mayDo(visit, "invitations:write");
  const invite = linkButton(consolePath(web, "/invitations/new"), "Invite a person", "action");
  const revoke = (link: (typeof page.items)[number]) =>
    askingLink(consolePath(web, `${list.path}/${formatInvitationId(link)}/delete`), "Revoke", "little");
  return show(visit, {
    title: "Invitations",
    lead: "Links with which people create their accounts. Used and expired ones are not listed.",
    actions: mayChange && invite,
    main: listOf(visit, list, page, {
      next,
      columns: [
        { name: "Address", kind: "wide", isLong: true, cell: ({ address }) => address },
        { name: "Groups", kind: "wide", cell: ({ groups }) => groups?.join(", ") },
        { name: "Invited by", cell: (link) => inviters.get(formatInvitationId(link)) },
        { name: "Sent", cell: ({ createdAt }) => momentOf(createdAt) },
        { name: "Works until", cell: ({ expiresAt }) => momentOf(expiresAt) },
        { name: "Left", cell: ({ expiresAt }) => timeBetween(now, expiresAt) },
        mayChange && { name: "Act", kind: "act", cell: revoke },
      ],
      empty: noInvitations(visit, mayChange),
    }),
    script: scriptFor("ask"),
  });
}

/** Who invited, by the ID of the invitation, as far as the newest entries of the audit trail tell, and only to people who may read it. */
async function invitersOf(visit: Visit, links: readonly Link[]): Promise<ReadonlyMap<string, Printable>> {
  if (!mayDo(visit, "audit:read") || links.length === 0) return new Map();
  const times = links.map(({ createdAt }) => createdAt);
  const { items } = await visit.web.administration.auditTrail.list({
    act: "invitation-created",
    from: instantOf(Math.min(...times)),
    until: instantOf(Math.max(...times) + 1_000),
    limit: 200,
  });
  const ids = new Set(links.map(formatInvitationId));
  const names = namesFor(visit);
  const told = items
    .filter(({ target }) => target !== undefined && ids.has(target.id))
    .map(async (entry) => [entry.target?.id ?? "", await nameOfActor(entry, names)] as const);
  return new Map(await Promise.all(told));
}

function parseDigest(text: string) {
  return /^[0-9a-f]{64}$/.test(text) ? digestOf(Buffer.from(text, "hex")) : undefined;
}

function invited(
  visit: Visit,
  { email, link, expires_at }: { readonly email: string; readonly link: string; readonly expires_at: string },
): Promise<Reply> {
  const back = consolePath(visit.web, list.path);
  return showOnce(visit, {
    title: `${email} is invited`,
    up: { href: back, text: "Invitations" },
    main: html`
      ${panel(
        "The link",
        html`${warningNotice(html`If a mail server is set up, the link is on its way by mail. This page shows it for ten minutes. The link works once, until ${momentOf(instantOf(Date.parse(expires_at)))}.`)}${copyable(link, { id: "link" })}`,
      )}
      <div class="actions">${linkButton(back, "Back to the invitations", "action")}</div>`,
  });
}
