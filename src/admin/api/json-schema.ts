import { z } from "zod";

/** The keywords that are read here. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly prefixItems?: readonly JsonSchema[];
  readonly propertyNames?: JsonSchema;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly additionalProperties?: unknown;
  readonly description?: string;
}

/** The JSON schema of one that was converted. */
export type SchemaOf = (schema: z.ZodType) => JsonSchema;

/**
 * Converts schemas for the OpenAPI document. Those with an id become components, to which all others refer. They are converted
 * together, so that an id that two of them have is an error.
 */
export function convertSchemas(schemas: readonly z.ZodType[]) {
  const distinct = [...new Set(schemas)];
  const converted = z.toJSONSchema(z.tuple(distinct as [z.ZodType, ...z.ZodType[]]), { io: "input" });
  const { prefixItems = [], $defs: components = {} } = JSON.parse(
    JSON.stringify(converted),
    inWordsOfGenerators,
  ) as JsonSchema;
  const bySchema = new Map(distinct.map((schema, index) => [schema, prefixItems[index]]));
  const schemaOf: SchemaOf = (schema) => bySchema.get(schema) ?? {};
  return { components, schemaOf };
}

/** Generators of clients understand fewer words than a JSON schema may have. Members of a schema are reworded before it. */
function inWordsOfGenerators(name: string, value: unknown): unknown {
  const isSchema =
    typeof value === "object" && value !== null && !Array.isArray(value) && name !== "properties";
  if (!isSchema) return value;
  const { $ref, minimum, maximum, pattern, const: only, ...rest } = withMembers(withTypes(withNull(value)));
  return {
    ...rest,
    $ref: $ref?.replace("#/$defs/", "#/components/schemas/"),
    minimum: minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum,
    maximum: maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum,
    // The pattern of a number or a time says nothing that its type or format does not.
    pattern: rest.type === "integer" || rest.format === "date-time" ? undefined : pattern,
    ...(only !== undefined && { enum: [only] }),
  };
}

/** Null is one of the types, and one of the values if they are listed. A component keeps its own type, so beside it null stays a choice. */
function withNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  const [some, none, ...others] = anyOf ?? [];
  if (some === undefined || some.$ref !== undefined || none?.type !== "null" || others.length > 0)
    return schema;
  const listed = some.enum && { enum: [...some.enum, null] };
  return { ...some, ...listed, ...rest, type: [some.type ?? [], "null"].flat() };
}

/** Any other choice of types is spelled out. */
function withTypes(schema: JsonSchema): JsonSchema {
  const { type, ...rest } = schema;
  if (!Array.isArray(type) || type.includes("null")) return schema;
  return { ...rest, anyOf: type.map((each) => ({ type: each })) };
}

/** Members whose names are listed are properties. */
function withMembers(schema: JsonSchema): JsonSchema {
  const { propertyNames, ...rest } = schema;
  if (propertyNames?.enum === undefined) return rest;
  const { additionalProperties, ...object } = rest;
  const named = propertyNames.enum.map((name) => [name, additionalProperties]);
  return { ...object, properties: Object.fromEntries(named) };
}
