import { toBase64Url } from "../../../../values/base64url.ts";
import { isJsonObject, type JsonObject } from "../../../../values/json-object.ts";
import {
  displayName,
  email,
  type FieldTable,
  flag,
  groups,
  left,
  made,
  readFields,
  username,
} from "../fields.ts";
import { wholeYaml } from "../file-readers.ts";
import { nobody, notAPerson, type ReadRecord } from "../person-texts.ts";
import type { Source } from "../source.ts";

/** The passwords are those of this connector, which the subject names. */
const connector = "local";
/** A length of Protocol Buffers in one byte. */
const idBytesMax = 127;

/**
 * The `sub` of Dex: a message of Protocol Buffers with the id of the person and the connector, in base64url (dexidp/dex,
 * server/internal/types.proto, IDTokenSubject, and codec.go, 63bcd66).
 */
const subject = made("`sub`, as Dex makes it", (value) => {
  const id = Buffer.from(String(value));
  if (id.length === 0 || id.length > idBytesMax)
    return { leftOut: ["an id that is empty or longer than 127 bytes"] };
  const message = [0x0a, id.length, ...id, 0x12, connector.length, ...Buffer.from(connector)];
  return { texts: { subject: toBase64Url(Uint8Array.from(message)) } };
});

/** A hash of bcrypt, or that in base64, as older files have it. */
const hash = made("password hash", (value) => {
  const text = String(value);
  return { texts: { passwordHash: text.startsWith("$") ? text : Buffer.from(text, "base64").toString() } };
});

/** `staticPasswords` in the configuration of Dex: dexidp/dex, config.yaml.dist, 0284ae8. */
const fields: FieldTable = {
  preferredUsername: username,
  username,
  email,
  emailVerified: flag("isEmailVerified"),
  hash,
  hashFromEnv: left("a password hash in the environment of Dex"),
  name: displayName,
  groups: groups(),
  userID: subject,
};

export const dex: Source = {
  called: "the configuration of Dex",
  recognises: ({ isJson, lines }) =>
    !isJson && lines.some((line) => /^staticPasswords:\s*(?:#.*)?$/.test(line)),
  read: wholeYaml(readStaticPasswords),
  fields,
};

function readStaticPasswords({ staticPasswords }: JsonObject): ReadRecord {
  if (!Array.isArray(staticPasswords)) return notAPerson;
  return staticPasswords.flatMap((one: unknown) => {
    // The administrator writes this file, and Dex too takes the addresses in it for verified.
    const read = isJsonObject(one) ? readFields({ emailVerified: true, ...one }, fields) : notAPerson;
    return "problem" in read ? [nobody] : read;
  });
}
