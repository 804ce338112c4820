import { findWebhook, type WebhookDelivery, webhookPortsOf } from "../../flows/operator/webhook.ts";
import { type DeliveryProgress, readDeliveryProgress } from "../../flows/operator/webhook-record.ts";
import { deadLettersMax, type Undelivered, type Webhook } from "../../flows/webhook-ports.ts";
import type { Reply } from "../../http/reply.ts";
import { badge, factsOf, linkButton, warningNotice } from "../../pages/components.ts";
import { html, type Printable, type SafeHtml } from "../../pages/html.ts";
import { certificateSentence, isCertificateProblem } from "../../values/certificate.ts";
import { actName } from "./audit-words.ts";
import { capitalized, footOf, listQueryOf } from "./listing.ts";
import { agoOf, askingLink, counted, glanceOf, momentOf, panel } from "./parts.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { type Column, itemTable } from "./table.ts";
import { mayDo, notHere, registryOf, show, type Visit } from "./visit.ts";

/** The path of the list of webhooks below the console. */
export const webhooksPath = "/webhooks";

/** The path of a webhook below the console. */
export function webhookPath({ id }: { readonly id: string }, more = ""): string {
  return `${webhooksPath}/${id}${more}`;
}

/** The ports of the flows about webhooks, for this visit. */
export function deskOf(visit: Visit): WebhookDelivery {
  return webhookPortsOf(registryOf(visit), visit.web.administration);
}

/** The webhook that the path names. */
export async function webhookOf({ web, names }: Visit): Promise<Webhook | undefined> {
  const found = await findWebhook(web.administration.webhooks, names.id ?? "");
  return found.ok ? found.value : undefined;
}

/** The page for a webhook that does not exist. */
export function noWebhook(visit: Visit): Reply {
  const up = { path: webhooksPath, text: "Webhooks" };
  return notHere(visit, "There is no such webhook. Somebody may have removed it.", up);
}

/** The webhook's current state in a word. */
export function stateOf({ isDisabled, failures, lastDeliveryAt }: Webhook): SafeHtml {
  if (isDisabled) return badge("disabled", "bad");
  if (failures > 0) return badge("fails", "bad");
  return lastDeliveryAt === undefined ? badge("nothing sent yet") : badge("works", "good");
}

/** The acts that it receives, in brief. */
export function actsText({ acts }: Pick<Webhook, "acts">): string {
  return acts.length === 0 ? "every act" : counted(acts.length, "act");
}

const errorSentences: Readonly<Record<string, string>> = {
  "address-not-allowed":
    "The name resolves to an address in a private network, which the service never calls.",
  unreachable: "Nobody answered at the address.",
  "timed-out": "There was no response within ten seconds.",
  "too-large": "The response was larger than 16 KB.",
  "too-many-requests": "The service was sending too much at once.",
  stopped: "The service was stopping.",
  "older than the audit trail": "The audit trail no longer has the entry.",
  "its secret cannot be opened": "The key that sealed its secret no longer exists. Make a new secret.",
};

/** Why a message was not delivered, for people. */
export function errorText(error: string): string {
  if (isCertificateProblem(error)) return certificateSentence("The receiver", error);
  return errorSentences[error] ?? (error.startsWith("HTTP ") ? `It answered ${error}.` : error);
}

/** The page of a webhook. */
export async function showWebhook(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const webhook = await webhookOf(visit);
  if (webhook === undefined) return noWebhook(visit);
  const progress = (await readDeliveryProgress(web.administration))(webhook);
  const to = (verb: string) => consolePath(web, webhookPath(webhook, `/${verb}`));
  const mayChange = mayDo(visit, "webhooks:write");
  return show(visit, {
    title: new URL(webhook.url).host,
    up: { href: consolePath(web, webhooksPath), text: "Webhooks" },
    lead: stateOf(webhook),
    actions: mayChange && [
      askingLink(to("test"), "Send a test message", "action"),
      linkButton(to("rotate"), "Make a new secret"),
      webhook.isDisabled ? askingLink(to("enable"), "Enable") : askingLink(to("disable"), "Disable"),
      askingLink(to("delete"), "Delete", "action danger"),
    ],
    main: html`
      ${failureOf(webhook)}
      ${glanceOf(atAGlance(visit, webhook, progress))}
      ${panel("Details", factsOf(detailsOf(webhook)))}
      ${panel("Not delivered", await undelivered(visit, webhook, mayChange), mayChange && progress.waiting + progress.dead > 0 && askingLink(to("retry"), "Send all again", "little"))}`,
    script: scriptFor("ask"),
  });
}

function detailsOf({ id, url, acts, oldSecret, createdAt }: Webhook) {
  return [
    ["Address", html`<code>${url}</code>`],
    ["Receives", ...(acts.length === 0 ? ["every act"] : acts.map((act) => capitalized(actName(act))))],
    ["Previous secret also signs until", oldSecret && momentOf(oldSecret.until)],
    ["Webhook ID", html`<code>${id}</code>`],
    ["Added", momentOf(createdAt)],
  ] as const;
}

function atAGlance({ web }: Visit, webhook: Webhook, { behind, waiting, dead }: DeliveryProgress) {
  return [
    ["Last delivery", agoOf(webhook.lastDeliveryAt, web.ports.clock.now()) ?? "none yet"],
    ["Not yet processed", behind.toLocaleString("en")],
    ["Waiting for a retry", waiting.toLocaleString("en")],
    ["Dead letters", dead === deadLettersMax ? `${dead}; older ones are not kept` : `${dead}`],
  ] as const;
}

/** What went wrong last, while it still does. */
function failureOf({ lastError, lastErrorAt, failures, nextTryAt, isDisabled }: Webhook): Printable {
  if (failures === 0 || lastError === undefined) return false;
  const next = !isDisabled && html` The next try is at ${momentOf(nextTryAt)}.`;
  return warningNotice(
    html`${errorText(lastError)} ${counted(failures, "failure")} in a row${lastErrorAt !== undefined && html`, the last at ${momentOf(lastErrorAt)}`}.${next}`,
  );
}

async function undelivered(visit: Visit, webhook: Webhook, mayChange: boolean): Promise<SafeHtml> {
  const { web } = visit;
  const path = webhookPath(webhook);
  const page = await web.administration.webhooks.undelivered(webhook.id, listQueryOf(visit, readNumber));
  if (page.total === 0) return html`<p class="muted">Every entry sent so far was delivered.</p>`;
  const again = ({ number }: Undelivered) =>
    askingLink(consolePath(web, `${path}/deliveries/${number}`), "Send again", "little");
  const columns: readonly (Column<Undelivered> | false)[] = [
    { name: "Entry", cell: ({ number }) => String(number) },
    { name: "State", kind: "text", cell: stateText },
    {
      name: "Failed",
      cell: (entry) => momentOf(entry.state === "dead" ? entry.at : entry.failedAt),
    },
    { name: "Next try", cell: nextTry },
    mayChange && { name: "Act", kind: "act", cell: again },
  ];
  const noun = ["entry", "entries"] as const;
  const next = page.next === undefined ? undefined : `${page.next}`;
  return html`
    <p class="muted">A failed entry is retried for three days. Then it becomes a dead letter, which is sent again only when you say so.</p>
    ${itemTable({
      caption: "Entries that were not delivered",
      columns,
      items: page.items,
      href: ({ number }) => consolePath(web, `/audit/${number}`),
    })}
    ${footOf(visit, { path, noun, next }, page)}`;
}

function stateText(entry: Undelivered): SafeHtml {
  const state = entry.state === "dead" ? "dead letter" : `waits, tried ${counted(entry.tries, "time")}`;
  return html`${state}<br><span class="muted small">${errorText(entry.error)}</span>`;
}

function nextTry(entry: Undelivered): Printable {
  return entry.state === "dead" ? entry.isDue && "soon" : momentOf(entry.nextTryAt);
}

function readNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
