import { isJsonObject, type JsonObject } from "../../../../values/json-object.ts";
import { shown } from "../check-person.ts";
import { eachObject } from "../file-readers.ts";
import { claimsOf } from "../foreign-claims.ts";
import { flagIn, isSaid, objectIn, textIn, textsOf } from "../json-members.ts";
import { nobody, notAPerson, type ReadRecord } from "../person-texts.ts";
import type { Source } from "../source.ts";

/** https://docs.djangoproject.com/en/5.2/topics/serialization/: `manage.py dumpdata`. */
export const django: Source = {
  called: "the users of Django's dumpdata",
  recognises: ({ record }) =>
    record !== undefined &&
    "model" in record &&
    "fields" in record &&
    !/^authentik_/.test(String(record.model)),
  read: eachObject(readDjangoObject),
};

/** Fields of Django's user that are kept, and those that mean nothing outside it. */
const knownFields: ReadonlySet<string> = new Set(
  "username email first_name last_name password is_active date_joined groups last_login".split(" "),
);

/** True for an object of `dumpdata` that has the fields of a user, also where a project has a model of its own. */
function isOfDjango(json: JsonObject): boolean {
  const fields = objectIn(json, "fields");
  return textIn(json, "model") !== undefined && "password" in fields && "is_active" in fields;
}

/** Reads an object of Django's `dumpdata --natural-foreign`. Those of other models are left out. */
function readDjangoObject(json: JsonObject): ReadRecord {
  if (textIn(json, "model") === undefined || !isJsonObject(json.fields)) return notAPerson;
  if (!isOfDjango(json)) return [];
  const { fields } = json;
  const [given, family] = [textIn(fields, "first_name"), textIn(fields, "last_name")];
  const { claims, leftOut } = claimsOf({ given_name: given, family_name: family });
  const name = [given, family].filter(Boolean).join(" ");
  const password = textIn(fields, "password");
  const active = flagIn(fields, "is_active");
  // A natural key is a list; without --natural-foreign a group is a number, which names none.
  const listed = Array.isArray(fields.groups) ? fields.groups : [];
  const groups = listed.flatMap((group: unknown) =>
    Array.isArray(group) && typeof group[0] === "string" ? [group[0]] : [],
  );
  return [
    {
      ...nobody,
      ...textsOf({
        username: textIn(fields, "username"),
        email: textIn(fields, "email"),
        name: name === "" ? undefined : name,
        // An unusable password begins with an exclamation mark.
        passwordHash: password?.startsWith("!") ? undefined : password,
        createdAt: textIn(fields, "date_joined"),
      }),
      claims,
      groups,
      isDisabled: typeof active === "boolean" ? !active : active,
      leftOut: [
        ...leftOut,
        ...(groups.length < listed.length ? ["groups without names (use --natural-foreign)"] : []),
        ...Object.keys(fields)
          .filter((field) => !knownFields.has(field) && fields[field] !== false && isSaid(fields[field]))
          .map((field) => `field ${shown(field)}`),
      ],
    },
  ];
}
