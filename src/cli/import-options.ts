import { resolve } from "node:path";
import { readSecretReference } from "../adapters/declared/source.ts";
import { headerOf } from "../flows/operator/import/csv.ts";
import type { PeopleFile } from "../flows/operator/import/source.ts";
import { attributePrefix, csvColumns } from "../flows/operator/import/sources/csv.ts";
import { areHashParameters } from "../flows/operator/import/sources/firebase.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import type { Invocation } from "./invocation.ts";
import { exitCodes, type Problem } from "./outcome.ts";

/** What the operator says about a file of people beyond its format. */
export type SaidOptions = Pick<PeopleFile, "columns" | "hashParameters">;

/** Reads the options that say what is in the file. */
export async function readImportOptions(
  { map, hashParameters }: { readonly map?: readonly string[]; readonly hashParameters?: string },
  { env }: Pick<Invocation, "env">,
): Promise<Result<SaidOptions, Problem>> {
  const columns = map === undefined ? undefined : readColumns(map);
  if (columns?.ok === false) return columns;
  const parameters = hashParameters === undefined ? undefined : await readParameters(hashParameters, env);
  if (parameters?.ok === false) return parameters;
  return ok({
    ...(columns && { columns: columns.value }),
    ...(parameters && { hashParameters: parameters.value }),
  });
}

/** A mapping is one line of CSV, so that the name of a column may have a comma: `email=Mail,"name=Name, full"`. */
function readColumns(map: readonly string[]): Result<ReadonlyMap<string, string>, Problem> {
  const columns = new Map<string, string>();
  const known = [...csvColumns, `${attributePrefix}NAME`].join(", ");
  for (const pair of map.flatMap((line) => headerOf(line))) {
    const equals = pair.indexOf("=");
    const [member, column] = [pair.slice(0, Math.max(equals, 0)).trim(), pair.slice(equals + 1)];
    const cause =
      equals < 1 || column === ""
        ? `--map ${pair} is not member=column.`
        : csvColumns.has(member) || member.startsWith(attributePrefix)
          ? undefined
          : `--map ${pair}: a person has no ${member}.`;
    if (cause !== undefined) return refuse({ exitCode: exitCodes.usage, cause, hint: `Members: ${known}.` });
    if (columns.has(member))
      return refuse({ exitCode: exitCodes.usage, cause: `--map names a column for ${member} twice.` });
    columns.set(member, column);
  }
  if (columns.has("username") || columns.has("email")) return ok(columns);
  const cause = "--map must name the column of username or email.";
  return refuse({ exitCode: exitCodes.usage, cause, hint: "For example: --map email=Mail,username=Login" });
}

async function readParameters(reference: string, env: Invocation["env"]): Promise<Result<string, Problem>> {
  if (!/^(?:env|file):./.test(reference)) {
    const cause = "--hash-parameters takes env:NAME or file:PATH, because the signer key is a secret.";
    return refuse({ exitCode: exitCodes.usage, cause });
  }
  const path = /^file:(.*)$/.exec(reference)?.[1];
  // The operator names the file on the command line, so it may be anywhere.
  const folder = path === undefined ? "." : resolve(path, "..");
  const read = await readSecretReference(path === undefined ? reference : `file:${resolve(path)}`, {
    env,
    folder,
  });
  if (!read.ok)
    return refuse({
      exitCode: exitCodes.refused,
      cause: read.reason.cause,
      ...(read.reason.repair !== undefined && { hint: read.reason.repair }),
    });
  if (areHashParameters(read.value)) return ok(read.value);
  return refuse({
    exitCode: exitCodes.refused,
    cause: "The hash parameters lack base64_signer_key, base64_salt_separator, rounds or mem_cost.",
    hint: "Copy them from the Firebase console: Authentication, the menu above the users, Password hash parameters.",
  });
}

/** One sentence of the mapping. */
export function describeColumns(columns: ReadonlyMap<string, string>): string {
  return [...columns].map(([member, column]) => `${member} from ${JSON.stringify(column)}`).join(", ");
}

/** The same options give the same text, by which an import that was cut off is recognised. */
export function optionsText({ columns, hashParameters }: SaidOptions): string {
  if (columns === undefined && hashParameters === undefined) return "";
  return ` ${JSON.stringify([columns && [...columns], hashParameters])}`;
}
