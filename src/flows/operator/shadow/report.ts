import type { Account } from "../../../identity/account.ts";
import type { Client } from "../../../protocol/client/client.ts";
import type { LostOffer } from "./compare-services.ts";
import { isDifference, type Repair, type ShadowOutcome, type ShadowPart, type ShadowRow } from "./row.ts";
import type { FoundBy, ShadowedSignIn, ShadowProblem } from "./shadow.ts";

/** A row over all sign-ins of an application, with the values of the first one that has its outcome. */
export interface MergedRow extends ShadowRow {
  /** Of how many sign-ins it is true. */
  readonly count: number;
  /** The person whose values are shown. */
  readonly username: string;
}

/** What one application would see. */
export interface ApplicationReport {
  readonly client: Client;
  readonly signInCount: number;
  /** Who signed in; nobody is named in a redacted report. */
  readonly people: readonly { readonly account: Account; readonly foundBy: FoundBy }[];
  readonly rows: readonly MergedRow[];
}

/** The whole comparison. */
export interface ShadowReport {
  readonly oldIssuer: string;
  readonly issuer: string;
  readonly lost: readonly LostOffer[];
  readonly applications: readonly ApplicationReport[];
  /** Answers that were not compared. `place` says where each stands. */
  readonly refused: readonly { readonly place: string; readonly problem: ShadowProblem | "is no answer" }[];
}

/** Gathers sign-ins by application. */
export function reportApplications(signIns: readonly ShadowedSignIn[]): readonly ApplicationReport[] {
  return [...Map.groupBy(signIns, ({ client }) => client.id).values()].flatMap((ofClient) => {
    const [first] = ofClient;
    if (first === undefined) return [];
    const people = ofClient.map(({ account, foundBy }) => ({ account, foundBy }));
    return [{ client: first.client, signInCount: ofClient.length, people, rows: merged(ofClient) }];
  });
}

/** True if an application would notice anything. */
export function hasDifference({ applications }: Pick<ShadowReport, "applications">): boolean {
  return applications.some(({ rows }) => rows.some(isDifference));
}

/** Counts rows by outcome. */
export function countsOf(rows: readonly ShadowRow[]): Readonly<Record<ShadowOutcome, number>> {
  const counts = { same: 0, expected: 0, differs: 0, "missing-here": 0, "missing-there": 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
}

function merged(signIns: readonly ShadowedSignIn[]): readonly MergedRow[] {
  const named = signIns.flatMap(({ account: { username }, rows }) =>
    rows.map((row) => ({ ...row, username })),
  );
  const groups = Map.groupBy(named, ({ part, name, outcome }) => JSON.stringify([part, name, outcome]));
  const rows = [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ ...first, count: group.length, repairs: commonRepairs(group) }];
  });
  const places = [...new Set(named.map(({ part, name }) => `${part} ${name}`))];
  const placeOf = ({ part, name }: { part: ShadowPart; name: string }) => places.indexOf(`${part} ${name}`);
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** A change of the application must be right for everybody whose values differ; a change of a person is right for that person. */
function commonRepairs(group: readonly ShadowRow[]): readonly Repair[] {
  const every = new Map(group.flatMap(({ repairs }) => repairs).map((repair) => [repair.command, repair]));
  return [...every.values()].filter(
    ({ command, isPersonal }) =>
      isPersonal || group.every(({ repairs }) => repairs.some((other) => other.command === command)),
  );
}

/** The same report, in which differences of these names do not count. */
export function ignoring(report: ShadowReport, names: readonly string[]): ShadowReport {
  const ignored = { outcome: "expected", because: "left out of account by --ignore", repairs: [] } as const;
  const applications = report.applications.map((application) => ({
    ...application,
    rows: application.rows.map((row) =>
      names.includes(row.name) && isDifference(row) ? { ...row, ...ignored } : row,
    ),
  }));
  return { ...report, applications };
}

/** The same without any value of a person: only names of claims, and whether they differ. */
export function redacted(report: ShadowReport): ShadowReport {
  const applications = report.applications.map(({ client, signInCount, rows }) => ({
    client,
    signInCount,
    people: [],
    rows: rows.map((row) => ({
      ...row,
      username: "",
      ...(row.part !== "tokens" || row.name === "sub" ? { there: undefined, here: undefined } : {}),
      // A map has the names of groups.
      repairs: row.repairs.filter(({ command, isPersonal }) => !isPersonal && !command.includes(" --map ")),
    })),
  }));
  return { ...report, applications };
}

/** The report for programs. */
export function shadowRecord(report: ShadowReport) {
  const { oldIssuer, issuer, lost, applications, refused } = report;
  return {
    old_issuer: oldIssuer,
    issuer,
    differs: hasDifference(report),
    applications: applications.map(({ client, signInCount, people, rows }) => ({
      client_id: client.id,
      name: client.name,
      sign_ins: signInCount,
      people: people.map(({ account, foundBy }) => ({
        user_id: account.id,
        username: account.username,
        found_by: foundBy,
      })),
      counts: countsOf(rows),
      rows: rows.map(({ part, name, outcome, there, here, because, repairs, count, username }) => ({
        part,
        name,
        outcome,
        there: there ?? null,
        here: here ?? null,
        count,
        username: username || null,
        because: because ?? null,
        commands: repairs.map(({ command }) => command),
      })),
    })),
    lost: lost.map(({ member, there, here }) => ({ member, there, here: here ?? null })),
    refused: refused.map(({ place, problem }) => ({ place, problem })),
  };
}
