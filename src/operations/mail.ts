import { z } from "zod";
import type { MailBody } from "../flows/mail/create-message.ts";
import { mailStates } from "../flows/mail-ports.ts";
import {
  findMail,
  listMail,
  mailProblems,
  noteReading,
  type ReadMessage,
  retryDeadMail,
  retryMail,
} from "../flows/operator/mail.ts";
import { briefMailRecord, mailRecord } from "../flows/operator/mail-record.ts";
import { parseMailId } from "../values/ids.ts";
import { ok } from "../values/result.ts";
import { type Call, type Operation, operation } from "./operation.ts";
import { readTimeQuery, timePageAnswer } from "./page.ts";
import { refused } from "./problem.ts";
import { listQuery, pageOf, searchIn, time } from "./schema.ts";

const noun = "Mail";
const one = "/mail/{message_id}";
const params = z.object({ message_id: z.string().min(1).max(100) });

const brief = z.strictObject({
  id: z.string(),
  to: z.string(),
  kind: z.string(),
  subject: z.string(),
  text: z.string().meta({
    description:
      "Empty without `admins:write`, because links in it may set passwords, and after the message was sent or has expired.",
  }),
  created_at: time,
  state: z.enum(["queued", "sent", "dead"]),
});

const messageSchema = brief
  .extend({
    html: z.string(),
    language: z.string(),
    user_id: z.string().nullable(),
    expires_at: time,
    tries: z.int().min(0),
    next_try_at: time.nullable(),
    last_error: z.string().nullable(),
  })
  .meta({ id: "MailMessage" });

/** The operations about the messages to people. */
export const mailOperations: readonly Operation[] = [
  operation({
    id: "listMail",
    method: "get",
    path: "/mail",
    noun,
    scope: "mail:read",
    command: "mail list",
    summary: "Messages, newest first",
    query: z.strictObject({
      ...listQuery,
      q: searchIn("id, address, kind, subject or user id"),
      state: z.enum(mailStates).optional().meta({ description: "`dead` is for those that were given up." }),
    }),
    status: 200,
    answer: pageOf(brief.meta({ id: "MailBrief" }), "MailPage"),
    run: async (call) => {
      const wanted = readTimeQuery(call.query, parseMailId);
      if (!wanted.ok) return wanted;
      const page = await listMail(call.registry, { ...wanted.value, state: call.query.state });
      const items = page.items.map((read) => asFarAsAllowed(call, read));
      await noteReading(call.registry, items);
      return timePageAnswer({ ...page, items }, briefMailRecord);
    },
  }),
  operation({
    id: "getMail",
    method: "get",
    path: one,
    noun,
    scope: "mail:read",
    command: "mail show",
    summary: "One message",
    params,
    status: 200,
    answer: messageSchema,
    run: async (call) => {
      const read = await findMail(call.registry, call.params.message_id);
      if (read === undefined) return refused(mailProblems, { kind: "unknown" });
      const allowed = asFarAsAllowed(call, read);
      await noteReading(call.registry, [allowed]);
      return ok({ body: mailRecord(allowed) });
    },
  }),
  operation({
    id: "retryMail",
    method: "post",
    path: `${one}/retry`,
    noun,
    scope: "mail:write",
    command: "mail retry",
    summary: "Makes a message due at once",
    params,
    status: 204,
    problems: ["conflict"],
    run: async ({ registry, params: { message_id } }) => {
      const retried = await retryMail(registry, message_id);
      return retried.ok ? ok({}) : refused(mailProblems, retried.reason);
    },
  }),
  operation({
    id: "retryDeadMail",
    method: "post",
    path: "/mail/retry",
    noun,
    scope: "mail:write",
    command: "mail retry",
    summary: "Makes all messages that were given up due at once",
    status: 200,
    answer: z.strictObject({ retried: z.int().min(0) }).meta({ id: "RetriedMail" }),
    run: async ({ registry }) => ok({ body: { retried: await retryDeadMail(registry) } }),
  }),
];

const noBody: MailBody | undefined = undefined;

/** A message may hold a link that sets the password of an administrator. */
function asFarAsAllowed({ operator }: Pick<Call, "operator">, read: ReadMessage): ReadMessage {
  return operator.scopes.has("admins:write") ? read : { ...read, body: noBody };
}
