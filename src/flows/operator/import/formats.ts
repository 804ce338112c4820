import { type JsonObject, parseJsonObject } from "../../../values/json-object.ts";
import { readKeycloakUser } from "./keycloak-people.ts";
import { readAuth0User, readAutheliaUsers, readHtpasswdLine, readOwnPerson } from "./other-people.ts";
import type { ReadRecord } from "./person-texts.ts";
import type { Entry } from "./prepare-person.ts";
import { type FileRecord, readLines, readListedObjects } from "./records.ts";

/** The formats of files with people, and how each is called in a sentence. */
export const peopleFormats = {
  latchkey: "Latchkey's own JSON lines",
  keycloak: "a realm export of Keycloak",
  auth0: "an export of Auth0",
  authelia: "the users file of Authelia",
  htpasswd: "an htpasswd file",
} as const;

export type PeopleFormat = keyof typeof peopleFormats;

/** Recognises the format by the beginning of a file; undefined where it is none of these. */
export function recognisePeople(start: string): PeopleFormat | undefined {
  const text = start.trimStart();
  const [firstLine = ""] = text.split("\n");
  if (text.startsWith("{")) {
    const json = parseJsonObject(firstLine);
    if (json !== undefined && !isContainer(json)) return formatOfObject(json);
    return /"(?:realm|users|credentials|federatedIdentities)"\s*:/.test(text) ? "keycloak" : undefined;
  }
  if (text.startsWith("[")) return /"credentials"\s*:/.test(text) ? "keycloak" : "auth0";
  if (/^(?:#.*\n|---.*\n|%.*\n|\s*\n)*users:\s*(?:#.*)?(?:\n|$)/.test(text)) return "authelia";
  const line = text.split("\n").find((each) => each.trim() !== "" && !each.startsWith("#")) ?? "";
  return /^[^:\s]+:\S+$/.test(line.trim()) ? "htpasswd" : undefined;
}

function isContainer(json: JsonObject): boolean {
  return ["users", "clients", "items"].some((list) => Array.isArray(json[list])) || "realm" in json;
}

function formatOfObject(json: JsonObject): PeopleFormat {
  if ("credentials" in json || "emailVerified" in json) return "keycloak";
  const ofAuth0 = [
    "passwordHash",
    "custom_password_hash",
    "identities",
    "connection",
    "Email",
    "Email Verified",
    "logins_count",
  ];
  if (ofAuth0.some((member) => member in json) || /^auth0\|/.test(String(json.user_id ?? ""))) return "auth0";
  return "latchkey";
}

/** Reads the people of a file. `readYaml` parses a text of YAML, which is read as a whole; undefined where it is none. */
export async function* readPeople(
  format: PeopleFormat,
  chunks: AsyncIterable<string>,
  readYaml: (text: string) => JsonObject | undefined,
): AsyncGenerator<Entry> {
  switch (format) {
    case "authelia":
      yield* readWhole(chunks, (text) => readAutheliaUsers(readYaml(text) ?? {}));
      return;
    case "htpasswd":
      yield* entriesOf(readLines(chunks), readHtpasswdLine);
      return;
    case "latchkey":
      yield* entriesOf(readLines(chunks), ofJson(readOwnPerson));
      return;
    case "keycloak":
      yield* entriesOf(peopleListed(chunks), ofJson(readKeycloakUser));
      return;
    case "auth0":
      yield* entriesOf(peopleListed(chunks), ofJson(readAuth0User));
  }
}

/** Objects on lines, or in the lists of one JSON text. */
export async function* listed(chunks: AsyncIterable<string>): AsyncGenerator<FileRecord> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  const start = first.value.trimStart();
  const whole = parseJsonObject(start.split("\n")[0] ?? "");
  const isLines = start.startsWith("{") && whole !== undefined && !isContainer(whole);
  const all = (async function* () {
    yield first.value;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  })();
  yield* isLines ? readLines(all) : readListedObjects(all);
}

async function* peopleListed(chunks: AsyncIterable<string>): AsyncGenerator<FileRecord> {
  for await (const record of listed(chunks)) if (record.list === "" || record.list === "users") yield record;
}

function ofJson(read: (json: JsonObject) => ReadRecord): (text: string) => ReadRecord {
  return (text) => {
    const json = parseJsonObject(text);
    return json === undefined ? "unreadable" : read(json);
  };
}

async function* entriesOf(
  records: AsyncIterable<FileRecord>,
  read: (text: string) => ReadRecord,
): AsyncGenerator<Entry> {
  for await (const { line, text, fault } of records) {
    const people = text === undefined ? "unreadable" : read(text);
    if (fault !== undefined) yield { line, problem: fault, breaksFile: true };
    else if (people === "unreadable")
      yield {
        line,
        problem:
          text === undefined
            ? "The record is longer than a person can be."
            : "This is not a person in the format of the file. In JSON, each person is one line or one item of a list.",
      };
    else for (const person of people) yield { line, person };
  }
}

/** The limit of a file that is read as a whole; nobody writes a longer one by hand. */
const wholeLengthMax = 32 * 1024 * 1024;

/** The whole of a text; undefined for one that is too long for that. */
export async function readText(chunks: AsyncIterable<string>): Promise<string | undefined> {
  let text = "";
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length > wholeLengthMax) return undefined;
  }
  return text;
}

async function* readWhole(
  chunks: AsyncIterable<string>,
  read: (text: string) => ReadRecord,
): AsyncGenerator<Entry> {
  const text = await readText(chunks);
  const people = text === undefined ? "unreadable" : read(text);
  if (people === "unreadable")
    yield {
      line: 1,
      problem: "The file cannot be read as its format, or is longer than 32 MiB.",
      breaksFile: true,
    };
  else for (const person of people) yield { line: 1, person };
}
