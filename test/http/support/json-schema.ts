import fc, { type Arbitrary } from "fast-check";

/** The part of JSON Schema that an OpenAPI document of this service uses. Any other keyword is an error. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

const understood = new Set([
  ..."$ref type properties required additionalProperties propertyNames items enum const anyOf oneOf".split(
    " ",
  ),
  ..."minLength maxLength minItems maxItems minimum maximum pattern format".split(" "),
  // They say nothing about what is valid.
  ..."description title example examples default x-go-name".split(" "),
]);

/** Follows a `$ref` into the document. */
export type Resolve = (schema: JsonSchema) => JsonSchema;

/** Finds every way in which a value is not as its schema says, each with the place. Empty for a valid value. */
export function faultsOf(value: unknown, described: JsonSchema, resolve: Resolve, place = ""): string[] {
  const schema = resolve(described);
  const foreign = Object.keys(schema).filter((keyword) => !understood.has(keyword));
  if (foreign.length > 0) return [`${place}: the test does not understand ${foreign.join(", ")}`];
  const some = schema.anyOf ?? schema.oneOf;
  if (some !== undefined && !some.some((one) => faultsOf(value, one, resolve, place).length === 0))
    return [`${place}: none of ${some.length} alternatives`];
  if (schema.enum !== undefined && !schema.enum.includes(value)) return [`${place}: not in the enumeration`];
  if (schema.const !== undefined && schema.const !== value) return [`${place}: not the constant`];
  if (schema.type !== undefined && ![schema.type].flat().includes(typeOf(value)) && !isWhole(schema, value))
    return [`${place}: ${typeOf(value)}, not ${[schema.type].flat().join(" or ")}`];
  if (typeof value === "string") return textFaults(value, schema, place);
  if (typeof value === "number") {
    const { minimum = -Infinity, maximum = Infinity } = schema;
    return value < minimum || value > maximum ? [`${place}: ${value} is out of range`] : [];
  }
  if (Array.isArray(value)) {
    const { minItems = 0, maxItems = Infinity, items } = schema;
    if (value.length < minItems || value.length > maxItems) return [`${place}: ${value.length} items`];
    return items === undefined
      ? []
      : value.flatMap((item, index) => faultsOf(item, items, resolve, `${place}/${index}`));
  }
  return typeof value === "object" && value !== null ? objectFaults(value, schema, resolve, place) : [];
}

function objectFaults(value: object, schema: JsonSchema, resolve: Resolve, place: string): string[] {
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  return [
    ...missing.map((name) => `${place}/${name}: missing`),
    ...Object.entries(value).flatMap(([name, member]) => {
      const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      if (known === false) return [`${place}/${name}: not described`];
      return typeof known === "object" ? faultsOf(member, known, resolve, `${place}/${name}`) : [];
    }),
  ];
}

function textFaults(value: string, schema: JsonSchema, place: string): string[] {
  const { minLength = 0, maxLength = Infinity, pattern, format } = schema;
  const length = [...value].length;
  if (length < minLength || length > maxLength) return [`${place}: ${length} characters`];
  if (pattern !== undefined && !new RegExp(pattern, "u").test(value)) return [`${place}: not ${pattern}`];
  if (format === "date-time" && Number.isNaN(Date.parse(value))) return [`${place}: no date-time`];
  return format === "uri" && !URL.canParse(value) ? [`${place}: no uri`] : [];
}

function isWhole({ type }: JsonSchema, value: unknown): boolean {
  return [type].flat().includes("integer") && Number.isInteger(value);
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** Texts that are worth trying for a member, by its name. */
export type Vocabulary = (name: string) => readonly string[];

/** Makes values that a schema allows, with texts of the vocabulary beside random ones. `name` is that of the member. */
export function validFor(
  described: JsonSchema,
  resolve: Resolve,
  vocabulary: Vocabulary,
  name = "",
): Arbitrary<unknown> {
  const schema = resolve(described);
  const of: Of = (one, member = name) => validFor(one, resolve, vocabulary, member);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const some = schema.anyOf ?? schema.oneOf;
  if (some !== undefined) return fc.oneof(...some.map((one) => of(one)));
  const types = [schema.type ?? "string"].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, of, vocabulary(name))));
}

type Of = (schema: JsonSchema, member?: string) => Arbitrary<unknown>;

function ofType(type: string, schema: JsonSchema, of: Of, texts: readonly string[]): Arbitrary<unknown> {
  switch (type) {
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "integer":
    case "number":
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 100_000 });
    case "array":
      return fc.array(of(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 2 });
    case "object":
      return objectFor(schema, of);
    default:
      return textFor(schema, texts);
  }
}

/** Every member that is required, and two others at most: with many of them, one is always wrong. */
function objectFor(schema: JsonSchema, of: Of): Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const some = (names: readonly string[]) =>
    fc.subarray([...names], { maxLength: Math.min(2, names.length) });
  // The first members are the usual ones.
  const described = fc.oneof(some(optional.slice(0, 3)), some(optional)).chain((chosen) => {
    const members = [...required, ...chosen].map((name) => [name, of(properties[name] ?? {}, name)]);
    return fc.record(Object.fromEntries(members) as Record<string, Arbitrary<unknown>>);
  });
  if (typeof additionalProperties !== "object") return described;
  const free = fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), of(additionalProperties), {
    maxKeys: 2,
  });
  return fc.tuple(free, described).map(([more, fixed]) => ({ ...more, ...fixed }));
}

function textFor(
  { minLength = 0, maxLength = 60, pattern }: JsonSchema,
  texts: readonly string[],
): Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u"));
  const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) };
  const fitting = texts.filter((text) => text.length >= minLength && text.length <= maxLength);
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...(fitting.length > 0 ? fitting : ["a".repeat(minLength)])) },
    { weight: 1, arbitrary: fc.string({ ...length, unit: "binary" }) },
    { weight: 1, arbitrary: fc.string(length) },
  );
}
