import { z } from "zod";
import { anchorRule, anchorText, auditProblems, readAnchor, verifyTrail } from "../flows/operator/audit.ts";
import { auditRecord } from "../flows/operator/audit-record.ts";
import { ok } from "../values/result.ts";
import { instantOf, isoTime } from "../values/time.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { type Operation, operation } from "./operation.ts";
import { readQuery } from "./page.ts";
import { problem } from "./problem.ts";
import { listQuery, time } from "./schema.ts";
import { readingRetrySeconds, readTrail, tooManyReadings } from "./whole-trail.ts";

const noun = "Audit";
const id = z.string().min(1).max(300).optional();
const number = z.int().min(0);

const entrySchema = z
  .strictObject({
    number,
    at: time,
    act: z.string(),
    actor: z.strictObject({ kind: z.string(), id: z.string().nullable() }),
    target: z.strictObject({ kind: z.string(), id: z.string() }).nullable(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    network: z.string().nullable(),
    request_id: z.string().nullable(),
  })
  .meta({ id: "AuditEntry" });

const verdictSchema = z
  .strictObject({
    sound: z.boolean(),
    entries: number.meta({ description: "The number of entries read." }),
    first: number.nullable(),
    last: number.nullable(),
    began_at: time.nullable(),
    anchor: z.string().nullable().meta({
      description: "The number and the MAC of the last entry. Keep it elsewhere for a later verification.",
    }),
    problems: z.array(
      z.strictObject({
        kind: z.string(),
        number: number.nullable(),
        to: number.nullable(),
        sentence: z.string(),
      }),
    ),
  })
  .meta({ id: "AuditVerdict" });

/** The operations about the audit trail, which nobody changes. */
export const auditOperations: readonly Operation[] = [
  operation({
    id: "listAudit",
    method: "get",
    path: "/audit",
    noun,
    scope: "audit:read",
    command: "audit list",
    summary: "Entries of the audit trail, newest first",
    description: "The page has no `total`, because counting a long trail takes seconds.",
    query: z.strictObject({
      ...listQuery,
      act: id.meta({ description: "Only this act, such as client-created." }),
      actor: id.meta({ description: "Only acts of this account, client or system user, by id." }),
      target: id.meta({ description: "Only acts on this target, by id." }),
      from: time.optional().meta({ description: "From this time on." }),
      until: time.optional().meta({ description: "Before this time." }),
    }),
    status: 200,
    answer: z
      .strictObject({ items: z.array(entrySchema), next: z.string().nullable() })
      .meta({ id: "AuditPage" }),
    run: async ({ registry, query: { act, actor, target, from, until, ...query } }) => {
      const wanted = readQuery(query, (text) => {
        const [place, ...more] = readCursor(text) ?? [];
        return typeof place === "number" && Number.isSafeInteger(place) && more.length === 0
          ? place
          : undefined;
      });
      if (!wanted.ok) return wanted;
      const { items, next } = await registry.auditTrail.list({
        ...wanted.value,
        act,
        actor,
        target,
        from: from === undefined ? undefined : instantOf(Date.parse(from)),
        until: until === undefined ? undefined : instantOf(Date.parse(until)),
      });
      return ok({
        body: { items: items.map(auditRecord), next: next === undefined ? null : writeCursor([next]) },
      });
    },
  }),
  operation({
    id: "verifyAudit",
    method: "get",
    path: "/audit/verify",
    noun,
    scope: "audit:read",
    command: "audit verify",
    summary: "Reads the whole trail and reports whether any entry was changed, moved, removed or added",
    query: z.strictObject({
      anchor: z.string().max(100).optional().meta({
        description:
          "The anchor of an earlier verification: proves that the trail was not put back to an older state.",
      }),
    }),
    status: 200,
    answer: verdictSchema,
    run: async ({ administration: { auditTrail: trail, keys }, operator, query }) => {
      const anchor = query.anchor === undefined ? undefined : readAnchor(query.anchor);
      if (query.anchor !== undefined && anchor === undefined)
        return problem("invalid-parameters", `anchor: ${anchorRule}`, {
          errors: [{ parameter: "anchor", detail: anchorRule }],
        });
      const verdict = await readTrail(operator, () => verifyTrail(trail));
      if (verdict === undefined)
        return problem("too-many-requests", tooManyReadings, {
          retryAfterSeconds: readingRetrySeconds,
        });
      const { head, entries } = verdict;
      const problems = await auditProblems({ keys, trail }, verdict, { anchor, writeTime: isoTime });
      return ok({
        body: {
          sound: problems.length === 0,
          entries,
          first: head?.first ?? null,
          last: head?.last ?? null,
          began_at: head === undefined ? null : isoTime(head.beganAt),
          anchor: head === undefined ? null : anchorText(head),
          problems: problems.map((fault) => ({
            kind: fault.kind,
            number: fault.number ?? null,
            to: fault.to ?? null,
            sentence: fault.sentence,
          })),
        },
      });
    },
  }),
];
