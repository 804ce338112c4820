import { auditActs } from "../../flows/audit.ts";
import { explain } from "../../flows/operator/problem.ts";
import { createWebhook, webhookProblems } from "../../flows/operator/webhook.ts";
import type { Webhook } from "../../flows/webhook-ports.ts";
import type { Reply } from "../../http/reply.ts";
import { html, type Printable } from "../../pages/html.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { linesOf } from "./client-form.ts";
import {
  boxes,
  choiceField,
  type FormState,
  formOf,
  linesField,
  moreFields,
  submitButton,
  textField,
  type Values,
} from "./forms.ts";
import { copyable, linkButton, panel } from "./parts.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { formTo, mayDo, type Screen, show, type Visit, valuesOf } from "./visit.ts";
import { deskOf, webhookPath, webhooksPath } from "./webhook-show.ts";

const path = `${webhooksPath}/new`;

/** The page that adds a webhook. It sends the audit trail elsewhere, so it requires the right to read it and a fresh sign-in. */
export const webhookNewScreen: Screen = {
  path,
  scope: "webhooks:write",
  needsFreshSignIn: true,
  get: (visit) => newPage(visit, { values: visit.savedForm ?? { what: "all" } }),
  post: add,
};

type Group = keyof typeof auditActs;

const groups: Readonly<Record<Group, string>> = {
  operators: "What operators do",
  installation: "The installation: backups, keys and the trail itself",
  people: "What people do with their own accounts, sign-ins included",
  events: "Refused sign-ins and requests, and second factors",
};

const groupNames = Object.keys(groups) as readonly Group[];

async function add(visit: Visit, form: Parameters): Promise<Reply> {
  const values = valuesOf(form);
  const again = (field: string, sentence: string) =>
    newPage(visit, { values, problems: { [field]: sentence } }, sentence);
  if (!mayDo(visit, "audit:read"))
    return again("url", "Its receiver would get the audit trail, which you may not read yourself.");
  const acts = actsIn(form);
  if (acts?.length === 0) return again("what", "Choose at least one kind of entry, or name single acts.");
  const created = await createWebhook(deskOf(visit), {
    url: form.get("url")?.trim() ?? "",
    acts: acts ?? [],
  });
  if (created.ok) return secretPage(visit, created.value, "The webhook has been added");
  const { at = "url", say } = explain(webhookProblems, created.reason);
  return again(at, say);
}

/** Undefined for every act, including those of later releases. */
function actsIn(form: Parameters): readonly string[] | undefined {
  if (form.get("what") !== "some") return undefined;
  const chosen = groupNames.filter((group) => form.get(group) === "on");
  return [...chosen.flatMap((group) => Object.keys(auditActs[group])), ...linesOf(form.get("acts"))];
}

function newPage(visit: Visit, state: FormState, problem?: string): Reply {
  const back = consolePath(visit.web, webhooksPath);
  const auditHref = consolePath(visit.web, "/audit");
  const fields = html`
    ${textField({ name: "url", label: "Address", hint: "The https address that the service posts one message per entry to. Addresses in private networks are refused.", type: "url", isRequired: true, maxLength: 1_000 }, state)}
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
  const buttons = html`${submitButton("Add the webhook", { id: "add" })}${linkButton(back, "Cancel")}`;
  const main = html`<section class="panel">${formOf(formTo(visit, path), fields, buttons)}</section>`;
  return show(
    visit,
    { title: "Add a webhook", up: { href: back, text: "Webhooks" }, problem, main },
    problem === undefined ? 200 : 400,
  );
}

function hasActs({ values, problems }: { readonly values: Values; readonly problems?: Values | undefined }) {
  return (values.acts ?? "") !== "" || problems?.acts !== undefined;
}

const snippet = `import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
// Throws if the signature is wrong or the message is too old.
const message = webhook.verify(rawBody, request.headers);`;

/** The only page that shows a webhook's secret. It is the response to the form, so no address leads to it again. */
export function secretPage(
  visit: Visit,
  {
    webhook,
    secret,
    note,
  }: { readonly webhook: Webhook; readonly secret: string; readonly note?: Printable },
  title: string,
): Reply {
  const { web } = visit;
  const href = consolePath(web, webhookPath(webhook));
  const toTest = consolePath(web, webhookPath(webhook, "/test"));
  return show(visit, {
    title,
    up: { href, text: new URL(webhook.url).host },
    main: html`
      ${panel(
        "Signing secret",
        html`<p class="warning">Copy it now. It is stored sealed and never shown again.</p>${note !== undefined && html`<p>${note}</p>`}${copyable(secret, { id: "secret" })}`,
      )}
      ${panel(
        "Verifying a message",
        html`<p>Messages are signed according to <a href="https://www.standardwebhooks.com/">Standard Webhooks</a>, which has libraries for many
          languages. Verify the body as it arrived, before anything parses it.</p>
          ${copyable(snippet, { id: "verify", isBlock: true })}
          <p>To verify by hand: one of the signatures in <code>webhook-signature</code> is <code>v1,</code> and, in base64, the HMAC-SHA-256 of
          <code>webhook-id</code>, a dot, <code>webhook-timestamp</code>, a dot and the body; the key is the base64-decoded part of the secret after <code>whsec_</code>.
          A message can come twice, with the same <code>webhook-id</code>.</p>`,
      )}
      <div class="actions">${linkButton(toTest, "Send a test message", "action")}${linkButton(href, "Continue to the webhook")}</div>`,
    script: scriptFor("copy"),
  });
}
