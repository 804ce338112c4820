import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { type BesideClient, clientRecord } from "../flows/operator/client-record.ts";
import { claimPlaces, claimRulesMax } from "../protocol/client/claim-rule.ts";
import type { Client } from "../protocol/client/client.ts";
import { type MetadataChanges, memberNameOf } from "../protocol/client/metadata-change.ts";
import { type MetadataMember, metadataRows } from "../protocol/client/metadata-fields.ts";
import { listMax } from "../protocol/client/metadata-kinds.ts";
import { type Field, isStandard } from "../protocol/client/metadata-row.ts";
import type { AnswerOf } from "./operation.ts";
import { time } from "./schema.ts";

interface Property {
  readonly member: MetadataMember;
  readonly field: Field;
  readonly name: string;
}

/** The properties that an operator sets, each by the name that it has in a record. */
const settable: readonly Property[] = metadataRows.flatMap(([member, field]) =>
  field.option === null ? [] : [{ member, field, name: memberNameOf(member) }],
);

const byFlag = new Map([
  ["--redirect-uri", "redirect_uris"],
  ...settable.flatMap(({ field, name: property }) => {
    const flags = [field.option?.flags ?? "", field.option?.alias ?? ""];
    return flags.map((flag): [string, string] => [flag.split(" ")[0] ?? "", property]);
  }),
]);

const keySet = z.strictObject({
  keys: z
    .array(z.record(z.string(), z.union([z.string(), z.array(z.string()), z.boolean(), z.number()])))
    .max(listMax)
    .meta({ description: "Public keys (RFC 7517)." }),
});

const ruleText = z.string().min(1).max(100);
const claimRule = z
  .strictObject({
    name: ruleText,
    from: ruleText
      .optional()
      .meta({ description: "`groups`, or `claim:` and a claim or attribute of the person." }),
    value: z
      .union([ruleText, z.boolean(), z.int()])
      .optional()
      .meta({ description: "In place of `from`: the same for everybody." }),
    map: z
      .record(ruleText, ruleText)
      .optional()
      .meta({ description: "The word to send for each value; a value without an entry is left out." }),
    single: z
      .literal(true)
      .optional()
      .meta({ description: "Only the first group in the order of `map`, as a string." }),
    group: ruleText.optional().meta({ description: "The rule counts only for the people of this group." }),
    in: z
      .array(z.enum(claimPlaces))
      .min(1)
      .optional()
      .meta({ description: "If absent, ID token and userinfo." }),
  })
  .meta({ id: "ClaimRule" });

/** The schema of a value, in either direction. */
function schemaOf({ takes, choices }: Field): z.ZodType {
  if (choices !== undefined) return z.enum([...choices]);
  if (takes === "nothing") return z.boolean();
  if (takes === "texts") return z.array(z.string()).max(listMax);
  if (takes === "rules") return z.array(claimRule).max(claimRulesMax);
  return takes === "file" ? keySet : z.string();
}

function inputOf({ member, field, name }: Property): [string, z.ZodType] {
  const value = schemaOf(field).meta({ description: helpOf(member, field) });
  return [name, (field.none === null ? value.nullable() : value).optional()];
}

function helpOf(member: MetadataMember, field: Field): string {
  const help = inMemberNames(field.option?.help ?? "");
  return member === "keepsRefreshToken" ? "False: keeps its refresh token; needs keys and DPoP." : `${help}.`;
}

const inputs = Object.fromEntries(settable.map(inputOf));

/** What the record of a client says of its properties. Rows without an option are flags of the service's own. */
const outputs = Object.fromEntries(
  metadataRows.flatMap(([, field]) => {
    if (field.record === null) return [];
    const value = field.option === null ? z.literal(true) : schemaOf(field);
    return [[field.record.name, field.record.when === "always" ? value : value.optional()]];
  }),
);

/**
 * The record of a client, as `latchkey client show --json` prints it. In Go it has another name, because generated code for Go declares
 * `Client` and `NewClient` for itself.
 */
export const clientSchema = z
  .strictObject({
    client_id: z.string(),
    client_secret: z
      .string()
      .optional()
      .meta({ description: "Returned only in the response that creates it." }),
    name: z.string(),
    redirect_uris: z.array(z.string()),
    profile: z.enum(["interface", "strict"]),
    public: z.boolean(),
    disabled: z.boolean(),
    created_at: time,
    secret_exposed_at: time.optional().meta({ description: "When its secret was sent in a URL." }),
    secrets: z.int().min(0).max(2).meta({ description: "How many of its secrets are valid." }),
    secret_last_used_at: time.nullable().optional(),
    old_secret_last_used_at: time.nullable().optional(),
    use: z
      .strictObject({
        sign_ins: z.int().min(0).meta({ description: "The sign-ins of people." }),
        tokens: z.int().min(0),
        last_used_at: time.nullable().meta({
          description:
            "The last use of a secret, or the hour of the last token if that is later; null if there is neither.",
        }),
      })
      .optional()
      .meta({ description: "Only in lists: what it did in the last 30 days." }),
    token_endpoint_auth_method: z.enum([
      "client_secret_basic",
      "client_secret_post",
      "private_key_jwt",
      "none",
    ]),
    response_types: z.array(z.string()),
    grant_types: z.array(z.string()),
    sector: z.string().optional(),
    ...outputs,
  })
  .meta({ id: "Client", "x-go-name": "OAuthClient" });

/** What is answered about a client. */
export type ClientBody = AnswerOf<typeof clientSchema>;

/** The record of a client. It and its schema are made from the table of metadata, which the compiler cannot follow. */
export function clientBody(client: Client, beside: BesideClient): ClientBody {
  return clientRecord(client, beside) as ClientBody;
}

const givenClaims = z.record(
  z.string(),
  z.union([z.string(), z.array(z.string()), z.boolean(), z.number(), z.record(z.string(), z.string())]),
);

/** What the rules of a client give about a person, by the place where it stands. */
export const claimPreviewSchema = z
  .strictObject({
    client_id: z.string(),
    user_id: z.string(),
    id_token: givenClaims,
    userinfo: givenClaims,
    access_token: givenClaims,
    header: givenClaims,
  })
  .meta({ id: "ClaimPreview" });

const redirectUris = z.array(z.string().max(2_000)).max(100);
const pathRules = z.array(z.string()).max(listMax);
const name = z.string().min(1).max(200).meta({ description: "What people read on the sign-in page." });

/** The content that registers a client. */
export const newClientSchema = z
  .strictObject({
    name,
    redirect_uris: redirectUris.optional().meta({ description: "Not needed with `device` or `machine`." }),
    profile: z.enum(["interface", "strict"]).optional(),
    public: z
      .boolean()
      .optional()
      .meta({ description: "An app without a server: no secret, PKCE required." }),
    ...inputs,
  })
  .meta({ id: "NewClient", "x-go-name": "NewOAuthClient" });

/** The content that changes a client. */
export const clientChangesSchema = z
  .strictObject({
    name: name.optional(),
    redirect_uris: redirectUris.optional().meta({ description: "Replaces the list." }),
    add_redirect_uris: redirectUris.optional(),
    remove_redirect_uris: redirectUris.optional(),
    add_path_rules: pathRules.optional().meta({
      description: "Come before the others, because the first rule that fits a request decides.",
    }),
    remove_path_rules: pathRules.optional(),
    profile: z.enum(["interface", "strict"]).optional(),
    ...inputs,
  })
  .meta({ id: "ClientChanges" });

/** What the content says of properties. Members that are no property are skipped. */
export function metadataChangesIn(content: Readonly<Record<string, unknown>>): MetadataChanges | undefined {
  const said = settable.flatMap(({ member, field, name: property }) => {
    const value = content[property];
    return value === undefined ? [] : [[member, changeOf(field, value)]];
  });
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

/** The properties that differ from their defaults, by the names in which an operator sets them. */
export function declaredProperties({
  metadata,
}: Pick<Client, "metadata">): Readonly<Record<string, unknown>> {
  const said = settable.flatMap(({ member, field, name: property }) =>
    isStandard(field, metadata[member]) ? [] : [[property, field.write(metadata[member])]],
  );
  return Object.fromEntries(said);
}

/** The changes that turn the properties of one declaration into those of another; a property that is not named gets its default. */
export function propertyChanges(
  before: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
): MetadataChanges | undefined {
  const changed = settable.filter(({ field, name: property }) => {
    // Turning OpenID Connect off also turns off what rests on it, and a change that names both would be refused.
    const goesAlong = field.needsOpenid !== undefined && wanted.openid !== true;
    const isNamed = (wanted[property] ?? undefined) !== undefined;
    return (isNamed || !goesAlong) && !isDeepStrictEqual(before[property], wanted[property] ?? undefined);
  });
  return metadataChangesIn(Object.fromEntries(changed.map(({ name }) => [name, wanted[name] ?? null])));
}

function changeOf(field: Field, value: unknown): unknown {
  if (value === null) return field.none;
  if (field.takes === "rules") return (value as readonly unknown[]).map((rule) => JSON.stringify(rule));
  // The schema has made sure that the value is what the option of this row would hand over, or a JWK set.
  return field.fromOption(field.takes === "file" ? JSON.stringify(value) : (value as never));
}

/** A sentence for the command line in the words of the API: names of members in place of options. */
export function inMemberNames(sentence: string): string {
  return sentence.replace(/--[a-z][a-z-]*/g, (flag) => byFlag.get(flag) ?? flag);
}
