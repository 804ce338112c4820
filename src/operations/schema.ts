import { z } from "zod";

/** A time in an answer: ISO 8601 in UTC. */
export const time = z.iso.datetime();

/** The id of an account, or a username or e-mail address, which means the same wherever a person is named. */
export const person = z
  .string()
  .min(1)
  .max(320)
  .meta({ description: "The person: user id, username or e-mail address.", example: "ada" });

/** The id of a client. */
export const clientId = z
  .string()
  .min(1)
  .max(250)
  .meta({ description: "The `client_id`.", example: "lkcq0rBGxYhJw3T7mZP5dN1" });

/** The maximum number of items on a page. */
const limitMax = 200;

const digits = /^(?:[1-9]\d?|1\d\d|200)$/;

/** The parameters of every list. */
export const listQuery = {
  limit: z.string().regex(digits, `It is a whole number from 1 to ${limitMax}.`).optional().meta({
    type: "integer",
    minimum: 1,
    maximum: limitMax,
    default: 50,
    description: "The maximum number of items on a page.",
  }),
  after: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: "The `next` of the previous page. Absent for the first page." }),
};

/** The cursor of a list that may be ordered by a text, such as a username, which makes it longer. */
export const longCursor = z
  .string()
  .min(1)
  .max(1_000)
  .optional()
  .meta({ description: "The `next` of the previous page. Absent for the first page." });

/** Adds the parameter that searches a list. `where` says what it looks in. */
export function searchIn(where: string) {
  return z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: `Only items with this text in ${where}. Upper and lower case of a to z match.` });
}

/** A page of a list. */
export function pageOf<Item extends z.ZodType>(item: Item, name: string) {
  return z
    .strictObject({
      items: z.array(item),
      total: z.int().min(0).meta({ description: "The number of items on all pages." }),
      next: z
        .string()
        .nullable()
        .meta({ description: "The `after` of the next page; null on the last one." }),
    })
    .meta({ id: name });
}

/** Problem details (RFC 9457). */
export const problemSchema = z
  .strictObject({
    type: z
      .string()
      .meta({ format: "uri", description: "Names the kind of problem, and leads to its description." }),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: "The cause and the repair." }),
    errors: z
      .array(
        z.strictObject({
          pointer: z.string().optional().meta({ description: "A JSON pointer into the content (RFC 6901)." }),
          parameter: z.string().optional().meta({ description: "The name of a parameter or header." }),
          detail: z.string(),
        }),
      )
      .optional()
      .meta({ description: "Each member of the request that cannot be used." }),
  })
  .meta({ id: "Problem" });
