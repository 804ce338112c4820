import type { JsonObject } from "../../../values/json-object.ts";
import { ok, type Result, refuse } from "../../../values/result.ts";
import { type Beginning, beginningOf } from "./beginning.ts";
import { shown } from "./check-person.ts";
import type { ClientFormat } from "./client-formats.ts";
import { textIn } from "./json-members.ts";
import { recordLists } from "./records.ts";
import type { Source } from "./source.ts";
import { type PeopleFormat, peopleFormats, sources } from "./sources.ts";

/**
 * Recognises the format by the beginning of a file. A format is recognised only by what no other one has; where several fit, or none
 * does, the refusal says what the file begins with.
 */
export function recognisePeople(start: string): Result<PeopleFormat, string> {
  const beginning = beginningOf(start, recordLists);
  const fitting = peopleFormats.filter((format) => signOf(format)?.(beginning));
  return choose(fitting.length === 0 && isOwnLine(beginning) ? ["latchkey"] : fitting, beginning);
}

function signOf(format: PeopleFormat): Source["recognises"] {
  const source: Source = sources[format];
  return source.recognises;
}

/** The same for a file of clients. */
export function recogniseClients(start: string): Result<ClientFormat, string> {
  const beginning = beginningOf(start, ["", "clients", "items"]);
  return choose(formatsOf<ClientFormat>(beginning, clientSigns), beginning);
}

type Signs<Format extends string> = Readonly<Record<Format, (beginning: Beginning) => boolean>>;

const clientSigns: Signs<ClientFormat> = {
  keycloak: ({ members, record = {} }) => members.has("realm") || textIn(record, "clientId") !== undefined,
  latchkey: ({ record = {} }) => hasId(record) && "name" in record && !("client_name" in record),
  hydra: ({ record = {} }) => hasId(record) && !("name" in record),
  authelia: ({ isJson, lines }) =>
    !isJson && lines.some((line) => line.split("#")[0]?.trimEnd() === "identity_providers:"),
};

function hasId(record: JsonObject): boolean {
  return textIn(record, "client_id") !== undefined && !("clientId" in record);
}

function isOwnLine({ record = {}, isLine }: Beginning): boolean {
  return isLine && ("username" in record || "email" in record);
}

function formatsOf<Format extends string>(
  beginning: Beginning,
  signs: Partial<Signs<Format>>,
): readonly Format[] {
  return (Object.keys(signs) as Format[]).filter((format) => signs[format]?.(beginning));
}

function choose<Format extends string>(
  fitting: readonly Format[],
  beginning: Beginning,
): Result<Format, string> {
  const [format, ...others] = fitting;
  if (format !== undefined && others.length === 0) return ok(format);
  return refuse(`${others.length > 0 ? `It fits ${fitting.join(" and ")}. ` : ""}${seenIn(beginning)}`);
}

const namesMax = 12;

function seenIn({ text, isJson, members, record }: Beginning): string {
  const names = record === undefined ? [...members] : Object.keys(record);
  if (!isJson || names.length === 0) return `It begins with ${shown(text.split("\n")[0]?.trimEnd() ?? "")}.`;
  const more = names.length > namesMax ? ` and ${names.length - namesMax} more` : "";
  const what = record === undefined ? "Its object" : "Its first record";
  return `${what} has the members ${names.slice(0, namesMax).map(shown).join(", ")}${more}.`;
}
