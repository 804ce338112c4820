import { givenClaims } from "../../../../protocol/openid/person-claims.ts";
import { isJsonObject, type JsonObject } from "../../../../values/json-object.ts";
import { shown } from "../check-person.ts";
import { wholeYaml } from "../file-readers.ts";
import { claimsOf } from "../foreign-claims.ts";
import { flagIn, isSaid, textIn, textsIn, textsOf, wordIn } from "../json-members.ts";
import { nobody, notAPerson, type ReadRecord } from "../person-texts.ts";
import type { Source } from "../source.ts";

/** https://www.authelia.com/configuration/first-factor/file/: the file of users. */
export const authelia: Source = {
  called: "the users file of Authelia",
  recognises: ({ lines: [first, second] }) =>
    first?.split("#")[0]?.trimEnd() === "users:" && second !== undefined && /^\s+[^\s-]/.test(second),
  read: wholeYaml(readAutheliaUsers),
};

/** Members of Authelia's users that are kept, beside those that are claims. */
const autheliaMembers: ReadonlySet<string> = new Set(
  ["displayname", "password", "email", "phone_number", "groups", "disabled"].concat(
    givenClaims.map(({ name }) => name),
  ),
);

/** Reads the users of Authelia's file: one object with a member for each. */
function readAutheliaUsers(json: JsonObject): ReadRecord {
  if (!isJsonObject(json.users)) return notAPerson;
  return Object.entries(json.users).map(([username, value]) => {
    const user = isJsonObject(value) ? value : {};
    const email = textIn(user, "email");
    const { claims, leftOut } = claimsOf(
      Object.fromEntries(givenClaims.map(({ name }) => [name, wordIn(user, name)])),
    );
    return {
      ...nobody,
      username,
      ...textsOf({
        email,
        name: textIn(user, "displayname"),
        phoneNumber: textIn(user, "phone_number"),
        passwordHash: textIn(user, "password"),
      }),
      claims,
      // The administrator writes this file, and vouches for the addresses in it.
      isEmailVerified: email === undefined ? undefined : true,
      groups: textsIn(user, "groups"),
      isDisabled: flagIn(user, "disabled"),
      leftOut: [
        ...leftOut,
        ...Object.keys(user)
          .filter((name) => !autheliaMembers.has(name) && isSaid(user[name]))
          .map(shown),
      ],
    };
  });
}
