import { z } from "zod";
import type { Incoming } from "../../http/incoming.ts";
import { isTagList } from "../../operations/etag.ts";
import type { Call, Operation } from "../../operations/operation.ts";
import { type Problem, problem } from "../../operations/problem.ts";
import { readPart } from "../../operations/unreadable.ts";
import { decodeFormComponent } from "../../protocol/parameters.ts";
import { ok, type Result } from "../../values/result.ts";

/** The parts of a request, as the schemas of its operation read them. */
interface RequestParts extends Pick<Call, "params" | "query" | "body" | "ifMatch"> {
  readonly idempotencyKey: string | undefined;
}

/** Reads every part of a request by its schema. `names` are those of the path; `content` is JSON, if the operation takes any. */
export function readParts(
  operation: Operation,
  incoming: Pick<Incoming, "query" | "header">,
  names: Readonly<Record<string, string>>,
  content: string | undefined,
): Result<RequestParts, Problem> {
  const query = readPart(operation.query, queryMembers(incoming.query));
  if (!query.ok) return query;
  const params = readPart(operation.params, names);
  if (!params.ok) return params;
  const sent = {
    "If-Match": operation.isConditional ? incoming.header("if-match") : undefined,
    "Idempotency-Key": operation.isRepeatable ? incoming.header("idempotency-key") : undefined,
  };
  const headers = readPart(headersSchema, sent);
  if (!headers.ok) return headers;
  const json = content === undefined ? ok(undefined) : parseJson(content);
  if (!json.ok) return json;
  const body = readPart(operation.body, json.value, { isContent: true });
  if (!body.ok) return body;
  return ok({
    params: params.value,
    query: query.value,
    body: body.value,
    ifMatch: headers.value?.["If-Match"],
    idempotencyKey: headers.value?.["Idempotency-Key"],
  });
}

const ifMatch = z
  .string()
  .refine(isTagList, "It is an entity tag in quotes, a list of them, or *.")
  .optional()
  .meta({ description: "The `ETag` that was read. The change is refused if it is no longer current." });

const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, "It has 1 to 255 visible ASCII characters.")
  .optional()
  .meta({
    description:
      "A text of your own for this request, such as a UUID. Within 24 hours, the same request with the same key gets the first response again, and nothing is done twice.",
  });

/** The headers that some operations read. */
export const headersSchema = z.object({ "If-Match": ifMatch, "Idempotency-Key": idempotencyKey });

/** A parameter that was sent more than once is a list, which no schema takes. What cannot be decoded stays as it was sent. */
function queryMembers(query: string): Readonly<Record<string, string | readonly string[]>> {
  const pairs = query.split("&").map((pair) => {
    const [name = "", ...value] = pair.split("=");
    return [decoded(name), decoded(value.join("="))] as const;
  });
  const byName = Map.groupBy(pairs, ([name]) => name);
  byName.delete("");
  const members = [...byName].map(([name, sent]) => {
    const [first = "", ...others] = sent.map(([, value]) => value);
    return [name, others.length === 0 ? first : [first, ...others]] as const;
  });
  return Object.fromEntries(members);
}

function decoded(text: string): string {
  return decodeFormComponent(text) ?? text;
}

/** RFC 8259 §8.1: a byte order mark may be ignored. */
function parseJson(content: string): Result<unknown, Problem> {
  try {
    return ok(JSON.parse(content.replace(/^\uFEFF/, "")));
  } catch {
    return problem("malformed-request", "The content is not JSON. Send an object in UTF-8.");
  }
}
