import { isJsonObject, type JsonObject, parseJsonObject } from "../../../values/json-object.ts";
import { ok, type Result, refuse } from "../../../values/result.ts";
import { shown } from "./check-person.ts";
import type { ClientFormat } from "./client-formats.ts";
import { isOwnHeader } from "./csv-people.ts";
import type { PeopleFormat } from "./formats.ts";
import { objectsIn, textIn } from "./json-members.ts";
import { readHtpasswdLine } from "./other-people.ts";
import { isContainer, scanStart } from "./records.ts";

/** The beginning of a file, taken apart. */
interface Beginning {
  readonly text: string;
  /** Its lines, without empty ones and comments. The last one may go on behind the beginning. */
  readonly lines: readonly string[];
  readonly isJson: boolean;
  /** True if the first line is an object by itself. */
  readonly isLine: boolean;
  /** The members of the one object that has the lists. */
  readonly members: ReadonlySet<string>;
  /** The first object of the file that can be a record: on a line of its own, or in one of these lists. */
  readonly record: JsonObject | undefined;
}

/**
 * Recognises the format by the beginning of a file. A format is recognised only by what no other one has; where several fit, or none
 * does, the refusal says what the file begins with.
 */
export function recognisePeople(start: string): Result<PeopleFormat, string> {
  const beginning = beginningOf(start, ["", "users"]);
  const others = formatsOf<PeopleFormat>(beginning, foreignPeople);
  // Lines of the service's own format need no sign of it: each of their members is checked by its name.
  return choose(others.length === 0 && isOwnLine(beginning) ? ["latchkey"] : others, beginning);
}

/** The same for a file of clients. */
export function recogniseClients(start: string): Result<ClientFormat, string> {
  const beginning = beginningOf(start, ["", "clients", "items"]);
  return choose(formatsOf<ClientFormat>(beginning, clientSigns), beginning);
}

type Signs<Format extends string> = Readonly<Record<Format, (beginning: Beginning) => boolean>>;

const foreignPeople: Signs<Exclude<PeopleFormat, "latchkey">> = {
  keycloak: ({ members, record }) => members.has("realm") || (record !== undefined && isOfKeycloak(record)),
  auth0: ({ record }) => record !== undefined && isOfAuth0(record),
  django: ({ record }) => record !== undefined && "model" in record && "fields" in record,
  authelia: ({ lines: [first, second] }) =>
    first?.split("#")[0]?.trimEnd() === "users:" && second !== undefined && /^\s+[^\s-]/.test(second),
  htpasswd: ({ lines: [first, ...lines] }) =>
    [first ?? "", ...lines.slice(0, -1)].every((line) => Array.isArray(readHtpasswdLine(line))),
  csv: ({ text, isJson }) => !isJson && isOwnHeader(text),
};

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

function isOfKeycloak(json: JsonObject): boolean {
  const signs = ["emailVerified", "enabled", "requiredActions", "federatedIdentities"];
  const hasSign = signs.some((member) => member in json) || Array.isArray(json.credentials);
  return textIn(json, "username") !== undefined && hasSign;
}

/** Auth0 calls the id of a person `user_id` or `_id`. Others that have members of the same names call it `id`, and Auth0 never does. */
function isOfAuth0(json: JsonObject): boolean {
  if (
    "id" in json ||
    "localId" in json ||
    (!("email" in json) && !("Email" in json) && !("username" in json))
  )
    return false;
  const identities = objectsIn(json, "identities");
  return (
    textIn(json, "user_id")?.includes("|") === true ||
    isJsonObject(json._id) ||
    isJsonObject(json.custom_password_hash) ||
    (Array.isArray(json.identities) &&
      identities.every((each) => textIn(each, "connection") !== undefined)) ||
    textIn(json, "passwordHash")?.startsWith("$2") === true ||
    ["connection", "Connection", "Email Verified", "logins_count", "app_metadata"].some(
      (name) => name in json,
    )
  );
}

function beginningOf(start: string, lists: readonly string[]): Beginning {
  const text = start.trimStart();
  const isJson = text.startsWith("{") || text.startsWith("[");
  const whole = text.split("\n");
  const lines = whole.filter((line) => line.trim() !== "" && !/^(?:#|---|%)/.test(line));
  const none = { text, lines, isJson, isLine: false, members: new Set<string>(), record: undefined };
  if (!isJson) return none;
  const line = parseJsonObject(whole[0] ?? "");
  if (line !== undefined && !isContainer(line)) return { ...none, isLine: true, record: line };
  const { members, first } = scanStart(text);
  const found = lists.map((list) => first.get(list)).find((each) => each !== undefined);
  return { ...none, members, record: found === undefined ? undefined : parseJsonObject(found) };
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
