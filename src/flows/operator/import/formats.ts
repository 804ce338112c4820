import { type JsonObject, parseJsonObject } from "../../../values/json-object.ts";
import { readCsvPeople } from "./csv-people.ts";
import { readDjangoObject } from "./django-people.ts";
import { readKeycloakUser } from "./keycloak-people.ts";
import { readAuth0User, readAutheliaUsers, readHtpasswdLine } from "./other-people.ts";
import { readOwnPerson } from "./own-person.ts";
import { breakAt, type Entry, entriesOf, notAPerson, type ReadRecord } from "./person-texts.ts";
import { type FileRecord, isContainer, readLines, readListedObjects } from "./records.ts";

/** The formats of files with people, and how each is called in a sentence. */
export const peopleFormats = {
  latchkey: "Latchkey's own JSON lines",
  keycloak: "a realm export of Keycloak",
  auth0: "an export of Auth0",
  authelia: "the users file of Authelia",
  django: "the users of Django's dumpdata",
  htpasswd: "an htpasswd file",
  csv: "CSV with Latchkey's names for the columns",
} as const;

export type PeopleFormat = keyof typeof peopleFormats;

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
      yield* readEach(readLines(chunks), readHtpasswdLine);
      return;
    case "csv":
      yield* readCsvPeople(chunks);
      return;
    case "latchkey":
      yield* readEach(readLines(chunks), ofJson(readOwnPerson));
      return;
    case "keycloak":
      yield* readEach(peopleListed(chunks), ofJson(readKeycloakUser));
      return;
    case "django":
      yield* readEach(peopleListed(chunks), ofJson(readDjangoObject));
      return;
    case "auth0":
      yield* readEach(peopleListed(chunks), ofJson(readAuth0User));
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
    return json === undefined ? notAPerson : read(json);
  };
}

async function* readEach(
  records: AsyncIterable<FileRecord>,
  read: (text: string) => ReadRecord,
): AsyncGenerator<Entry> {
  for await (const { line, text, fault } of records) {
    if (fault !== undefined) yield breakAt(line, fault);
    else yield* entriesOf(line, text === undefined ? tooLong : read(text));
  }
}

const tooLong: ReadRecord = {
  problem: { about: "too long", says: "The record is longer than a person can be." },
};

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
  const people = text === undefined ? notAPerson : read(text);
  if ("problem" in people)
    yield breakAt(1, "The file cannot be read as its format, or is longer than 32 MiB.");
  else yield* entriesOf(1, people);
}
