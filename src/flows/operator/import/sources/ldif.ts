import { guidBytes, guidText } from "../../../../values/guid.ts";
import type { JsonObject } from "../../../../values/json-object.ts";
import { shown } from "../check-person.ts";
import {
  claim,
  createdAt,
  displayName,
  email,
  type FieldTable,
  flagIf,
  isField,
  left,
  made,
  passedOver,
  phone,
  readFields,
  username,
} from "../fields.ts";
import { type LdifEntry, readLdif } from "../ldif.ts";
import {
  breakAt,
  type Entry,
  endOfDays,
  entriesOf,
  type ReadRecord,
  systemAccount,
} from "../person-texts.ts";
import type { PeopleFile, Source } from "../source.ts";

/** userAccountControl of Active Directory, ADS_UF_ACCOUNTDISABLE ([MS-ADTS] §2.2.16). */
const accountDisable = 2;

/** RFC 4517 §3.3.13: 20260131120000Z. */
const generalizedTime = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(?:[.,]\d+)?Z$/;

function timeIn(value: unknown): string | undefined {
  const match = generalizedTime.exec(String(value));
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second = "00"] = match;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
}

const created = made("time of creation", (value, record) => {
  const time = timeIn(value);
  return time === undefined ? "passed" : createdAt.read(time, record);
});

/** krbPrincipalExpiration of FreeIPA, and pwdEndTime of OpenLDAP (slapo-ppolicy(5)). */
const ends = made("whether the account is disabled", (value) => {
  const endsAt = timeIn(value);
  return endsAt === undefined ? "passed" : { texts: { endsAt } };
});

/** accountExpires of Active Directory: tenths of microseconds since 1601; two numbers mean never ([MS-ADA1]). */
const endsWithTick = made("whether the account is disabled", (value) => {
  const ticks = /^\d{1,19}$/.test(String(value)) ? BigInt(String(value)) : 0n;
  if (ticks === 0n || ticks === 0x7fff_ffff_ffff_ffffn) return "passed";
  const at = new Date(Number(ticks / 10_000n) - 11_644_473_600_000);
  return Number.isNaN(at.getTime()) ? "passed" : { texts: { endsAt: at.toISOString() } };
});

/** shadowExpire of RFC 2307. */
const endsOnDay = made("whether the account is disabled", (value) => {
  const endsAt = endOfDays(String(value));
  return endsAt === undefined ? "passed" : { texts: { endsAt } };
});

/** An objectGUID of Active Directory, in the form in which its tools show it, which applications know. */
const objectGuid = made("`sub`", (value) =>
  typeof value === "string" && guidBytes(value)
    ? { texts: { subject: value.toLowerCase() } }
    : { leftOut: ["an objectGUID that is not a GUID"] },
);

/**
 * A password of which the directory wanted another one is often known to an administrator. Here it would stay valid. Each directory
 * says so in its own way: Active Directory, OpenLDAP, 389 (by a time in 1970), shadow(5), and FreeIPA by a password that had expired when
 * it was set.
 */
function mustChange(record: JsonObject): boolean {
  const { pwdlastset, pwdreset, passwordexpirationtime, shadowlastchange } = record;
  const [expires, changed] = [timeIn(record.krbpasswordexpiration), timeIn(record.krblastpwdchange)];
  return (
    pwdlastset === "0" ||
    /^true$/i.test(String(pwdreset)) ||
    passwordexpirationtime === "19700101000000Z" ||
    shadowlastchange === "0" ||
    (expires !== undefined && changed !== undefined && expires <= changed)
  );
}

/** A value without a scheme is a password in the clear (RFC 4519 §2.41). */
const userPassword = made("password hash", (value, record) => {
  if (mustChange(record)) return { leftOut: ["a password that had to be changed"] };
  if (typeof value !== "string") return { leftOut: ["a password that is no text"] };
  const clear = /^(?:\{CLEAR(?:TEXT)?\})?([^{].*)$/is.exec(value)?.[1];
  return { texts: clear === undefined ? { passwordHash: value } : { password: clear } };
});

/**
 * Attributes of people, in lower case: RFC 4519, RFC 2798 (inetOrgPerson) and RFC 2307 (posixAccount), as OpenLDAP, 389 Directory
 * Server, FreeIPA (freeipa/freeipa, install/share/*.ldif) and Active Directory ([MS-ADA1] to [MS-ADA3]) have them.
 */
const fields: FieldTable = {
  uid: username,
  samaccountname: username,
  mail: email,
  userprincipalname: made("e-mail address, if there is no other", (value, record) =>
    record.mail === undefined && record.samaccountname === undefined && typeof value === "string"
      ? { texts: { email: value } }
      : "passed",
  ),
  displayname: displayName,
  cn: displayName,
  givenname: claim("given_name"),
  sn: claim("family_name"),
  preferredlanguage: claim("locale"),
  labeleduri: claim("website"),
  mobile: phone,
  telephonenumber: phone,
  userpassword: userPassword,
  // Of Samba, by `samba-tool user getpassword`.
  virtualcryptsha512: userPassword,
  virtualcryptsha256: userPassword,
  virtualssha: userPassword,
  objectguid: objectGuid,
  createtimestamp: created,
  whencreated: created,
  useraccountcontrol: flagIf("isDisabled", (value) => (Number(value) & accountDisable) !== 0),
  nsaccountlock: flagIf("isDisabled", (value) => /^true$/i.test(String(value))),
  pwdaccountlockedtime: flagIf("isDisabled", () => true),
  accountexpires: endsWithTick,
  krbprincipalexpiration: ends,
  pwdendtime: ends,
  shadowexpire: endsOnDay,
  // Samba 3: D in its brackets is a disabled account (pdbedit(8)).
  sambaacctflags: flagIf("isDisabled", (value) => /^\[[^\]]*D/.test(String(value))),
  krbprincipalkey: left("Kerberos keys"),
  ipanthash: left("NT hash"),
  sambantpassword: left("NT hash"),
  sambalmpassword: left("NT hash"),
  unicodepwd: left("NT hash"),
  dbcspwd: left("NT hash"),
  ntpwdhistory: left("NT hash"),
  lmpwdhistory: left("NT hash"),
  supplementalcredentials: left("Kerberos keys"),
  jpegphoto: left("photograph"),
  thumbnailphoto: left("photograph"),
  usercertificate: left("certificates"),
  ipasshpubkey: left("SSH keys"),
  sshpublickey: left("SSH keys"),
  ...passedOver(
    "objectclass",
    "memberof",
    "name",
    "gecos",
    "uidnumber",
    "gidnumber",
    "homedirectory",
    "loginshell",
  ),
  ...passedOver(
    "entryuuid",
    "entrydn",
    "entrycsn",
    "nsuniqueid",
    "ipauniqueid",
    "objectsid",
    "objectcategory",
  ),
  ...passedOver(
    "structuralobjectclass",
    "subschemasubentry",
    "hassubordinates",
    "creatorsname",
    "modifiersname",
  ),
  ...passedOver(
    "modifytimestamp",
    "whenchanged",
    "usncreated",
    "usnchanged",
    "distinguishedname",
    "instancetype",
  ),
  ...passedOver("primarygroupid", "pwdlastset", "lastlogon", "lastlogontimestamp", "lastlogoff"),
  ...passedOver(
    "logoncount",
    "badpwdcount",
    "badpasswordtime",
    "codepage",
    "countrycode",
    "samaccounttype",
    "admincount",
  ),
  ...passedOver(
    "dscorepropagationdata",
    "lockouttime",
    "iscriticalsystemobject",
    "showinadvancedviewonly",
    "initials",
  ),
  ...passedOver("shadowlastchange", "shadowmin", "shadowmax", "shadowwarning", "shadowinactive"),
  ...passedOver(
    "krbprincipalname",
    "krbcanonicalname",
    "krblastpwdchange",
    "krbpasswordexpiration",
    "krbextradata",
  ),
  ...passedOver(
    "krbloginfailedcount",
    "krblastfailedauth",
    "krblastsuccessfulauth",
    "krbticketflags",
    "krbpwdpolicyreference",
  ),
  ...passedOver(
    "mepmanagedentry",
    "passwordgraceusertime",
    "passwordexpirationtime",
    "pwdreset",
    "pwdchangedtime",
    "pwdhistory",
    "passwordhistory",
    "parentid",
    "entryid",
  ),
};

export const ldif: Source = {
  called: "LDIF",
  recognises: ({ isJson, text }) => !isJson && /^(?:(?:#.*| .*|version: *\d+)?\r?\n)*dn::? ?\S/i.test(text),
  read: readPeople,
  fields,
};

/** Groups are entries with lists of members, which may come behind the people: they are read first, if the file can be read twice. */
async function* readPeople({ chunks, again }: PeopleFile): AsyncGenerator<Entry> {
  const groups = again === undefined ? undefined : await groupsIn(again());
  for await (const entry of readLdif(chunks)) {
    if (entry.breaksFile) {
      yield breakAt(entry.line, entry.fault ?? "");
      return;
    }
    yield* entriesOf(entry.line, readEntry(entry, groups));
  }
}

const groupClasses = [
  "groupofnames",
  "groupofuniquenames",
  "groupofurls",
  "posixgroup",
  "group",
  "groupofentries",
];
const personClasses = ["person", "organizationalperson", "inetorgperson", "posixaccount", "account", "user"];

/** The groups of each member, by its name in the directory or, of a posixGroup, its uid. */
type Groups = ReadonlyMap<string, readonly string[]>;

async function groupsIn(chunks: AsyncIterable<string>): Promise<Groups> {
  const groups = new Map<string, string[]>();
  for await (const entry of readLdif(chunks)) {
    if (entry.breaksFile) break;
    const group = isOf(entry, groupClasses) ? textsOf(entry, "cn")[0] : undefined;
    if (group === undefined || entry.fault !== undefined) continue;
    const names = [...textsOf(entry, "member"), ...textsOf(entry, "uniquemember")].map(normalized);
    for (const name of [...names, ...textsOf(entry, "memberuid").map((uid) => `uid ${uid}`)]) {
      const known = groups.get(name);
      if (known === undefined) groups.set(name, [group]);
      else known.push(group);
    }
  }
  return groups;
}

function readEntry(entry: LdifEntry, groups: Groups | undefined): ReadRecord {
  if (entry.fault !== undefined)
    return { problem: { about: "an entry that cannot be read", says: entry.fault }, username: entry.dn };
  if (isOf(entry, groupClasses)) return groups === undefined ? unreadGroup(entry) : [];
  // Active Directory makes computers a kind of user.
  if (!isOf(entry, personClasses) || isOf(entry, ["computer"])) return [];
  // Its krbtgt, Guest and first Administrator, and people of an address book.
  if (isOf(entry, ["contact"]) || textsOf(entry, "iscriticalsystemobject").includes("TRUE"))
    return systemAccount(textsOf(entry, "samaccountname")[0] ?? entry.dn);
  const read = readFields(rowOf(entry), fields);
  if ("problem" in read) return { ...read, username: entry.dn };
  const uids = [...textsOf(entry, "uid"), ...textsOf(entry, "samaccountname")];
  const listed = [normalized(entry.dn), ...uids.map((uid) => `uid ${uid}`)].flatMap(
    (name) => groups?.get(name) ?? [],
  );
  const named = textsOf(entry, "memberof").flatMap(groupOf);
  return read.map((person) => ({
    ...person,
    groups: [...new Set([...named, ...listed])],
    leftOut: [...person.leftOut, ...furtherValues(entry)],
  }));
}

function unreadGroup({ dn }: LdifEntry): ReadRecord {
  const says =
    "The members of a group are not read from stdin. Import a file, or export people with memberOf.";
  return { problem: { about: "a group in a file from stdin", says }, username: dn };
}

/** The first value of each attribute. Bytes are `true`: they are there, and never a text such as a name or a password. */
function rowOf({ attributes }: LdifEntry): JsonObject {
  return Object.fromEntries(
    [...attributes].map(([name, [value = ""]]) => {
      // Bytes that happen to be UTF-8 were read as a text.
      const guid = name === "objectguid" ? guidText(bytesIn(value)) : undefined;
      return [name, guid ?? (typeof value === "string" ? value : true)];
    }),
  );
}

function bytesIn(value: string | Uint8Array): Uint8Array {
  return typeof value === "string" ? Buffer.from(value) : value;
}

function furtherValues({ attributes }: LdifEntry): readonly string[] {
  return [...attributes].flatMap(([name, { length }]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const isKept = field !== undefined && isField(field) && field.goes !== undefined;
    return length > 1 && isKept ? [`further values of ${shown(name)}`] : [];
  });
}

function isOf({ attributes }: LdifEntry, classes: readonly string[]): boolean {
  return (attributes.get("objectclass") ?? []).some((each) => classes.includes(String(each).toLowerCase()));
}

function textsOf({ attributes }: LdifEntry, name: string): readonly string[] {
  return (attributes.get(name) ?? []).filter((value): value is string => typeof value === "string");
}

/** The name of a group in memberOf: its cn. FreeIPA lists roles and rules there too, which are outside of its groups. */
function groupOf(dn: string): readonly string[] {
  const name = /^cn=((?:\\.|[^,\\+])+)/i.exec(dn)?.[1];
  const isRule = /,cn=(?:pbac|hbac|sudo|accounts),/i.test(dn) && !/,cn=groups,cn=accounts,/i.test(dn);
  return name === undefined || isRule ? [] : [name.replace(/\\(.)/g, "$1").trim()];
}

/** Directories compare names without regard to case and to spaces beside the commas. */
function normalized(dn: string): string {
  const trimmed = (text: string, mark: string) =>
    text
      .split(mark)
      .map((part) => part.trim())
      .join(mark);
  return trimmed(trimmed(dn.toLowerCase(), ","), "=");
}
