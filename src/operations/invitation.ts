import { z } from "zod";
import { invitationRecord } from "../flows/operator/invitation-record.ts";
import { createInvitation, deleteInvitation, invitationProblems } from "../flows/operator/invite.ts";
import { languages } from "../protocol/language.ts";
import { type Digest, digestOf } from "../values/digest.ts";
import { toHex } from "../values/hex.ts";
import { ok } from "../values/result.ts";
import { operation } from "./operation.ts";
import { readTimeQuery, timePageAnswer } from "./page.ts";
import { termsOf } from "./precondition.ts";
import { refused } from "./problem.ts";
import { listQuery, pageOf, time } from "./schema.ts";

const noun = "Invitations";

/** An invitation, without its link. */
export const invitationSchema = z
  .strictObject({
    invitation_id: z.string(),
    email: z.string(),
    groups: z.array(z.string()),
    created_at: time,
    expires_at: time,
  })
  .meta({ id: "Invitation" });

/** The operations about invitations. */
export const invitationOperations = [
  operation({
    id: "listInvitations",
    method: "get",
    path: "/invitations",
    noun,
    scope: "invitations:read",
    command: "invite list",
    summary: "Pending invitations, oldest first",
    query: z.strictObject(listQuery),
    status: 200,
    answer: pageOf(invitationSchema, "InvitationPage"),
    run: async ({ registry, query }) => {
      const wanted = readTimeQuery(query, readDigest);
      if (!wanted.ok) return wanted;
      const page = await registry.links.list("invite", {
        limit: wanted.value.limit,
        after: wanted.value.after,
        now: registry.clock.now(),
      });
      return timePageAnswer(page, invitationRecord, toHex);
    },
  }),
  operation({
    id: "createInvitation",
    method: "post",
    path: "/invitations",
    noun,
    scope: "invitations:write",
    command: "invite create",
    summary: "Invites somebody by mail and returns the link, only this once; it works for seven days",
    description: "Also needs `groups:write` if it names groups.",
    body: z
      .strictObject({
        email: z.string().min(1).max(320),
        groups: z.array(z.string().max(100)).max(100).optional(),
        language: z
          .enum(languages)
          .optional()
          .meta({ description: "The language of the mail; en by default." }),
      })
      .meta({ id: "NewInvitation" }),
    status: 201,
    answer: z
      .strictObject({ ...invitationSchema.shape, link: z.string().meta({ format: "uri" }) })
      .meta({ id: "InvitationLink" }),
    problems: ["conflict"],
    isRepeatable: true,
    run: async (call) => {
      const { email, groups = [], language = "en" } = call.body;
      const made = await createInvitation(call.registry, { email, groups, language }, termsOf(call));
      if (!made.ok) return refused(invitationProblems, made.reason);
      const record = invitationRecord(made.value.link);
      const location = `/invitations/${record.invitation_id}`;
      return ok({ body: { ...record, link: made.value.href }, location });
    },
  }),
  operation({
    id: "deleteInvitation",
    method: "delete",
    path: "/invitations/{invitation_id}",
    noun,
    scope: "invitations:write",
    command: "invite delete",
    summary: "Revokes an invitation",
    params: z.object({ invitation_id: z.string().min(1).max(100) }),
    status: 204,
    run: async ({ registry, params }) => {
      const removed = await deleteInvitation(registry, params.invitation_id);
      return removed.ok ? ok({}) : refused(invitationProblems, removed.reason);
    },
  }),
] as const;

function readDigest(text: string): Digest | undefined {
  return /^[0-9a-f]{64}$/.test(text) ? digestOf(Buffer.from(text, "hex")) : undefined;
}
