import { eachLine } from "../file-readers.ts";
import { nobody, notAPerson, type ReadRecord } from "../person-texts.ts";
import type { Source } from "../source.ts";

/** https://httpd.apache.org/docs/2.4/misc/password_encryptions.html: the file that `htpasswd` writes. */
export const htpasswd: Source = {
  called: "an htpasswd file",
  recognises: ({ lines: [first, ...lines] }) =>
    [first ?? "", ...lines.slice(0, -1)].every((line) => Array.isArray(readHtpasswdLine(line))),
  read: eachLine(readHtpasswdLine),
};

/** How a hash in an htpasswd file begins. That of DES has no beginning of its own, and is known by its length. */
const htpasswdHash = /^(?:\$(?:2[aby]|1|5|6|y|apr1|argon2(?:id|i|d))\$|\{(?:SHA|SSHA)\}|[./A-Za-z0-9]{13}$)/;

/** Reads a line of an htpasswd file. */
function readHtpasswdLine(line: string): ReadRecord {
  if (line.startsWith("#")) return [];
  const colon = line.indexOf(":");
  // Comments follow a further colon.
  const [passwordHash = ""] = line
    .slice(colon + 1)
    .trimEnd()
    .split(":");
  if (colon < 1 || !htpasswdHash.test(passwordHash)) return notAPerson;
  return [{ ...nobody, username: line.slice(0, colon), passwordHash }];
}
