import { type Client, isSelfRegistered } from "../../../protocol/client/client.ts";
import type { MetadataChanges } from "../../../protocol/client/metadata-change.ts";
import { metadataRows } from "../../../protocol/client/metadata-fields.ts";
import { describeRegistrationProblem } from "../../../protocol/client/registration-errors.ts";
import { RegistrationMembers } from "../../../protocol/client/registration-members.ts";
import { parseClientId } from "../../../values/ids.ts";
import type { JsonObject } from "../../../values/json-object.ts";
import { ok, type Result, refuse } from "../../../values/result.ts";
import { type Instant, instantOf } from "../../../values/time.ts";
import { checkNewClient } from "../client-check.ts";
import { clientProblems } from "../client-problem.ts";
import { readOwnClient } from "../export-clients.ts";
import { explain } from "../problem.ts";
import { shown } from "./check-person.ts";

/** A client of the file, and its secret in the clear, where the file has it. */
export interface OwnClient {
  readonly client: Client;
  readonly clearSecret?: string | undefined;
}

/** Members of `export clients` alone. */
const exported = ["metadata", "secret_digest", "previous_secret_digest"];
/** Members that `--json` adds, and that follow from others, say something about the past, or what to do next. */
const derived = [
  "next_commands",
  "secrets",
  "secret_last_used_at",
  "old_secret_last_used_at",
  "secret_exposed_at",
];
const common = ["client_id", "name", "redirect_uris", "profile", "public", "disabled", "created_at"];
const others = ["client_secret", "token_endpoint_auth_method", "response_types", "grant_types", "sector"];
/** Properties by their names in `--json`. One that is hidden there belongs to clients that registered or describe themselves. */
const properties = metadataRows.flatMap(([member, field]) =>
  field.record === null || field.option === null ? [] : [[field.record.name, member, field] as const],
);
const known: ReadonlySet<string> = new Set([
  ...common,
  ...exported,
  ...others,
  ...derived,
  ...properties.map(([name]) => name),
]);

/** Reads a client as `export clients` or `client create --json` prints it. A member that it does not know refuses the client. */
export function readOwnLine(json: JsonObject, now: Instant): Result<OwnClient, string> {
  const unknown = Object.keys(json).find((name) => !known.has(name));
  if (unknown !== undefined)
    return refuse(`There is no member ${shown(unknown)}. docs/importing.md names those that there are.`);
  const members = new RegistrationMembers(json);
  const isPublic = members.flag("public") ?? false;
  const isDisabled = members.flag("disabled") ?? false;
  if (members.problem !== undefined) return refuse(describeRegistrationProblem(members.problem));
  if (exported.some((name) => name in json)) {
    const client = readOwnClient(json, now);
    if (client === undefined) return refuse("This is not a client as `latchkey export clients` writes it.");
    return isSelfRegistered(client) ? refuse("It registered itself, and can do so again.") : ok({ client });
  }
  const id = parseClientId(members.text("client_id") ?? "");
  if (id === undefined) return refuse(noClientId);
  const wanted = {
    name: members.text("name") ?? "",
    redirectUris: members.texts("redirect_uris") ?? [],
    profile: members.oneOf("profile", ["interface", "strict"]) ?? "interface",
    isPublic,
    metadata: changesIn(members),
  } as const;
  const clearSecret = members.text("client_secret");
  const createdAt = Date.parse(members.text("created_at") ?? "");
  if (members.problem !== undefined) return refuse(describeRegistrationProblem(members.problem));
  const checked = checkNewClient(wanted);
  if (!checked.ok) return refuse(explain(clientProblems, checked.reason).say);
  const at = Number.isSafeInteger(createdAt) && createdAt >= 0 ? instantOf(createdAt) : now;
  return ok({ client: { id, ...checked.value, isDisabled, createdAt: at, updatedAt: now }, clearSecret });
}

/** The rule of client ids. */
export const noClientId = "A client id here has 1 to 64 letters, digits, dots, hyphens and underscores.";

function changesIn(members: RegistrationMembers): MetadataChanges {
  const said = properties.flatMap(([name, member, field]) => {
    const value = field.read(members, name);
    return value === undefined ? [] : [[member, value]];
  });
  const changes: MetadataChanges = Object.fromEntries(said);
  const sector = members.text("sector");
  return {
    ...changes,
    mayRefresh: members.texts("grant_types")?.includes("refresh_token") ?? false,
    // The other methods are the default, and what follows from a public client or its keys.
    ...(members.text("token_endpoint_auth_method") === "client_secret_basic" && {
      secretMethod: "client_secret_basic",
    }),
    ...(changes.isPairwise === true && sector !== undefined && { sector }),
  };
}
