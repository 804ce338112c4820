import type { Account } from "../../../identity/account.ts";
import { type GroupName, groupsMax } from "../../../identity/group.ts";
import { type NormalizedPassword, normalizePassword, type PasswordHash } from "../../../identity/password.ts";
import { encodeTotpSecret, totpSecretOf } from "../../../identity/totp.ts";
import { sha256 } from "../../../values/digest.ts";
import { accountIdOf } from "../../../values/ids.ts";
import { isJsonObject, parseJson } from "../../../values/json-object.ts";
import { ok, type Result, refuse } from "../../../values/result.ts";
import type { Accounts, Groups, Passwords } from "../../account-ports.ts";
import type { AuditEntry, Auditor } from "../../audit.ts";
import type { ImportedPerson, Imports, PersonOutcome } from "../../import-ports.ts";
import type { Sealer } from "../../key-ports.ts";
import type { Clock, Random } from "../../ports.ts";
import type { Upstreams } from "../../upstream-ports.ts";
import { type CheckedPerson, checkPerson, shown } from "./check-person.ts";
import type { TextsOfPerson } from "./person-texts.ts";

/** The ports of importing people. */
export interface ImportRegistry {
  readonly accounts: Accounts;
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
  /** Nothing is kept. */
  readonly isDryRun: boolean;
}

/** One person of the file, or the reason why there is none to read. */
export type Entry =
  | { readonly line: number; readonly person: TextsOfPerson }
  | { readonly line: number; readonly problem: string };

/** What the report says about one entry. "partly": the person is kept, and something of them is not. */
export interface ReportLine {
  readonly line: number;
  readonly username?: string;
  readonly outcome: "refused" | "skipped" | "partly";
  readonly reason: string;
}

/** How many entries ended how. `partly` counts people who are among created or updated too. */
export interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly refused: number;
  readonly partly: number;
}

/** How far an import is. */
export interface Tally {
  readonly position: number;
  readonly counts: Counts;
  /** The length of the report before the lines of the last batch, and these lines. */
  readonly reportBytes: number;
  readonly lastReport: readonly ReportLine[];
}

/** The start of every import. */
export const emptyTally: Tally = {
  position: 0,
  counts: { created: 0, updated: 0, skipped: 0, refused: 0, partly: 0 },
  reportBytes: 0,
  lastReport: [],
};

/** Where the report goes. */
export interface Report {
  /** Appends lines; the length of the whole report before them. */
  append(lines: readonly ReportLine[]): Promise<number>;
  /** The length of the report. */
  length(): Promise<number>;
  /** Cuts the report to the length that it had, for an import that goes on. */
  cut(bytes: number): Promise<void>;
}

/** A batch is one transaction: other writers wait for it for some milliseconds. */
export const batchSize = 200;
const idLength = 20;

/** What one import is made of. */
export interface PeopleImport {
  /** The digest of the file and of the options that change what is done with it. */
  readonly source: ReturnType<typeof sha256>;
  readonly entries: AsyncIterable<Entry>;
  readonly options: ImportOptions;
  readonly report: Report;
  readonly onProgress: (tally: Tally) => void;
  readonly isInterrupted: () => boolean;
}

/** The end of an import. "moved-on": another run of the same import is at work. */
export type ImportEnd = Result<Tally, "moved-on" | "interrupted">;

/** The same file with the same options is one import; another run of it goes on where the last one stopped. */
export function sourceOf(
  fileDigest: Uint8Array,
  options: ImportOptions & { readonly format: string },
): PeopleImport["source"] {
  const { format, onConflict, createsGroups } = options;
  const words = `import ${format} ${onConflict} ${createsGroups} ${Buffer.from(fileDigest).toString("hex")}`;
  return sha256(words);
}

/** The progress of an import that was cut off; undefined where this source is not under way. */
export async function findUnfinished(
  imports: Imports,
  source: PeopleImport["source"],
): Promise<Tally | undefined> {
  const found = await imports.find(source);
  const json = found && parseJson(found.tally);
  return isJsonObject(json) && found
    ? { ...emptyTally, ...(json as Partial<Tally>), position: found.position }
    : undefined;
}

/**
 * Imports people in batches, each with its progress in one transaction. A run of an import that was cut off goes on behind the last
 * batch: nobody comes twice, and the report has no gap.
 */
export async function importPeople(registry: ImportRegistry, wanted: PeopleImport): Promise<ImportEnd> {
  const { report, source, options } = wanted;
  const known = options.isDryRun ? undefined : await findUnfinished(registry.imports, source);
  let tally = known ?? emptyTally;
  await report.cut(tally.reportBytes);
  await report.append(tally.lastReport);
  const surroundings = await readSurroundings(registry);
  let passed = 0;
  let batch: Entry[] = [];
  const flush = async (): Promise<boolean> => {
    const next = await keepBatch(registry, wanted, surroundings, { batch, tally });
    batch = [];
    if (next === undefined) return false;
    tally = next;
    wanted.onProgress(tally);
    return true;
  };
  for await (const entry of wanted.entries) {
    passed += 1;
    if (passed <= tally.position) continue;
    batch.push(entry);
    if (batch.length < batchSize) continue;
    if (!(await flush())) return refuse("moved-on");
    if (wanted.isInterrupted()) return refuse("interrupted");
  }
  if (batch.length > 0 && !(await flush())) return refuse("moved-on");
  if (!options.isDryRun) await registry.imports.finish(source, registry.clock.now());
  return ok(tally);
}

interface Surroundings {
  readonly upstreams: ReadonlySet<string>;
  readonly groups: Set<string>;
}

async function readSurroundings({ upstreams, groups }: ImportRegistry): Promise<Surroundings> {
  const { items } = await groups.list({ limit: groupsMax });
  return {
    upstreams: new Set((await upstreams.list()).map(({ name }) => name)),
    groups: new Set(items.map(({ name }) => name)),
  };
}

/** What is known of an entry before the store has a word. */
interface Prepared {
  readonly line: number;
  readonly username?: string | undefined;
  readonly person?: ImportedPerson;
  readonly notes: readonly string[];
  readonly outcome: "keep" | "refused" | "skipped";
}

async function keepBatch(
  registry: ImportRegistry,
  wanted: PeopleImport,
  surroundings: Surroundings,
  { batch, tally }: { readonly batch: readonly Entry[]; readonly tally: Tally },
): Promise<Tally | undefined> {
  const { source, options, report } = wanted;
  const prepared = await prepareAll(registry, options, surroundings, batch);
  const people = prepared.flatMap(({ person, outcome }) => (person && outcome === "keep" ? [person] : []));
  const reportBytes = await report.length();
  const after = (outcomes: readonly PersonOutcome[]) => tallyAfter(tally, prepared, outcomes, reportBytes);
  if (options.isDryRun) {
    const next = after(people.map(({ isKnown }) => ({ kind: isKnown ? "updated" : "created", leftOut: [] })));
    await report.append(next.lastReport);
    return next;
  }
  const progressAfter = (outcomes: readonly PersonOutcome[]) => {
    const { position, ...rest } = after(outcomes);
    return { position, tally: JSON.stringify(rest) };
  };
  const at = registry.clock.now();
  const auditAfter = (outcomes: readonly PersonOutcome[]) =>
    auditOf(registry.audit, wanted, { people, outcomes, counts: after(outcomes).counts });
  const from = tally.position;
  const kept = await registry.imports.keep({ source, from, people, progressAfter, auditAfter, at });
  if (!kept.ok) return undefined;
  const next = after(kept.value);
  await report.append(next.lastReport);
  return next;
}

/**
 * One entry tells of a batch: an import of all people would fill the trail with what it says already. An account that was here before
 * has an entry of its own.
 */
function auditOf(
  audit: Auditor,
  { source }: PeopleImport,
  kept: {
    readonly people: readonly ImportedPerson[];
    readonly outcomes: readonly PersonOutcome[];
    readonly counts: Counts;
  },
): readonly AuditEntry[] {
  const changed = kept.people.filter((_, index) => kept.outcomes[index]?.kind === "updated");
  return [
    audit.entry("users-imported", undefined, {
      import: Buffer.from(source).toString("hex").slice(0, 16),
      people: kept.people.length,
      ...kept.counts,
    }),
    ...changed.map(({ account }) =>
      audit.entry("user-changed", { kind: "user", id: account.id }, { byImport: true }),
    ),
  ];
}

/** Clear passwords are hashed a few at a time: more would only wait in the queue. */
async function prepareAll(
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
  if ("problem" in entry) return { line, notes: [entry.problem], outcome: "refused" };
  const username = entry.person.username ?? entry.person.email;
  const refused = (reason: string): Prepared => ({ line, username, notes: [reason], outcome: "refused" });
  const checked = checkPerson(entry.person, surroundings);
  if (!checked.ok) return refused(checked.reason);
  const missing = await findMissing(registry, options, surroundings, checked.value.groups);
  if (missing !== undefined) return refused(missing);
  const known = await findKnown(registry, checked.value);
  if (known === "two") return refused("Username and e-mail address belong to two different accounts.");
  if (known !== undefined && options.onConflict === "skip")
    return {
      line,
      username,
      notes: ["Another account has this name or address already."],
      outcome: "skipped",
    };
  const passwordHash = await hashOf(registry, options, checked.value);
  const account = known
    ? changed(known, checked.value, passwordHash)
    : created(registry, checked.value, passwordHash);
  const { totpSecret, identities, leftOut } = checked.value;
  const sealedSecret =
    totpSecret && registry.sealer.seal("totp", encodeTotpSecret(account.id, totpSecretOf(totpSecret)));
  const person: ImportedPerson = {
    account,
    isKnown: known !== undefined,
    ...(sealedSecret !== undefined && { totp: { sealedSecret } }),
    identities,
  };
  return { line, username, person, notes: leftOut, outcome: "keep" };
}

async function findMissing(
  { groups, clock, audit }: ImportRegistry,
  { createsGroups, isDryRun }: ImportOptions,
  { groups: there }: Surroundings,
  names: readonly GroupName[],
): Promise<string | undefined> {
  for (const name of names) {
    if (there.has(name)) continue;
    if (!createsGroups)
      return `There is no group ${name}. Make it with \`latchkey group create\`, or import with --create-groups.`;
    const made = isDryRun
      ? ok(undefined)
      : await groups.create({ name, createdAt: clock.now() }, groupsMax, {
          audit: [audit.entry("group-created", { kind: "group", id: name })],
        });
    if (!made.ok && made.reason === "too-many") return `An installation has at most ${groupsMax} groups.`;
    there.add(name);
  }
  return undefined;
}

async function findKnown(
  { accounts }: ImportRegistry,
  { facts, id }: CheckedPerson,
): Promise<Account | "two" | undefined> {
  const { username, email } = facts;
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
  { password, passwordHash }: CheckedPerson,
): Promise<PasswordHash | undefined> {
  const normalized = password === undefined || isDryRun ? undefined : normalizePassword(password);
  if (!normalized?.ok) return passwordHash;
  return hashSoon(passwords, normalized.value);
}

async function hashSoon(passwords: Passwords, password: NormalizedPassword): Promise<PasswordHash> {
  const hashed = await passwords.hash(password);
  // No sign-in waits in this process, so there is room for those few that are hashed at once.
  if (!hashed.ok) throw new Error("The queue of hashes is full.");
  return hashed.value;
}

function created(
  { clock, random }: ImportRegistry,
  { facts, groups, id, createdAt }: CheckedPerson,
  passwordHash: PasswordHash | undefined,
): Account {
  const now = clock.now();
  return {
    id: id ?? accountIdOf(random.alphanumeric(idLength)),
    ...facts,
    groups,
    ...(passwordHash !== undefined && { passwordHash }),
    epoch: 0,
    createdAt: createdAt ?? now,
    updatedAt: now,
  };
}

/** The account with the details of the file. What the file does not say stays; rights are not given by an import. */
function changed(
  known: Account,
  { facts, groups }: CheckedPerson,
  passwordHash: PasswordHash | undefined,
): Account {
  const { isEmailUnverified: wasUnverified = false, ...before } = known;
  const isSameAddress = facts.email === undefined || facts.email === known.email;
  const { isEmailUnverified: saysUnverified = false, isAdmin: _, claims, ...details } = facts;
  const isUnverified = isSameAddress
    ? wasUnverified && (facts.email === undefined || saysUnverified)
    : saysUnverified;
  const allClaims = { ...known.claims, ...claims };
  return {
    ...before,
    ...details,
    ...(Object.keys(allClaims).length > 0 && { claims: allClaims }),
    ...(isUnverified && { isEmailUnverified: true }),
    groups,
    ...(passwordHash !== undefined && { passwordHash }),
  };
}

function tallyAfter(
  { position, counts }: Tally,
  prepared: readonly Prepared[],
  outcomes: readonly PersonOutcome[],
  reportBytes: number,
): Tally {
  const sum = { ...counts };
  const lastReport: ReportLine[] = [];
  let kept = 0;
  for (const { line, username, notes, outcome } of prepared) {
    const say = (how: ReportLine["outcome"], reason: string) =>
      lastReport.push({
        line,
        ...(username !== undefined && { username: username.slice(0, 254) }),
        outcome: how,
        reason,
      });
    if (outcome !== "keep") {
      sum[outcome] += 1;
      say(outcome, notes.join(" "));
      continue;
    }
    const done = outcomes[kept];
    kept += 1;
    if (done?.kind !== "created" && done?.kind !== "updated") {
      sum.refused += 1;
      const why = "The file has this name or address more than once, or somebody took it in this moment.";
      say("refused", done?.kind === "conflict" ? "Somebody changed the account in this moment." : why);
      continue;
    }
    sum[done.kind] += 1;
    const left = done.leftOut.map(
      (name) => `The link to the provider ${shown(name)} is left out: it is taken.`,
    );
    const reasons = [...notes, ...left];
    if (reasons.length === 0) continue;
    sum.partly += 1;
    say("partly", reasons.join(" "));
  }
  return { position: position + prepared.length, counts: sum, reportBytes, lastReport };
}
