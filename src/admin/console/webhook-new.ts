import { allAuditActs, auditActs } from "../../flows/audit.ts";
import { explain } from "../../flows/operator/problem.ts";
import { webhookProblems } from "../../flows/operator/webhook.ts";
import type { Reply } from "../../http/reply.ts";
import { byId } from "../../operations/operation.ts";
import { webhookOperations } from "../../operations/webhook.ts";
import { linkButton, warningNotice } from "../../pages/components.ts";
import { html, type Printable, type SafeHtml } from "../../pages/html.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Content, Said } from "./form-field.ts";
import { boxes, choiceField, type FormState, linesField, linesOf, moreFields, type Values } from "./forms.ts";
import { formScreen } from "./operation-form.ts";
import { copyable, panel } from "./parts.ts";
import { consolePath } from "./places.ts";
import { showOnce, showsOnce } from "./shown-once.ts";
import type { Visit } from "./visit.ts";
import { webhookPath, webhooksPath } from "./webhook-show.ts";

const { createWebhook } = byId(webhookOperations);

/** The page that adds a webhook. It sends the audit trail elsewhere, so it requires the right to read it and a fresh sign-in. */
export const webhookNewScreen = showsOnce(
  formScreen(createWebhook, {
    path: `${webhooksPath}/new`,
    title: () => "Add a webhook",
    up: () => ({ path: webhooksPath, text: "Webhooks" }),
    button: { text: "Add the webhook", id: "add" },
    initial: () => ({ what: "all" }),
    fields: (visit) => [
      {
        member: "url",
        label: "Address",
        hint: "The https address that the service posts one message per entry to. Addresses in private networks are refused.",
        as: "url",
        isRequired: true,
        maxLength: 1_000,
      },
      { member: "acts", label: "What it receives", own: (state) => actsFields(visit, state) },
    ],
    amend: withActs,
    done: (visit, { webhook_id: id, url, webhook_secret: secret }) =>
      secretPage(visit, { webhook: { id, url }, secret }, "The webhook has been added"),
  }),
  { say: "If you did not copy the secret, make a new one on the webhook's page.", text: "Webhooks" },
);

type Group = keyof typeof auditActs;

const groups: Readonly<Record<Group, string>> = {
  operators: "What operators do",
  installation: "The installation: backups, keys and the trail itself",
  people: "What people do with their own accounts, sign-ins included",
  events: "Refused sign-ins and requests, and second factors",
};

const groupNames = Object.keys(groups) as readonly Group[];

/** Without a choice it is every act, including those of later releases. */
function withActs(content: Content, form: Parameters): Result<Content, Said> {
  if (form.get("what") !== "some") return ok(content);
  const chosen = groupNames.filter((group) => form.get(group) === "on");
  const named = linesOf(form.get("acts"));
  const unknown = named.find((act) => !allAuditActs.includes(act));
  if (unknown !== undefined)
    return refuse({ at: "acts", say: explain(webhookProblems, { kind: "act-unknown", act: unknown }).say });
  const acts = [...chosen.flatMap((group) => Object.keys(auditActs[group])), ...named];
  if (acts.length === 0)
    return refuse({ at: "what", say: "Choose at least one kind of entry, or name single acts." });
  return ok({ ...content, acts: [...new Set(acts)] });
}

function actsFields(visit: Visit, state: FormState): SafeHtml {
  const auditHref = consolePath(visit.web, "/audit");
  return html`
    ${choiceField(
      {
        name: "what",
        label: "What it receives",
        options: [
          { value: "all", label: "Everything", hint: "Including acts that later releases add." },
          { value: "some", label: "Some kinds of entries", hint: "Only those that you choose below." },
        ],
      },
      state,
    )}
    <div class="of-acts stack">
      ${boxes(
        "Kinds of entries",
        groupNames.map((name) => ({ name, label: groups[name] })),
        state,
      )}
      ${moreFields("Single acts", hasActs(state), linesField({ name: "acts", label: "These acts as well", hint: html`One per line, such as <code>user-deleted</code>. The filter of the <a href="${auditHref}">audit trail</a> lists all of them.` }, state))}
    </div>`;
}

function hasActs({ values, problems }: { readonly values: Values; readonly problems?: Values | undefined }) {
  return (values.acts ?? "") !== "" || problems?.acts !== undefined;
}

const snippet = `import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
// Throws if the signature is wrong or the message is too old.
const message = webhook.verify(rawBody, request.headers);`;

/** The only page that shows a webhook's secret. */
export function secretPage(
  visit: Visit,
  {
    webhook,
    secret,
    note,
  }: {
    readonly webhook: { readonly id: string; readonly url: string };
    readonly secret: string;
    readonly note?: Printable;
  },
  title: string,
): Promise<Reply> {
  const { web } = visit;
  const href = consolePath(web, webhookPath(webhook));
  const toTest = consolePath(web, webhookPath(webhook, "/test"));
  return showOnce(visit, {
    title,
    up: { href, text: new URL(webhook.url).host },
    main: html`
      ${panel(
        "Signing secret",
        html`${warningNotice("Copy it now. This page shows it for ten minutes. Then it stays sealed and is never shown again.")}${note !== undefined && html`<p>${note}</p>`}${copyable(secret, { id: "secret" })}`,
      )}
      ${panel(
        "Verifying a message",
        html`<p>Messages are signed according to <a href="https://www.standardwebhooks.com/">Standard Webhooks</a>, which has libraries for many
          languages. Verify the body as it arrived, before anything parses it.</p>
          ${copyable(snippet, { id: "verify", isBlock: true })}
          <p>To verify by hand: one of the signatures in <code>webhook-signature</code> is <code>v1,</code> and, in base64, the HMAC-SHA-256 of <code>webhook-id</code>, a dot, <code>webhook-timestamp</code>, a dot and the body; the key is the base64-decoded part of the secret after <code>whsec_</code>.
          A message can come twice, with the same <code>webhook-id</code>.</p>`,
      )}
      <div class="actions">${linkButton(toTest, "Send a test message", "action")}${linkButton(href, "Continue to the webhook")}</div>`,
  });
}
