/**
 * Room: operations. What an operator may do, each act described once: `operation.ts` says what an operation is, and one file for each
 * noun describes its operations. They call flows and decide nothing. The admin API
 * serves them, and most commands of `cli/` and forms of the console are made from them.
 */
import type { z } from "zod";
import type { Auditor } from "../flows/audit.ts";
import type { Operator } from "../flows/operator/access.ts";
import type { AdministrationPorts } from "../flows/operator/administration.ts";
import type { Delegable } from "../flows/operator/rights.ts";
import type { Ports } from "../flows/ports.ts";
import type { AdminScope } from "../protocol/api/admin-scopes.ts";
import type { Result } from "../values/result.ts";
import type { Problem, ProblemKind } from "./problem.ts";

/** The ports that operations use. What an operator changes is audited in their name. */
export type Registry = Pick<
  Ports,
  | "settings"
  | "clock"
  | "random"
  | "clients"
  | "apis"
  | "secretUses"
  | "accounts"
  | "groups"
  | "passkeys"
  | "totps"
  | "recoveryCodes"
  | "appPasswords"
  | "trustedBrowsers"
  | "upstreams"
  | "upstreamIdentities"
  | "upstreamParty"
  | "sessions"
  | "grants"
  | "tokenFamilies"
  | "consents"
  | "links"
  | "outbox"
  | "mailTemplates"
  | "passwords"
  | "passwordEstimates"
  | "inventory"
  | "people"
  | "auditTrail"
  | "idempotencyKeys"
  | "sealer"
  | "signer"
> & { readonly audit: Auditor };

/** One request, after the operator's right was found and every part was read. */
export interface Call<Params = unknown, Query = unknown, Body = unknown> {
  readonly registry: Registry;
  readonly administration: AdministrationPorts;
  readonly operator: Pick<Operator, "scopes" | "delegated" | "caller" | "account">;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The value of `If-Match`, which is well-formed. */
  readonly ifMatch: string | undefined;
}

/** A success. It has a body if the operation describes an answer. */
export type Answer<Body = object | undefined> = AnswerHead &
  (undefined extends Body ? { readonly body?: Body } : { readonly body: Body });

interface AnswerHead {
  readonly etag?: string;
  /** Of a created resource: its path below the base of the API. */
  readonly location?: string;
  /** Nothing was changed, because it was so already. */
  readonly isUnchanged?: boolean;
  /** How many tokens were revoked with it. Only callers in this process see it. */
  readonly revokedTokens?: number;
}

/** What an operation answers. */
export type Answered<Body = object | undefined> = Promise<Result<Answer<Body>, Problem>>;

/** An operation as the description and the router see it. */
export interface Operation {
  /** Its name in the description, and in clients that are generated from it. */
  readonly id: string;
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** Below the base of the API, with `{names}` for segments. */
  readonly path: string;
  readonly noun: string;
  readonly scope: AdminScope;
  /** Whether people who administer the `{group}` of its path may do it too, or find their own groups by it. */
  readonly delegable?: Delegable | undefined;
  /** The command of the command line that does the same; absent where there is none. */
  readonly command?: string | undefined;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly params?: z.ZodObject | undefined;
  readonly query?: z.ZodObject | undefined;
  readonly body?: z.ZodObject | undefined;
  readonly status: 200 | 201 | 204;
  readonly answer?: z.ZodObject | undefined;
  /** The answer has an entity tag. */
  readonly hasTag?: boolean | undefined;
  /** It takes `If-Match`. */
  readonly isConditional?: boolean | undefined;
  /** It takes `Idempotency-Key`. */
  readonly isRepeatable?: boolean | undefined;
  /** Its own problems, beside those that every operation may have. */
  readonly problems?: readonly ProblemKind[] | undefined;
  run(call: Call): Answered;
}

type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** What an operation answers by the schema of its answer; undefined if it has none. */
export type AnswerOf<Schema> = Schema extends z.ZodType ? DeepReadonly<z.output<Schema>> : undefined;

type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: DeepReadonly<Value[Name]> }
    : Value;

/** An operation whose name, parts and answer the compiler knows, for the commands that are made from it. */
export interface KnownOperation<
  Id extends string,
  Params extends z.ZodObject | undefined,
  Body extends z.ZodObject | undefined,
  Output extends z.ZodObject | undefined,
> extends Operation {
  readonly id: Id;
  readonly params: Params;
  readonly body: Body;
  readonly answer: Output;
}

/** The operations of a noun by their names. */
type ById<Operations extends readonly Operation[]> = {
  readonly [Each in Operations[number] as Each["id"]]: Each;
};

/** Finds the operations of a noun by their names. */
export function byId<const Operations extends readonly Operation[]>(
  operations: Operations,
): ById<Operations> {
  return Object.fromEntries(operations.map((each) => [each.id, each])) as unknown as ById<Operations>;
}

/** Describes an operation. `run` gets each part of a request as its schema reads it, and answers what the schema of the answer says. */
export function operation<
  const Id extends string,
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodObject | undefined = undefined,
  Output extends z.ZodObject | undefined = undefined,
>(
  described: Omit<Operation, "id" | "run" | "params" | "query" | "body" | "answer"> & {
    readonly id: Id;
    readonly params?: Params;
    readonly query?: Query;
    readonly body?: Body;
    readonly answer?: Output;
    readonly run: (call: Call<Read<Params>, Read<Query>, Read<Body>>) => Answered<AnswerOf<Output>>;
  },
): KnownOperation<Id, Params, Body, Output> {
  // The callers of `run` have parsed each part by the schema that its type was inferred from.
  return described as unknown as KnownOperation<Id, Params, Body, Output>;
}
