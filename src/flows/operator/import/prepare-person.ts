import type { Account } from "../../../identity/account.ts";
import { type GroupName, groupsMax } from "../../../identity/group.ts";
import { normalizePassword, type PasswordHash } from "../../../identity/password.ts";
import { encodeTotpSecret, totpSecretOf } from "../../../identity/totp.ts";
import { accountIdOf, type KeptSubject, parseClientId } from "../../../values/ids.ts";
import { ok, type Result } from "../../../values/result.ts";
import type { Instant } from "../../../values/time.ts";
import type { Accounts, Groups, Passwords } from "../../account-ports.ts";
import type { Auditor } from "../../audit.ts";
import type { ImportedPerson, Imports } from "../../import-ports.ts";
import type { Sealer } from "../../key-ports.ts";
import type { Clients, Clock, Random } from "../../ports.ts";
import type { Upstreams } from "../../upstream-ports.ts";
import { isOwnClient } from "../own-clients.ts";
import { type CheckedPerson, checkPerson } from "./check-person.ts";
import type { Entry, Note, TextsOfPerson } from "./person-texts.ts";
import { updateOf, whyAdmins } from "./update-person.ts";

const idLength = 20;

/** The ports of importing people. */
export interface ImportRegistry {
  readonly accounts: Accounts;
  readonly clients: Pick<Clients, "find">;
  readonly groups: Groups;
  readonly upstreams: Upstreams;
  readonly imports: Imports;
  readonly passwords: Passwords;
  readonly sealer: Pick<Sealer, "seal">;
  readonly clock: Clock;
  readonly random: Random;
  readonly audit: Auditor;
}

/** What the operator wants. */
export interface ImportOptions {
  /** What becomes of a person whose name is taken: nothing, or the account gets the details of the file. */
  readonly onConflict: "skip" | "update";
  /** Groups that do not exist are made. Without this their people are refused. */
  readonly createsGroups: boolean;
  /** The file may make and change administrators, and enable disabled accounts. Without this such people are refused. */
  readonly changesRights: boolean;
  /** True for a dry run: everything is checked, and nothing is stored. */
  readonly isDryRun: boolean;
}

/** The objects of the installation that people refer to. Groups that an import creates are added. */
export interface Surroundings {
  readonly upstreams: ReadonlySet<string>;
  readonly groups: Set<string>;
}

/** Reads what people may refer to, once for an import. */
export async function readSurroundings({ upstreams, groups }: ImportRegistry): Promise<Surroundings> {
  const { items } = await groups.list({ limit: groupsMax });
  return {
    upstreams: new Set((await upstreams.list()).map(({ name }) => name)),
    groups: new Set(items.map(({ name }) => name)),
  };
}

/** What is known of an entry before it is stored. */
export interface Prepared {
  readonly line: number;
  readonly username?: string | undefined;
  readonly person?: ImportedPerson;
  /** The account as it was; undefined for a new person. */
  readonly known?: Account | undefined;
  readonly notes: readonly Note[];
  /** Members of the file that mean nothing outside its product. */
  readonly passedOver?: readonly string[] | undefined;
  readonly outcome: "keep" | "refused" | "skipped";
}

/** Prepares a batch. Clear passwords and weak digests are hashed a few at a time: more would only wait in the queue. */
export async function prepareAll(
  registry: ImportRegistry,
  options: ImportOptions,
  surroundings: Surroundings,
  batch: readonly Entry[],
): Promise<readonly Prepared[]> {
  const prepared: Prepared[] = [];
  const atOnce = 16;
  for (let start = 0; start < batch.length; start += atOnce)
    prepared.push(
      ...(await Promise.all(
        batch.slice(start, start + atOnce).map((entry) => prepare(registry, options, surroundings, entry)),
      )),
    );
  return prepared;
}

async function prepare(
  registry: ImportRegistry,
  options: ImportOptions,
  surroundings: Surroundings,
  entry: Entry,
): Promise<Prepared> {
  const { line } = entry;
  if ("problem" in entry)
    return { line, username: entry.username, notes: [entry.problem], outcome: "refused" };
  const username = entry.person.username ?? entry.person.email;
  const refused = (reason: Note): Prepared => ({ line, username, notes: [reason], outcome: "refused" });
  const checked = checkPerson(standingAt(entry.person, registry.clock.now()), surroundings);
  if (!checked.ok) return refused(checked.reason);
  const known = await findKnown(registry, checked.value);
  if (known === "two") return refused(isOfTwo);
  const { subject } = checked.value;
  const takenBy = subject && (await whoseSubject(registry, subject, known));
  if (takenBy !== undefined) return refused(takenBy);
  if (known !== undefined && options.onConflict === "skip")
    return { line, username, notes: [isTaken], outcome: "skipped" };
  const wanted = known ? updateOf(known, checked.value) : created(registry, checked.value);
  const whyRefused = options.changesRights ? undefined : whyAdmins(known, wanted, checked.value);
  if (whyRefused !== undefined) return refused(whyRefused);
  const missing = await findMissing(registry, options, surroundings, checked.value.groups);
  if (missing !== undefined) return refused(missing);
  const passwordHash = await hashOf(registry, options, checked.value);
  const account = withPassword(wanted, { passwordHash, isNew: known === undefined });
  const { totpSecret, identities, leftOut } = checked.value;
  const sealedSecret =
    totpSecret && registry.sealer.seal("totp", encodeTotpSecret(account.id, totpSecretOf(totpSecret)));
  const person: ImportedPerson = {
    account,
    isKnown: known !== undefined,
    ...(sealedSecret !== undefined && { totp: { sealedSecret } }),
    identities,
  };
  const isOtherSubject = known !== undefined && subject !== undefined && subject !== known.subject;
  const notes = isOtherSubject ? [...leftOut, subjectStays] : leftOut;
  return { line, username, person, known, notes, passedOver: entry.person.passedOver, outcome: "keep" };
}

/** The person of a file that says when an account is disabled or ends. Here neither happens by itself. */
function standingAt(person: TextsOfPerson, now: Instant): TextsOfPerson {
  return endedNow(disabledNow(person, now), now);
}

function endedNow({ endsAt, ...person }: TextsOfPerson, now: Instant): TextsOfPerson {
  if (endsAt === undefined || Number.isNaN(Date.parse(endsAt))) return person;
  if (Date.parse(endsAt) <= now) return { ...person, isDisabled: true };
  const says = `The account was to end on ${endsAt}; here it stays usable until \`latchkey user disable\`.`;
  const note = { about: "an account that ends later", name: "the end of an account", says };
  return { ...person, leftOut: [...person.leftOut, note] };
}

function disabledNow({ disabledUntil: until, ...person }: TextsOfPerson, now: Instant): TextsOfPerson {
  // An end that is no time is none, and a comparison with NaN is false.
  if (until === undefined || person.isDisabled === true || Date.parse(until) <= now) return person;
  const says = `The account was disabled until ${until}, and stays disabled here until \`latchkey user enable\`.`;
  return {
    ...person,
    isDisabled: true,
    leftOut: [...person.leftOut, { about: "disabled for a time", says }],
  };
}

/** Only the import that creates an account may leave its password with the old product: an account that exists may have had one here. */
function withPassword(
  account: Account,
  { passwordHash, isNew }: { readonly passwordHash: PasswordHash | undefined; readonly isNew: boolean },
): Account {
  if (passwordHash !== undefined) return { ...account, passwordHash };
  return isNew ? { ...account, hasOldPassword: true } : account;
}

/**
 * Why the subject of a line is already in use; undefined if it is free. A client's own token has the client id as its `sub`. This comes
 * before a password is hashed; what decides is `Imports.keep`.
 */
async function whoseSubject(
  { accounts, clients }: ImportRegistry,
  subject: KeptSubject,
  known: Account | undefined,
): Promise<Note | undefined> {
  const owner = await accounts.findBySubject(subject);
  if (owner !== undefined) return owner.id === known?.id ? undefined : subjectTaken;
  const clientId = parseClientId(subject);
  if (clientId === undefined) return undefined;
  // The service makes its own clients later.
  return isOwnClient({ id: clientId }) || (await clients.find(clientId)) ? subjectTaken : undefined;
}

/** How a line whose subject is in use is refused. */
export const subjectTaken: Note = {
  about: "sub of another account or application",
  says: "Another account, another line of the file or an application has this sub already.",
};
const subjectStays: Note = {
  about: "another sub than the account has",
  says: "The sub is not kept: an account never changes its own, because applications know the person by it.",
};

/** How a person whose name is taken is skipped. */
export const isTaken: Note = {
  about: "name or address taken",
  says: "Another account has this name or address already.",
};
/** How a person is refused whose username and address are those of two accounts. */
export const isOfTwo: Note = {
  about: "name and address of two accounts",
  says: "Username and e-mail address belong to two different accounts.",
};

async function findMissing(
  { groups, clock, audit }: ImportRegistry,
  { createsGroups, isDryRun }: ImportOptions,
  { groups: there }: Surroundings,
  names: readonly GroupName[],
): Promise<Note | undefined> {
  for (const name of names) {
    if (there.has(name)) continue;
    if (!createsGroups)
      return {
        about: "no such group (--create-groups)",
        says: `There is no group ${name}. Make it with \`latchkey group create\`, or import with --create-groups.`,
      };
    const made = isDryRun
      ? ok(undefined)
      : await groups.create({ name, createdAt: clock.now() }, groupsMax, {
          audit: [audit.entry("group-created", { kind: "group", id: name })],
        });
    if (!made.ok && made.reason === "too-many") return tooManyGroups;
    there.add(name);
  }
  return undefined;
}

const tooManyGroups: Note = {
  about: "too many groups",
  says: `An installation has at most ${groupsMax} groups.`,
};

async function findKnown(
  { accounts }: ImportRegistry,
  { username, facts: { email }, id }: CheckedPerson,
): Promise<Account | "two" | undefined> {
  const found = [
    id && (await accounts.find(id)),
    await accounts.findByName(username),
    email === undefined || email === username ? undefined : await accounts.findByName(email),
  ].filter((account) => account !== undefined);
  const [first, ...others] = found;
  return others.some((other) => other.id !== first?.id) ? "two" : first;
}

async function hashOf(
  { passwords }: ImportRegistry,
  { isDryRun }: ImportOptions,
  { password, passwordHash, oldDigest }: CheckedPerson,
): Promise<PasswordHash | undefined> {
  if (oldDigest !== undefined) return isDryRun ? undefined : inTime(await passwords.wrap(oldDigest));
  const normalized = password === undefined || isDryRun ? undefined : normalizePassword(password);
  if (!normalized?.ok) return passwordHash;
  return inTime(await passwords.hash(normalized.value));
}

/** No sign-in waits in this process, so the few passwords that are hashed at once find room. */
function inTime(hashed: Result<PasswordHash, "busy">): PasswordHash {
  if (!hashed.ok) throw new Error("The queue of hashes is full.");
  return hashed.value;
}

function created(
  { clock, random }: ImportRegistry,
  { username, facts, groups, id, subject, createdAt, lockedAt, ...checked }: CheckedPerson,
): Account {
  const now = clock.now();
  const { requires, ...details } = facts;
  return {
    id: id ?? accountIdOf(random.alphanumeric(idLength)),
    ...(subject !== undefined && { subject }),
    username,
    ...details,
    ...(requires !== undefined && requires !== "one" && { requires }),
    ...(facts.email !== undefined && checked.isEmailVerified !== true && { isEmailUnverified: true }),
    isDisabled: checked.isDisabled ?? false,
    ...(checked.isDisabled === true && lockedAt !== undefined && { lockedAt }),
    isAdmin: checked.isAdmin ?? false,
    groups,
    epoch: 0,
    createdAt: createdAt ?? now,
    updatedAt: now,
  };
}
