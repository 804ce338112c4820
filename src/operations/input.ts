import { z } from "zod";

/** A member of what an operation takes, for commands and forms that ask for it. */
export interface InputMember {
  readonly name: string;
  /** Empty if the schema has none. */
  readonly description: string;
  readonly isRequired: boolean;
  /** True if null removes what was set before. */
  readonly takesNull: boolean;
  readonly type: "text" | "number" | "boolean" | "list" | "object";
  /** The only values that it takes; absent if there are others. */
  readonly choices?: readonly string[];
}

/** The members that a schema takes, in its order. */
export function inputMembers(schema: z.ZodObject | undefined): readonly InputMember[] {
  return Object.entries(schema?.shape ?? {}).map(([name, member]) => memberOf(name, member as z.ZodType));
}

function memberOf(name: string, schema: z.ZodType): InputMember {
  const inner = withoutWrappers(schema);
  return {
    name,
    description: schema.description ?? "",
    isRequired: !schema.safeParse(undefined).success,
    takesNull: schema.safeParse(null).success,
    type: typeOf(inner),
    ...(inner instanceof z.ZodEnum && { choices: inner.options.map(String) }),
  };
}

function withoutWrappers(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return withoutWrappers(schema.unwrap() as z.ZodType);
  return schema;
}

function typeOf(schema: z.ZodType): InputMember["type"] {
  if (schema instanceof z.ZodBoolean) return "boolean";
  if (schema instanceof z.ZodNumber) return "number";
  if (schema instanceof z.ZodArray) return "list";
  return schema instanceof z.ZodObject || schema instanceof z.ZodRecord ? "object" : "text";
}
