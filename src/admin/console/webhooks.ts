import { explain } from "../../flows/operator/problem.ts";
import {
  removeWebhook,
  retryWebhook,
  rotateWebhookSecret,
  setWebhookDisabled,
  testWebhook,
  type WebhookProblem,
  webhookProblems,
} from "../../flows/operator/webhook.ts";
import { readDeliveryProgress } from "../../flows/operator/webhook-record.ts";
import type { Webhook } from "../../flows/webhook-ports.ts";
import type { Reply } from "../../http/reply.ts";
import { linkButton } from "../../pages/components.ts";
import { html, type Printable } from "../../pages/html.ts";
import type { Result } from "../../values/result.ts";
import { type ActOutcome, actScreen } from "./acts.ts";
import { noWebhooks } from "./empty-pages.ts";
import { wholeListOf } from "./listing.ts";
import { momentOf } from "./parts.ts";
import { consolePath } from "./places.ts";
import type { Undo } from "./sealed.ts";
import { showsOnce } from "./shown-once.ts";
import { type FormScreen, mayDo, type Screen, show, type Visit } from "./visit.ts";
import { secretPage, webhookNewScreen } from "./webhook-new.ts";
import {
  actsText,
  deskOf,
  errorText,
  noWebhook,
  showWebhook,
  stateOf,
  webhookOf,
  webhookPath,
  webhooksPath,
} from "./webhook-show.ts";

const list = { path: webhooksPath, noun: ["webhook", "webhooks"] } as const;
const scope = "webhooks:read";

/** Addresses that receive the audit trail: their state, and the acts on them. */
export const webhookScreens: readonly Screen[] = [
  { path: webhooksPath, scope, get: listWebhooks },
  webhookNewScreen,
  { path: `${webhooksPath}/{id}`, scope, get: showWebhook },
  webhookAct({
    verb: "test",
    needsFreshSignIn: false,
    title: "Send a test message?",
    text: "It has the type webhook-test, is signed like every other message, and carries no entry. It is sent once, now.",
    button: "Send it",
    act: sendTest,
  }),
  showsOnce(
    webhookAct({
      verb: "rotate",
      needsFreshSignIn: true,
      title: "Make a new secret?",
      text: "The new secret is shown once. For a day, messages are also signed with the previous one, so that the receiver can switch.",
      button: "Make a new secret",
      act: rotate,
    }),
    { say: "If you did not copy the secret, make another one.", text: "The webhook" },
  ),
  webhookAct({
    verb: "disable",
    // An intruder would do this first.
    needsFreshSignIn: true,
    title: "Disable the webhook?",
    text: "Nothing is sent until it is enabled again. Entries wait in the audit trail for as long as they are kept.",
    button: "Disable",
    act: (visit, webhook) => setDisabled(visit, webhook, true),
  }),
  webhookAct({
    verb: "enable",
    needsFreshSignIn: true,
    title: "Enable the webhook?",
    text: "Delivery resumes where it stopped: everything that has happened since is sent.",
    button: "Enable",
    act: (visit, webhook) => setDisabled(visit, webhook, false),
  }),
  webhookAct({
    verb: "retry",
    needsFreshSignIn: false,
    title: "Send all undelivered entries again?",
    text: "Waiting entries become due at once, and every dead letter is sent once more.",
    button: "Send again",
    act: async (visit, webhook) =>
      after(
        await retryWebhook(deskOf(visit), webhook.id),
        webhookPath(webhook),
        "They will be sent within seconds.",
      ),
  }),
  webhookAct({
    verb: "deliveries/{number}",
    needsFreshSignIn: false,
    title: "Send the entry again?",
    text: "It is sent once more, at once.",
    button: "Send again",
    act: async (visit, webhook) => {
      const number = Number(/^\d{1,15}$/.exec(visit.names.number ?? "")?.[0] ?? 0);
      const retried = await retryWebhook(deskOf(visit), webhook.id, number);
      return after(retried, webhookPath(webhook), `Entry ${number} will be sent within seconds.`);
    },
  }),
  webhookAct({
    verb: "delete",
    needsFreshSignIn: true,
    title: "Delete the webhook?",
    text: "It receives nothing more, and its undelivered entries are discarded. They stay in the audit trail.",
    button: "Delete permanently",
    act: async (visit, webhook) =>
      after(await removeWebhook(deskOf(visit), webhook.id), webhooksPath, "The webhook has been deleted."),
  }),
];

interface WebhookAct {
  readonly verb: string;
  readonly needsFreshSignIn: boolean;
  readonly title: string;
  readonly text: Printable;
  readonly button: string;
  readonly act: (visit: Visit, webhook: Webhook) => Promise<ActOutcome>;
}

function webhookAct({ verb, needsFreshSignIn, title, text, button, act }: WebhookAct): FormScreen {
  return actScreen({
    path: `${webhooksPath}/{id}/${verb}`,
    scope: "webhooks:write",
    needsFreshSignIn,
    ask: async (visit) => {
      const webhook = await webhookOf(visit);
      if (webhook === undefined) return noWebhook(visit);
      return {
        title,
        text: html`<p>${text}</p><p><code>${webhook.url}</code></p>`,
        button,
        back: { path: webhookPath(webhook), text: new URL(webhook.url).host },
      };
    },
    act: async (visit) => {
      const webhook = await webhookOf(visit);
      return webhook === undefined ? { kind: "page", reply: noWebhook(visit) } : act(visit, webhook);
    },
  });
}

function after(result: Result<unknown, WebhookProblem>, path: string, text: string, undo?: Undo): ActOutcome {
  if (result.ok) return { kind: "done", path, text, undo };
  return { kind: "refused", problem: explain(webhookProblems, result.reason).say };
}

async function setDisabled(visit: Visit, webhook: Webhook, isDisabled: boolean): Promise<ActOutcome> {
  const set = await setWebhookDisabled(deskOf(visit), webhook.id, { isDisabled });
  return after(set, webhookPath(webhook), `The webhook has been ${isDisabled ? "disabled" : "enabled"}.`, {
    path: webhookPath(webhook, isDisabled ? "/enable" : "/disable"),
  });
}

async function sendTest(visit: Visit, webhook: Webhook): Promise<ActOutcome> {
  const tested = await testWebhook(deskOf(visit), webhook.id);
  if (!tested.ok) return { kind: "refused", problem: explain(webhookProblems, tested.reason).say };
  const { error, status } = tested.value;
  if (error === undefined)
    return {
      kind: "done",
      path: webhookPath(webhook),
      text: `The receiver accepted the test message with HTTP ${status}.`,
    };
  return {
    kind: "refused",
    problem: `The receiver did not accept the test message. ${errorText(error)} Any status from 200 to 299 accepts it.`,
  };
}

async function rotate(visit: Visit, webhook: Webhook): Promise<ActOutcome> {
  const rotated = await rotateWebhookSecret(deskOf(visit), webhook.id);
  if (!rotated.ok) return { kind: "refused", problem: explain(webhookProblems, rotated.reason).say };
  const note = html`Messages are signed with both secrets until ${momentOf(rotated.value.oldUntil)}.`;
  return { kind: "page", reply: await secretPage(visit, { ...rotated.value, note }, "The new secret") };
}

async function listWebhooks(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const webhooks = await web.administration.webhooks.list();
  const progressOf = await readDeliveryProgress(web.administration);
  return show(visit, {
    title: "Webhooks",
    lead: "Addresses to which the entries of the audit trail are sent, signed.",
    actions:
      mayDo(visit, "webhooks:write") &&
      linkButton(consolePath(web, `${webhooksPath}/new`), "Add a webhook", "action"),
    main: wholeListOf(list, webhooks, {
      columns: [
        { name: "Address", kind: "wide", cell: ({ url }) => url },
        { name: "State", kind: "state", cell: stateOf },
        { name: "Told of", cell: actsText },
        { name: "Last delivery", cell: ({ lastDeliveryAt: at }) => at && momentOf(at) },
        {
          name: "Last error",
          kind: "wide",
          isSpare: true,
          cell: ({ lastError }) => lastError && errorText(lastError),
        },
        { name: "Waiting", kind: "figure", cell: (webhook) => progressOf(webhook).waiting },
        { name: "Dead letters", kind: "figure", cell: (webhook) => progressOf(webhook).dead },
      ],
      href: (webhook) => consolePath(web, webhookPath(webhook)),
      empty: noWebhooks(visit, mayDo(visit, "webhooks:write")),
    }),
  });
}
