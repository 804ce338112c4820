import {
  type AccountName,
  describeAccountNameProblem,
  readAccountName,
} from "../../../identity/account-name.ts";
import {
  describeForeignHashProblem,
  kindOfHash,
  readForeignHash,
  readWeakHash,
} from "../../../identity/foreign-hash.ts";
import {
  type GroupName,
  groupNameRule,
  groupsPerAccountMax,
  readGroupName,
} from "../../../identity/group.ts";
import type { OldDigest } from "../../../identity/old-digest.ts";
import { normalizePassword, type PasswordHash } from "../../../identity/password.ts";
import { totpSecretBytes } from "../../../identity/totp.ts";
import { readUpstreamName, type UpstreamName } from "../../../protocol/upstream/upstream.ts";
import { type AccountId, type KeptSubject, parseAccountId, parseKeptSubject } from "../../../values/ids.ts";
import { ok, type Result, refuse } from "../../../values/result.ts";
import { type Instant, instantOf } from "../../../values/time.ts";
import { type PersonFacts, type PersonTexts, readPersonTexts } from "../account.ts";
import { describeAccountProblem } from "../account-problem.ts";
import type { Note, TextsOfPerson } from "./person-texts.ts";

/** A person whose parts are all usable. Only the store knows whether names are free. */
export interface CheckedPerson {
  /** The username, or the address of a person without one. */
  readonly username: AccountName;
  readonly saysUsername: boolean;
  /** Absent ones, here and below, are those of which the file says nothing. */
  readonly facts: PersonFacts & Pick<PersonTexts, "requires">;
  readonly isEmailVerified?: boolean;
  readonly isDisabled?: boolean;
  readonly isAdmin?: boolean;
  readonly groups: readonly GroupName[];
  readonly passwordHash?: PasswordHash;
  /** To be wrapped. */
  readonly oldDigest?: OldDigest;
  /** To be hashed. */
  readonly password?: string;
  readonly totpSecret?: Uint8Array;
  readonly identities: readonly {
    readonly upstream: UpstreamName;
    readonly subject: string;
    readonly label?: string;
  }[];
  readonly id?: AccountId;
  readonly subject?: KeptSubject;
  readonly createdAt?: Instant;
  readonly lockedAt?: Instant;
  /** Parts of the person that are not kept. */
  readonly leftOut: readonly Note[];
}

/** The objects of the installation that people refer to. */
export interface Surroundings {
  readonly upstreams: ReadonlySet<string>;
}

const subjectLengthMax = 255;
const labelLengthMax = 254;
/** How a link that is left out is counted. */
export const aboutProviders = "link to a provider";

/** Checks a person by the rules of `user create`, and decides what of them is kept. */
export function checkPerson(texts: TextsOfPerson, { upstreams }: Surroundings): Result<CheckedPerson, Note> {
  const flags = readFlags(texts);
  if (!flags.ok) return flags;
  const { isAdmin: _, ...words } = texts;
  const read = readPersonTexts(words);
  if (!read.ok)
    return refuse({
      about: read.reason.kind.replaceAll("-", " "),
      says: describeAccountProblem(read.reason),
    });
  const name = texts.username ?? texts.email;
  if (name === undefined)
    return refuse({ about: "nameless", says: "There is neither username nor e-mail address." });
  const username = readAccountName(name, read.value.email);
  if (!username.ok) {
    const says = `The username cannot be used. ${describeAccountNameProblem(username.reason)}`;
    return refuse({ about: "username unusable", says });
  }
  const id = texts.userId === undefined ? undefined : parseAccountId(texts.userId);
  if (texts.userId !== undefined && id === undefined)
    return refuse({ about: "user_id unusable", says: "The user_id is not one of this service." });
  const subject = texts.subject === undefined ? undefined : parseKeptSubject(texts.subject);
  if (texts.subject !== undefined && subject === undefined)
    return refuse({
      about: "sub unusable",
      says: `The sub ${shown(texts.subject)} cannot be kept: a sub must have 1 to 255 printable ASCII characters and must not look like an id of this service. Without it, the person gets a new one.`,
    });
  const groups = readGroups(texts.groups);
  if (groups.names.length > groupsPerAccountMax)
    return refuse({
      about: "too many groups",
      says: `A person is in at most ${groupsPerAccountMax} groups.`,
    });
  const secret = readSecret(texts);
  const totp = typeof texts.totpSecret === "object" && texts.totpSecret.length === totpSecretBytes;
  const identities = readIdentities(texts.identities, upstreams);
  const [createdAt, lockedAt] = [readInstant(texts.createdAt), readInstant(texts.lockedAt)];
  const { requires } = texts;
  return ok({
    username: username.value,
    saysUsername: texts.username !== undefined,
    facts: { ...read.value, ...(requires !== undefined && { requires }) },
    ...flags.value,
    groups: groups.names,
    ...secret.kept,
    ...(totp && { totpSecret: texts.totpSecret as Uint8Array }),
    identities: identities.kept,
    ...(id !== undefined && { id }),
    ...(subject !== undefined && { subject }),
    ...(createdAt !== undefined && { createdAt }),
    ...(lockedAt !== undefined && { lockedAt }),
    leftOut: [
      ...texts.leftOut.map((what) =>
        typeof what === "string"
          ? { about: "more than an account has", says: `Not kept: ${what}.`, name: what }
          : what,
      ),
      ...groups.leftOut,
      ...secret.leftOut,
      ...(texts.totpSecret !== undefined && !totp ? [noApp] : []),
      ...identities.leftOut,
    ],
  });
}

const noApp: Note = {
  about: "authenticator app of another kind",
  name: "authenticator app of another kind",
  says: "The authenticator app is not kept: it is not one of 20 bytes, SHA-1, 6 digits and 30 seconds.",
};

type Flags = Pick<CheckedPerson, "isEmailVerified" | "isDisabled" | "isAdmin">;

/** A flag with another value is not a reason to let somebody in, so the person is refused. */
function readFlags({ isEmailVerified, isDisabled, isAdmin }: TextsOfPerson): Result<Flags, Note> {
  if ([isEmailVerified, isDisabled, isAdmin].includes("unusable"))
    return refuse({
      about: "a flag that is neither true nor false",
      says: "Whether the person is disabled, verified or an administrator must be true or false, without quotation marks.",
    });
  const flags = { isEmailVerified, isDisabled, isAdmin };
  return ok(Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)));
}

function readGroups(texts: readonly string[]): { names: readonly GroupName[]; leftOut: readonly Note[] } {
  const names = new Set<GroupName>();
  const leftOut: Note[] = [];
  for (const text of texts) {
    const name = readGroupName(text);
    if (name === undefined)
      leftOut.push({
        about: "a group whose name cannot be used",
        name: "a group whose name cannot be used",
        says: `The group ${shown(text)} is left out: the name of a group has ${groupNameRule}.`,
      });
    else names.add(name);
  }
  return { names: [...names], leftOut };
}

function readSecret({ password, passwordHash }: TextsOfPerson): {
  kept: Pick<CheckedPerson, "password" | "passwordHash" | "oldDigest">;
  leftOut: readonly Note[];
} {
  const instead = "`latchkey user recover` makes a link for a new password.";
  if (passwordHash !== undefined) {
    const read = readForeignHash(passwordHash);
    if (read.ok) return { kept: { passwordHash: read.value.text }, leftOut: [] };
    const oldDigest = readWeakHash(passwordHash);
    if (oldDigest !== undefined) return { kept: { oldDigest }, leftOut: [] };
    const kind = kindOfHash(passwordHash);
    const says = `${describeForeignHashProblem(read.reason, kind)} ${instead}`;
    const name = kind === undefined ? "password hash" : `password hash (${kind})`;
    return { kept: {}, leftOut: [{ about: `password hash ${read.reason}`, says, name }] };
  }
  if (password === undefined) return { kept: {}, leftOut: [] };
  const usable = normalizePassword(password).ok;
  return usable
    ? { kept: { password }, leftOut: [] }
    : {
        kept: {},
        leftOut: [
          { about: "password unusable", says: `The password is too long or no valid text. ${instead}` },
        ],
      };
}

function readIdentities(
  identities: TextsOfPerson["identities"],
  upstreams: ReadonlySet<string>,
): { kept: CheckedPerson["identities"]; leftOut: readonly Note[] } {
  const kept: CheckedPerson["identities"][number][] = [];
  const leftOut: Note[] = [];
  for (const { upstream, subject, label } of identities) {
    const name = readUpstreamName(upstream);
    if (name === undefined || !upstreams.has(name) || subject.length > subjectLengthMax)
      leftOut.push({
        about: aboutProviders,
        name: aboutProviders,
        says: `The link to the provider ${shown(upstream)} is left out: no provider has this name.`,
      });
    else if (!kept.some((other) => other.upstream === name))
      kept.push({
        upstream: name,
        subject,
        ...(label !== undefined && { label: label.slice(0, labelLengthMax) }),
      });
  }
  return { kept, leftOut };
}

/** An unreadable instant is replaced by that of the import. */
function readInstant(text: string | undefined): Instant | undefined {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isSafeInteger(at) && at >= 0 ? instantOf(at) : undefined;
}

/** Quotes a text of the file in a sentence. */
export function shown(text: string): string {
  return JSON.stringify(text.length <= 80 ? text : `${text.slice(0, 80)}...`);
}
