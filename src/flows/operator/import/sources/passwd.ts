import { eachLine } from "../file-readers.ts";
import {
  endOfDays,
  nobody,
  notAPerson,
  passwordToChange,
  type ReadRecord,
  systemAccount,
} from "../person-texts.ts";
import type { Source } from "../source.ts";

/** passwd(5): name, password, uid, gid, GECOS, home, shell. */
const passwdLine = /^[^:]+:[^:]*:\d+:\d+:[^:]*:[^:]*:[^:]*$/;
/** shadow(5): name, password, six numbers or nothing, and a reserved field. */
const shadowLine = /^[^:]+:[^:]*(?::-?\d*){6}:[^:]*$/;

/** `/etc/passwd` and `/etc/shadow`, and what `getent` prints of them (man 5 passwd, man 5 shadow, shadow 4.17). */
export const passwd: Source = {
  called: "a passwd or shadow file",
  recognises: ({ isJson, lines: [first = "", ...lines] }) =>
    !isJson && [first, ...lines.slice(0, -1)].every((line) => isLine(line.trim())),
  read: eachLine(readLine),
};

function isLine(line: string): boolean {
  return passwdLine.test(line) || shadowLine.test(line);
}

/** The ids of people; below and above are those of the system (login.defs(5), UID_MIN and UID_MAX). */
const [uidMin, uidMax] = [1000, 60_000];
const noShell = /\/(?:nologin|false|sync|halt|shutdown)$/;

/** Accounts of the system have no person: those without a shell or a password, or with an id of the system. */
function readLine(line: string): ReadRecord {
  if (line.startsWith("#")) return [];
  const [username = "", password = "", uid, , gecos = "", , shell = ""] = line.split(":");
  if (shadowLine.test(line)) return shadowOf(line.split(":"));
  if (!passwdLine.test(line)) return notAPerson;
  const id = Number(uid);
  if (id < uidMin || id > uidMax || noShell.test(shell)) return systemAccount(username);
  const [name = "", ...rest] = gecos.split(",");
  return [
    {
      ...nobody,
      username,
      ...(name !== "" && { name: name.replaceAll("&", username) }),
      ...(password.length > 1 && hashOf(password)),
      leftOut: rest.some((each) => each !== "") ? ["room and telephone numbers"] : [],
    },
  ];
}

const replacedPassword = passwordToChange(
  "the next login would have asked for a new one (0 as the day of the last change)",
);

/** An exclamation mark before the hash locks it; an asterisk is no hash. */
function shadowOf([username = "", password = "", changed, , , , , ends = ""]: readonly string[]): ReadRecord {
  if (/^[!*]*$/.test(password)) return systemAccount(username);
  const { passwordHash, ...locked } = hashOf(password);
  const endsAt = endOfDays(ends);
  return [
    {
      ...nobody,
      username,
      ...locked,
      ...(endsAt !== undefined && { endsAt }),
      ...(changed === "0" ? { leftOut: [replacedPassword] } : { passwordHash }),
    },
  ];
}

function hashOf(password: string) {
  const hash = password.replace(/^!+/, "");
  return { passwordHash: hash, ...(hash !== password && { isDisabled: true }) };
}
