import { webhookBody } from "../../flows/webhook/deliver.ts";
import { linkButton } from "../../pages/components.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import { upstreamKinds } from "../../protocol/upstream/upstream.ts";
import { instantOf } from "../../values/time.ts";
import { consolePath } from "./places.ts";
import { kindWords } from "./provider-show.ts";
import { emptyState } from "./table.ts";
import type { Visit } from "./visit.ts";

/** The texts of empty lists: what will be there, an example, and the first act, for operators who may do it. */
type EmptyPage = (visit: Visit, mayAdd: boolean) => SafeHtml;

/** Kinds of providers to begin with. */
export const noProviders: EmptyPage = ({ web }, mayAdd) =>
  emptyState({
    title: "No providers yet",
    text: "People can sign in with an account that they have elsewhere instead of typing a password here. Where do your people have one?",
    actions:
      mayAdd &&
      html`${upstreamKinds.map((kind) => linkButton(consolePath(web, `/new-provider?kind=${kind}`), kindWords[kind]))}`,
  });

const exampleMessage = webhookBody({
  number: 1_204,
  at: instantOf(Date.UTC(2026, 0, 15, 9, 30)),
  act: "user-disabled",
  actor: { kind: "operator", id: "lku7Qm2…" },
  target: { kind: "user", id: "lkuPz41…" },
});

/** An example of a delivery. */
export const noWebhooks: EmptyPage = ({ web }, mayAdd) =>
  emptyState({
    title: "No webhooks yet",
    text: "A webhook sends the audit trail to an address: each entry within seconds, signed, and again until it is accepted. It tells a SIEM, a pager or your own program, for example, that an account was disabled:",
    example: html`<pre><code>${JSON.stringify(exampleMessage, undefined, 2)}</code></pre>`,
    actions: mayAdd && linkButton(consolePath(web, "/webhooks/new"), "Add a webhook", "action"),
  });

/** An example of a request for the API. */
export const noApis: EmptyPage = ({ web }, mayAdd) =>
  emptyState({
    title: "No APIs yet",
    text: "An API is a server that applications call with an access token. Once it is registered, tokens for it name it, carry its scopes, and are refused elsewhere. An application asks, for example, for:",
    example: html`<pre><code>${"resource=https://orders.example.org/api\nscope=orders:read orders:write"}</code></pre>`,
    actions: mayAdd && linkButton(consolePath(web, "/apis/new"), "Add an API", "action"),
  });

/** How an invitation reaches somebody. */
export const noInvitations: EmptyPage = ({ web }, mayAdd) =>
  emptyState({
    title: "No pending invitations",
    text: "An invitation is a link that works once. Nobody types a password for anybody else:",
    example: html`<ol class="sentences"><li>You give the address, and choose the groups.</li><li>The link goes there by mail, or you hand it over yourself.</li><li>The person chooses a passkey or a password, and is in the groups from the start.</li></ol>`,
    actions: mayAdd && linkButton(consolePath(web, "/invitations/new"), "Invite a person", "action"),
  });

/** What a group is good for. */
export const noGroups: EmptyPage = ({ web }, mayAdd) =>
  emptyState({
    title: "No groups yet",
    text: "A group is a name that applications see with each of its people, such as staff or editors. An application can be limited to some groups, and may read them to decide who does what. In an ID token:",
    example: html`<pre><code>${'"preferred_username": "kim",\n"groups": ["editors", "staff"]'}</code></pre>`,
    actions: mayAdd && linkButton(consolePath(web, "/new-group"), "Add a group", "action"),
  });
