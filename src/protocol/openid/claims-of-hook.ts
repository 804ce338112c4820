import type { AccountId, ClientId } from "../../values/ids.ts";
import { isJsonObject, type JsonObject, parseJson, parseJsonBytes } from "../../values/json-object.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Instant, wholeSeconds } from "../../values/time.ts";
import { isVouchedFor, mayBeGiven } from "../client/claim-rule.ts";
import { webhookHeaders } from "../webhook/signature.ts";

/** What the hook is asked: what to tell this client about this person. */
export interface ClaimsQuestion {
  readonly clientId: ClientId;
  readonly accountId: AccountId;
  /** The person as the client knows them. */
  readonly sub: string;
  readonly username: string;
  /** All of the person's, whatever the client asked for. */
  readonly groups: readonly string[];
  /** What was granted. */
  readonly scope: readonly string[];
  readonly reason: "token" | "refresh";
}

/** Writes a question as a message of Standard Webhooks, with the names that tokens and introspection have for its parts. */
export function writeHookQuestion(
  { clientId, accountId, sub, username, groups, scope, reason }: ClaimsQuestion,
  { id, at, secret }: { readonly id: string; readonly at: Instant; readonly secret: Uint8Array },
): { readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  const named = { client_id: clientId, sub, user_id: accountId, username };
  const body = JSON.stringify({ ...named, scope: scope.join(" "), groups, reason });
  const timestamp = wholeSeconds(at);
  return { headers: webhookHeaders({ id, timestamp, body }, [secret]), body };
}

/** The bytes of a whole answer, which bound what a token grows by. */
export const hookAnswerBytesMax = 4096;
/** How deep lists and objects may lie in each other. */
const depthMax = 5;

/** Why an answer is not taken. */
interface AnswerProblem {
  readonly reason:
    | "status-not-200"
    | "too-large"
    | "answer-unreadable"
    | "claim-not-allowed"
    | "claim-too-deep";
  readonly status?: number;
  /** A name of the service's own. Names of the hook's are not repeated. */
  readonly claim?: string;
}

/** Reads what a hook answers over HTTP: status 200 and `{"claims": {...}}`. A redirect is a status like any other. */
export function readHookAnswer(answer: {
  readonly status: number;
  readonly bytes: Uint8Array;
}): Result<JsonObject, AnswerProblem> {
  const { status, bytes } = answer;
  if (status !== 200) return refuse({ reason: "status-not-200", status });
  const claims = parseJsonBytes(bytes)?.claims;
  return isJsonObject(claims) ? readClaims(claims) : refuse({ reason: "answer-unreadable" });
}

/** Reads what a function returned, as the JSON that it is as text. Throws for what has no such text. */
export function readReturnedClaims(returned: unknown): Result<JsonObject, AnswerProblem> {
  const text = JSON.stringify(returned) ?? "";
  if (Buffer.byteLength(text) > hookAnswerBytesMax) return refuse({ reason: "too-large" });
  const claims = parseJson(text);
  return isJsonObject(claims) ? readClaims(claims) : refuse({ reason: "answer-unreadable" });
}

/**
 * Takes claims whose names a rule could give as well. A single one that it could not makes the whole answer void: a hook that tries to
 * say who somebody is has a fault, and its other claims may have it too.
 */
function readClaims(claims: JsonObject): Result<JsonObject, AnswerProblem> {
  for (const [name, value] of Object.entries(claims)) {
    if (!mayBeGiven(name))
      return refuse({ reason: "claim-not-allowed", ...(isVouchedFor(name) && { claim: name }) });
    if (isDeeper(value, depthMax)) return refuse({ reason: "claim-too-deep" });
  }
  return ok(claims);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
