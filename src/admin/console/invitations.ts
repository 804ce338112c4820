import {
  createInvitation,
  deleteInvitation,
  formatInvitationId,
  invitationProblems,
} from "../../flows/operator/invite.ts";
import { explain } from "../../flows/operator/problem.ts";
import type { Reply } from "../../http/reply.ts";
import { html } from "../../pages/html.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { digestOf } from "../../values/digest.ts";
import { toHex } from "../../values/hex.ts";
import { actScreen } from "./acts.ts";
import { linesOf } from "./client-form.ts";
import { type FormState, formOf, linesField, submitButton, textField } from "./forms.ts";
import { footOf, listQueryOf, positionText, readPosition } from "./listing.ts";
import { languageField, languageIn } from "./mail-language.ts";
import { askingLink, copyable, linkButton, momentOf, panel, rowsOf } from "./parts.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { formTo, mayDo, notHere, registryOf, type Screen, show, type Visit, valuesOf } from "./visit.ts";

const list = { path: "/invitations", noun: ["invitation", "invitations"] } as const;

/** Invitations: the list, inviting somebody, and revoking an invitation. */
export const invitationScreens: readonly Screen[] = [
  { path: list.path, scope: "invitations:read", get: listInvitations },
  {
    path: "/invitations/new",
    scope: "invitations:write",
    needsFreshSignIn: true,
    get: (visit) => newPage(visit, { values: visit.savedForm ?? {} }),
    post: invite,
  },
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
  const page = await web.ports.links.list("invite", { limit, after, now: web.ports.clock.now() });
  const next = page.next && positionText(page.next, toHex);
  const mayChange = mayDo(visit, "invitations:write");
  const rows = page.items.map((link) => ({
    name: link.address ?? "",
    detail: html`until ${momentOf(link.expiresAt)}${link.groups !== undefined && html`, into ${link.groups.join(", ")}`}`,
    state:
      mayChange &&
      askingLink(consolePath(web, `${list.path}/${formatInvitationId(link)}/delete`), "Take back", "little"),
  }));
  return show(visit, {
    title: "Invitations",
    lead: "People who may create an account with a link that works once.",
    actions: mayChange && linkButton(consolePath(web, "/invitations/new"), "Invite a person", "action"),
    main: html`${rowsOf(rows, "There are no pending invitations.")}${footOf(visit, { ...list, next }, page)}`,
    script: scriptFor("ask"),
    isLive: true,
  });
}

function parseDigest(text: string) {
  return /^[0-9a-f]{64}$/.test(text) ? digestOf(Buffer.from(text, "hex")) : undefined;
}

async function invite(visit: Visit, form: Parameters): Promise<Reply> {
  const groups = linesOf(form.get("groups"));
  if (groups.length > 0 && !mayDo(visit, "groups:write")) {
    const sentence = "You do not have the right to assign groups.";
    return newPage(visit, { values: valuesOf(form), problems: { groups: sentence } }, sentence);
  }
  const made = await createInvitation(registryOf(visit), {
    email: form.get("email") ?? "",
    groups,
    language: languageIn(form),
  });
  if (!made.ok) {
    const { at = "email", say } = explain(invitationProblems, made.reason);
    return newPage(visit, { values: valuesOf(form), problems: { [at]: say } }, say);
  }
  const { link, href } = made.value;
  const back = consolePath(visit.web, list.path);
  return show(visit, {
    title: `${link.address ?? ""} is invited`,
    up: { href: back, text: "Invitations" },
    main: html`
      ${panel(
        "The link",
        html`<p class="warning">If a mail server is set up, the link is on its way by mail. It is shown here only this once. It works once, until
          ${momentOf(link.expiresAt)}.</p>${copyable(href, { id: "link" })}`,
      )}
      <div class="actions">${linkButton(back, "Back to the invitations", "action")}</div>`,
    script: scriptFor("copy"),
  });
}

function newPage(visit: Visit, state: FormState, problem?: string): Reply {
  const back = consolePath(visit.web, list.path);
  const fields = html`
    ${textField({ name: "email", label: "E-mail address", hint: "The account will have this address. Anybody who has the link can create it.", type: "email", isRequired: true }, state)}
    ${languageField(visit, "The language of the mail with the link.", state)}
    ${linesField({ name: "groups", label: "Groups", hint: "The new account is in them from the start. One per line.", rows: 2 }, state)}`;
  const buttons = html`${submitButton("Invite", { id: "invite" })}${linkButton(back, "Cancel")}`;
  const main = html`<section class="panel">${formOf(formTo(visit, "/invitations/new"), fields, buttons)}</section>`;
  return show(
    visit,
    { title: "Invite a person", up: { href: back, text: "Invitations" }, problem, main },
    problem === undefined ? 200 : 400,
  );
}
