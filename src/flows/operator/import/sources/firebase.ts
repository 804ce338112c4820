import { encode } from "../../../../identity/hash-spellings.ts";
import { hasAll } from "../beginning.ts";
import {
  claim,
  createdAt,
  displayName,
  email,
  type FieldTable,
  flag,
  made,
  passed,
  phone,
  readFields,
  subject,
} from "../fields.ts";
import { eachObject } from "../file-readers.ts";
import { identitiesIn, textIn, wordIn } from "../json-members.ts";
import type { Source } from "../source.ts";

/** Users of `firebase auth:export --format=json`: firebase/firebase-tools, src/accountExporter.ts, 12c3a7f. */
export const firebase: Source = {
  called: "the users of Firebase",
  recognises: (beginning) => beginning.isJson && hasAll(beginning, "localId"),
  read: (file) => eachObject((json) => readFields(json, fieldsOf(file.hashParameters)))(file),
  fields: fieldsOf(undefined),
};

function fieldsOf(parameters: string | undefined): FieldTable {
  const head = parameters === undefined ? undefined : headOf(parameters);
  return {
    localId: subject,
    email,
    emailVerified: flag("isEmailVerified"),
    displayName,
    photoUrl: claim("picture"),
    phoneNumber: phone,
    disabled: flag("isDisabled"),
    passwordHash: made("password hash, with `--hash-parameters`", (value, record) => {
      if (head === undefined) return { leftOut: ["password hash (needs --hash-parameters)"] };
      const [salt = "", hash] = [textIn(record, "salt"), String(value)];
      return { texts: { passwordHash: `${head}$${plain(salt)}$${plain(hash)}` } };
    }),
    createdAt,
    customAttributes: {},
    providerUserInfo: made("links to providers", (value) => ({
      identities: identitiesIn(value, (info) => ({
        upstream: textIn(info, "providerId")?.replace(/\.com$/, ""),
        subject: wordIn(info, "rawId"),
      })),
    })),
    salt: passed,
    lastSignedInAt: passed,
  };
}

const parameterShape =
  /\b(base64_signer_key|base64_salt_separator|rounds|mem_cost)"?\s{0,9}:\s{0,9}"?([A-Za-z0-9+/=_-]+)/g;

/**
 * The beginning of a hash with the parameters that the console shows ("Password hash parameters"), as `hash_config { … }` or as the same
 * in JSON. Firebase's own scrypt: https://github.com/firebase/scrypt.
 */
function headOf(parameters: string): string | undefined {
  const said = new Map(
    Array.from(parameters.matchAll(parameterShape), ([, name = "", value = ""]) => [name, value]),
  );
  const [key, separator, rounds, cost] = [
    "base64_signer_key",
    "base64_salt_separator",
    "rounds",
    "mem_cost",
  ].map((name) => said.get(name));
  if (key === undefined || separator === undefined || rounds === undefined || cost === undefined)
    return undefined;
  return `$firebase-scrypt$ln=${cost},r=${rounds},p=1,ss=${plain(separator)},sk=${plain(key)}`;
}

/** True for a text with all four parameters. */
export function areHashParameters(text: string): boolean {
  return headOf(text) !== undefined;
}

function plain(base64: string): string {
  return encode(Buffer.from(base64, "base64"));
}
