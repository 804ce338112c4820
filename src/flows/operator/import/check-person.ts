import type { Account } from "../../../identity/account.ts";
import { describeAccountNameProblem, readAccountName } from "../../../identity/account-name.ts";
import { describeForeignHashProblem, readForeignHash } from "../../../identity/foreign-hash.ts";
import {
  type GroupName,
  groupNameRule,
  groupsPerAccountMax,
  readGroupName,
} from "../../../identity/group.ts";
import { normalizePassword, type PasswordHash } from "../../../identity/password.ts";
import { totpSecretBytes } from "../../../identity/totp.ts";
import { readUpstreamName, type UpstreamName } from "../../../protocol/upstream/upstream.ts";
import { type AccountId, parseAccountId } from "../../../values/ids.ts";
import { ok, type Result, refuse } from "../../../values/result.ts";
import { type Instant, instantOf } from "../../../values/time.ts";
import { readPersonTexts } from "../account.ts";
import { describeAccountProblem } from "../account-problem.ts";
import type { TextsOfPerson } from "./person-texts.ts";

/** A person whose parts are all usable. Only the store knows whether names are free. */
export interface CheckedPerson {
  readonly facts: Omit<Account, "id" | "epoch" | "createdAt" | "updatedAt" | "passwordHash" | "groups">;
  readonly groups: readonly GroupName[];
  readonly passwordHash?: PasswordHash;
  /** To be hashed. */
  readonly password?: string;
  readonly totpSecret?: Uint8Array;
  readonly identities: readonly {
    readonly upstream: UpstreamName;
    readonly subject: string;
    readonly label?: string;
  }[];
  readonly id?: AccountId;
  readonly createdAt?: Instant;
  /** Parts of the person that are not kept, as sentences. */
  readonly leftOut: readonly string[];
}

/** The objects of the installation that people refer to. */
export interface Surroundings {
  readonly upstreams: ReadonlySet<string>;
}

const subjectLengthMax = 255;
const labelLengthMax = 254;

/** Checks a person by the rules of `user create`, and decides what of them is kept. A refusal is a sentence. */
export function checkPerson(
  texts: TextsOfPerson,
  { upstreams }: Surroundings,
): Result<CheckedPerson, string> {
  const { isEmailVerified, isDisabled, isAdmin = false } = texts;
  const facts = readPersonTexts(texts);
  if (!facts.ok) return refuse(describeAccountProblem(facts.reason));
  const name = texts.username ?? texts.email;
  if (name === undefined) return refuse("There is neither username nor e-mail address.");
  const username = readAccountName(name, facts.value.email);
  if (!username.ok)
    return refuse(`The username cannot be used. ${describeAccountNameProblem(username.reason)}`);
  const id = texts.userId === undefined ? undefined : parseAccountId(texts.userId);
  if (texts.userId !== undefined && id === undefined) return refuse("The user_id is none of this service.");
  const groups = readGroups(texts.groups);
  if (groups.names.length > groupsPerAccountMax)
    return refuse(`A person is in at most ${groupsPerAccountMax} groups.`);
  const secret = readSecret(texts);
  const totp = texts.totpSecret instanceof Uint8Array && texts.totpSecret.length === totpSecretBytes;
  const identities = readIdentities(texts.identities, upstreams);
  const createdAt = readInstant(texts.createdAt);
  const unverified = facts.value.email !== undefined && !isEmailVerified;
  const { requires } = texts;
  return ok({
    facts: {
      username: username.value,
      ...facts.value,
      ...(requires !== undefined && requires !== "one" && { requires }),
      ...(unverified && { isEmailUnverified: true }),
      isDisabled,
      isAdmin,
    },
    groups: groups.names,
    ...secret.kept,
    ...(totp && { totpSecret: texts.totpSecret as Uint8Array }),
    identities: identities.kept,
    ...(id !== undefined && { id }),
    ...(createdAt !== undefined && { createdAt }),
    leftOut: [
      ...texts.leftOut.map((what) => `Not kept: ${what}.`),
      ...groups.leftOut,
      ...secret.leftOut,
      ...(texts.totpSecret !== undefined && !totp
        ? ["The authenticator app is not kept: it is not one of 20 bytes, SHA-1, 6 digits and 30 seconds."]
        : []),
      ...identities.leftOut,
    ],
  });
}

function readGroups(texts: readonly string[]): { names: readonly GroupName[]; leftOut: readonly string[] } {
  const names = new Set<GroupName>();
  const leftOut: string[] = [];
  for (const text of texts) {
    const name = readGroupName(text);
    if (name === undefined)
      leftOut.push(`The group ${shown(text)} is left out: the name of a group has ${groupNameRule}.`);
    else names.add(name);
  }
  return { names: [...names], leftOut };
}

function readSecret({ password, passwordHash }: TextsOfPerson): {
  kept: Pick<CheckedPerson, "password" | "passwordHash">;
  leftOut: readonly string[];
} {
  const instead = "`latchkey user recover` makes a link for a new password.";
  if (passwordHash !== undefined) {
    const read = readForeignHash(passwordHash);
    if (read.ok) return { kept: { passwordHash: read.value.text }, leftOut: [] };
    return { kept: {}, leftOut: [`${describeForeignHashProblem(read.reason)} ${instead}`] };
  }
  if (password === undefined) return { kept: {}, leftOut: [] };
  const usable = normalizePassword(password).ok;
  return usable
    ? { kept: { password }, leftOut: [] }
    : { kept: {}, leftOut: [`The password is too long or no valid text. ${instead}`] };
}

function readIdentities(
  identities: TextsOfPerson["identities"],
  upstreams: ReadonlySet<string>,
): { kept: CheckedPerson["identities"]; leftOut: readonly string[] } {
  const kept: CheckedPerson["identities"][number][] = [];
  const leftOut: string[] = [];
  for (const { upstream, subject, label } of identities) {
    const name = readUpstreamName(upstream);
    if (name === undefined || !upstreams.has(name) || subject.length > subjectLengthMax)
      leftOut.push(`The link to the provider ${shown(upstream)} is left out: there is none of this name.`);
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
