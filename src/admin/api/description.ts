import type { z } from "zod";
import type { Operation } from "../../operations/operation.ts";
import { type ProblemKind, problems } from "../../operations/problem.ts";
import { problemSchema } from "../../operations/schema.ts";
import { convertSchemas, type JsonSchema, type SchemaOf } from "./json-schema.ts";
import { headersSchema } from "./request-parts.ts";

const introduction = `What the command line does, for programs. Every request carries an access token whose resource is the address of this API without \`/v1\`; each operation names the right that it needs, and a right to write includes the right to read.

Lists come in pages (\`limit\`, \`after\`). A change may name the \`ETag\` that was read in \`If-Match\`. A creation may carry an \`Idempotency-Key\`. Refusals are problem details (RFC 9457). Secrets are answered once.`;

/** Makes the OpenAPI document from the operations and their schemas. `server` is the address in front of every path. */
export function describe(operations: readonly Operation[], server: string): object {
  const { components, schemaOf } = convertSchemas([...operations.flatMap(partsOf), problemSchema]);
  const byPath = Map.groupBy(operations, ({ path }) => path);
  const paths = [...byPath].map(([path, here]) => [
    path,
    Object.fromEntries(here.map((operation) => [operation.method, describeOperation(operation, schemaOf)])),
  ]);
  return {
    openapi: "3.1.0",
    info: { title: "Latchkey admin API", version: "1", description: introduction },
    servers: [{ url: server }],
    components: { securitySchemes: { token: accessToken }, schemas: components },
    paths: Object.fromEntries(paths),
  };
}

const accessToken = {
  type: "http",
  scheme: "bearer",
  description:
    "An access token of this service: by client credentials, for a person with the admin right, or from `latchkey token create`.",
};

function partsOf(operation: Operation): readonly z.ZodType[] {
  const { params, query, body, answer } = operation;
  return [
    ...[params, query, headersOf(operation)].flatMap((part) => Object.values(part?.shape ?? {})),
    ...(body ? [body] : []),
    ...(answer ? [answer] : []),
  ] as readonly z.ZodType[];
}

function headersOf({ isConditional, isRepeatable }: Operation): z.ZodObject {
  return headersSchema.pick({
    ...(isConditional && { "If-Match": true }),
    ...(isRepeatable && { "Idempotency-Key": true }),
  });
}

function describeOperation(operation: Operation, schemaOf: SchemaOf) {
  const { id, noun, scope, summary, description, command, params, query, body } = operation;
  const right = `Needs the right \`${scope}\`.`;
  const parameters = [
    ...parametersIn("path", params, schemaOf),
    ...parametersIn("query", query, schemaOf),
    ...parametersIn("header", headersOf(operation), schemaOf),
  ];
  return {
    operationId: id,
    tags: [noun],
    summary,
    description: description === undefined ? right : `${description}\n\n${right}`,
    security: [{ token: [scope] }],
    "x-scope": scope,
    ...(command !== undefined && { "x-command": command }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: !body.safeParse({}).success, content: json(schemaOf(body)) } }),
    responses: { ...successOf(operation, schemaOf), ...refusalsOf(operation, schemaOf) },
  };
}

function parametersIn(place: string, part: z.ZodObject | undefined, schemaOf: SchemaOf) {
  return Object.entries(part?.shape ?? {}).map(([name, member]) => {
    const schema = schemaOf(member as z.ZodType);
    const { description } = schema;
    const required = !(member as z.ZodType).isOptional();
    return { schema, required, ...(description !== undefined && { description }), name, in: place };
  });
}

function json(schema: JsonSchema) {
  return { "application/json": { schema } };
}

/** The problems that every operation may have. */
const always: readonly ProblemKind[] = [
  "token-missing",
  "token-refused",
  "insufficient-scope",
  "too-many-requests",
  "failure",
  "unavailable",
];

/** Every problem that an operation may have. */
function problemsOf(operation: Operation): ReadonlySet<ProblemKind> {
  const { body, params, query, isConditional, isRepeatable } = operation;
  const hasContent = body !== undefined;
  return new Set<ProblemKind>([
    ...always,
    ...(operation.problems ?? []),
    ...(params || query || isConditional || isRepeatable ? (["invalid-parameters"] as const) : []),
    ...(params ? (["not-found"] as const) : []),
    ...(isConditional ? (["precondition-failed"] as const) : []),
    ...(isRepeatable ? (["request-under-way", "response-lost", "idempotency-key-reused"] as const) : []),
    ...(hasContent
      ? (["malformed-request", "content-too-large", "unsupported-content", "invalid-content"] as const)
      : []),
  ]);
}

function successOf({ status, answer, hasTag, summary }: Operation, schemaOf: SchemaOf) {
  const headers = {
    ...(hasTag && header("ETag", "Changes with what can be changed.")),
    ...(status === 201 && header("Location", "The address of what was created.")),
  };
  return {
    [status]: {
      description: summary,
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(answer && { content: json(schemaOf(answer)) }),
    },
  };
}

function refusalsOf(operation: Operation, schemaOf: SchemaOf) {
  const byStatus = Map.groupBy(problemsOf(operation), (kind) => problems[kind].status);
  const content = { "application/problem+json": { schema: schemaOf(problemSchema) } };
  const refusals = [...byStatus].map(([status, here]) => {
    const description = here.map((kind) => `\`${kind}\`: ${problems[kind].title}`).join(". ");
    const headers = refusalHeaders[status];
    return [status, { description, ...(headers && { headers }), content }];
  });
  return Object.fromEntries(refusals);
}

const challenge = header("WWW-Authenticate", "RFC 6750 §3, RFC 9728 §5.1");
const wait = header("Retry-After", "The seconds after which it is worth another try.", "integer");
const refusalHeaders: Readonly<Record<number, object>> = {
  401: challenge,
  403: challenge,
  429: wait,
  503: wait,
};

function header(name: string, description: string, type: "string" | "integer" = "string") {
  return { [name]: { description, schema: { type } } };
}
