import {
  type Explanation,
  explain,
  type ProblemCategory,
  type ProblemTable,
} from "../flows/operator/problem.ts";
import type { AdminScope } from "../protocol/api/admin-scopes.ts";
import { refuse } from "../values/result.ts";

/**
 * THE table of problems (RFC 9457). A kind is the anchor of its section in docs/admin-api.md, where its type leads; the
 * title says the same for every occurrence, and the detail says the cause and the repair of one.
 */
export const problems = {
  "malformed-request": { status: 400, title: "The request cannot be read" },
  "invalid-parameters": { status: 400, title: "A parameter of the address or a header is not as described" },
  "token-missing": { status: 401, title: "The request has no access token" },
  "token-refused": { status: 401, title: "The access token does not open the admin API" },
  "insufficient-scope": { status: 403, title: "The access token lacks a right" },
  "not-found": { status: 404, title: "There is no such thing" },
  "method-not-allowed": { status: 405, title: "The address does not answer this method" },
  "request-under-way": { status: 409, title: "A request with this Idempotency-Key did not end" },
  "response-lost": { status: 409, title: "The request was carried out, but its response is lost" },
  conflict: { status: 409, title: "The state of the service does not allow this" },
  "precondition-failed": { status: 412, title: "It changed since it was read" },
  "content-too-large": { status: 413, title: "The content is too large" },
  "unsupported-content": { status: 415, title: "The content is not JSON" },
  "invalid-content": { status: 422, title: "A member of the content cannot be used" },
  "idempotency-key-reused": { status: 422, title: "The Idempotency-Key belongs to another request" },
  "too-many-requests": { status: 429, title: "Too many requests" },
  failure: { status: 500, title: "The service failed" },
  unavailable: { status: 503, title: "The service cannot answer now" },
} as const;

/** A kind of problem. */
export type ProblemKind = keyof typeof problems;

/** One member of a request that cannot be used. */
export interface InvalidMember {
  /** A JSON pointer into the content (RFC 6901); absent for a parameter. */
  readonly pointer?: string;
  /** The name of a parameter of the address, or of a header. */
  readonly parameter?: string;
  readonly detail: string;
}

/** Why a request is not answered as it asks. */
export interface Problem {
  readonly kind: ProblemKind;
  readonly detail: string;
  readonly errors?: readonly InvalidMember[];
  /** The right that is lacking. */
  readonly scope?: AdminScope;
  /** The time after which another try makes sense. */
  readonly retryAfterSeconds?: number;
  /** Absent if no flow refused. Only callers in this process see it. */
  readonly refusal?: Refusal;
}

/** The reason for which a flow refused, as the table of the noun explains it. */
export interface Refusal extends Explanation {
  readonly reason: { readonly kind: string };
}

/** Refuses a request with a problem. */
export function problem(kind: ProblemKind, detail: string, more: Omit<Problem, "kind" | "detail"> = {}) {
  return refuse({ kind, detail, ...more });
}

interface RefusalOptions {
  readonly ifMatch?: string | undefined;
  /** The member of this content that the problem is about, if it is not the one of the table. */
  readonly at?: string;
  /** The parameter of the address that the problem is about. */
  readonly parameter?: string;
  /** Puts the members of the API in place of other words. */
  readonly spell?: (sentence: string) => string;
}

/** Refuses for the reason of a flow, as the table of the noun explains it. */
export function refused<Reason extends { readonly kind: string }>(
  table: ProblemTable<Reason>,
  reason: Reason,
  { ifMatch, at, parameter, spell = (sentence) => sentence }: RefusalOptions = {},
) {
  const refusal = { ...explain(table, reason), reason };
  const { as } = refusal;
  const say = spell(refusal.say);
  if (parameter !== undefined)
    return problem("invalid-parameters", `${parameter}: ${say}`, {
      refusal,
      errors: [{ parameter, detail: say }],
    });
  const member = at ?? refusal.at;
  if (member !== undefined && (as === "invalid" || as === "not-found"))
    return problem("invalid-content", say, { refusal, errors: [{ pointer: `/${member}`, detail: say }] });
  const kind = as === "changed" && ifMatch !== undefined ? "precondition-failed" : kindOf[as];
  return problem(kind, withRepair(as, say), {
    refusal,
    ...(refusal.right !== undefined && { scope: refusal.right }),
    ...(as === "unavailable" && { retryAfterSeconds: 2 }),
  });
}

const kindOf: Readonly<Record<ProblemCategory, ProblemKind>> = {
  "not-found": "not-found",
  invalid: "invalid-content",
  refused: "conflict",
  lacking: "insufficient-scope",
  conflict: "conflict",
  changed: "conflict",
  unavailable: "unavailable",
};

/** What a program can do about a problem of this category. */
const repairs: Readonly<Partial<Record<ProblemCategory, string>>> = {
  "not-found": "Compare the address with the list, which GET shows.",
  lacking: "Ask for an access token with it, if its client or person may have it.",
  changed: "Read it again, then repeat the change on its current version.",
};

function withRepair(as: ProblemCategory, sentence: string): string {
  const repair = repairs[as];
  return repair === undefined ? sentence : `${sentence} ${repair}`;
}

/** Refuses an operator who lacks the right of an operation. */
export function lackingScope(scope: AdminScope) {
  const say = `This operation needs the right ${scope}, which you do not have.`;
  return problem("insufficient-scope", withRepair("lacking", say), { scope });
}

/** Refuses because what the address names is not there. */
export function notFound(what: string) {
  return problem("not-found", withRepair("not-found", `There is no such ${what}.`));
}

/** The body of the answer (RFC 9457 §3). `typeBase` stands in front of the kind. */
export function problemBody({ kind, detail, errors }: Problem, typeBase: string) {
  const { status, title } = problems[kind];
  return { type: `${typeBase}#${kind}`, title, status, detail, ...(errors !== undefined && { errors }) };
}

/** Refuses one parameter of the address. */
export function invalidParameter(parameter: string, detail: string) {
  return problem("invalid-parameters", `${parameter}: ${detail}`, { errors: [{ parameter, detail }] });
}
