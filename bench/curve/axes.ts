import { residentMegabytes } from "../processes.ts";
import { figure, type Section } from "../report.ts";
import { type Contender, takeTurns } from "../rotation.ts";
import type { UserPlan } from "../scripts.ts";
import { alike, usersCount } from "../sections/context.ts";
import type { StoredTokens } from "../stored.ts";
import { startTarget } from "../target.ts";
import {
  type AxisResult,
  type CurveContext,
  flatnessOf,
  flowCells,
  flowColumns,
  paceOf,
  turnsText,
} from "./context.ts";
import { fillAccounts, fillClients, fillGrants, tokenLifetimeSeconds } from "./fill.ts";
import { copyInstallation, databaseMegabytes, flowUsers } from "./installation.ts";
import { type Load, measureStoredAxis } from "./stored-axis.ts";

/** The first so many powers of ten from `first` on. */
function tens(first: number, times: number): readonly number[] {
  return Array.from({ length: times }, (_, index) => first * 10 ** index);
}

function samePeople<Filled>({ latchkey: { client, users } }: CurveContext): Load<Filled> {
  return {
    name: "flows of the same 16 people",
    explanation: `GET authorization and POST token of ${usersCount} people in a closed loop, who were made by the command line.`,
    users: () => flowUsers(client, users, usersCount),
  };
}

/** Full flows of more and more users of one server. */
export async function measureUsers(context: CurveContext): Promise<AxisResult> {
  const counts = [1, 4, 16, 64, 256];
  const { client, users } = context.latchkey;
  const copy = copyInstallation(context, "users");
  await using target = await startTarget(copy.plan);
  const contenders = counts.map(
    (count): Contender => ({ target, groups: [{ users: flowUsers(client, users, count) }] }),
  );
  const pace = paceOf(context);
  const measures = await takeTurns(context.driver, contenders, pace, context.progress);
  const held = {
    residentMegabytes: residentMegabytes(target.pids, "now"),
    databaseMegabytes: databaseMegabytes(copy.databaseFile),
  };
  const section: Section = {
    key: "users",
    tables: [
      {
        title: "Concurrent users",
        explanation:
          "GET authorization and POST token, each user on a connection of their own in a closed loop, all on one server, " +
          `whose memory and database are told at the end. ${turnsText(pace)}`,
        columns: ["users", ...flowColumns],
        rows: counts.map((count, index) => [
          figure(count, 0),
          ...flowCells(measures[index], measures[0], held),
        ]),
      },
    ],
    goals: [],
    figures: { counts, measures, ...held },
  };
  const at = (count: number) => ({ name: `${count} users`, measure: measures[counts.indexOf(count)] });
  // More users wait longer for each other; what one flow costs must not grow, nor the rate fall.
  const flatness = flatnessOf("flows", at(16), at(256)).filter(({ what }) => !what.endsWith("p99"));
  return { section, flatness };
}

/** Flows and look-ups beside more and more stored grants. */
export function measureGrants(context: CurveContext): Promise<AxisResult> {
  const { client } = context.latchkey;
  const lookUp = (
    name: string,
    explanation: string,
    plan: (tokens: StoredTokens) => UserPlan,
  ): Load<StoredTokens> => ({
    name,
    explanation: `${explanation} with any of the stored tokens, ${usersCount} users in a closed loop. The service remembers about 10,000 tokens; beyond that nearly each is read from the database.`,
    users: (tokens) => alike(usersCount, plan(tokens)),
  });
  return measureStoredAxis(context, {
    key: "grants",
    title: "Stored grants",
    noun: "grants",
    counts: tens(1_000, context.isQuick ? 3 : 5),
    env: { LATCHKEY_ACCESS_TOKEN_LIFETIME_SECONDS: String(tokenLifetimeSeconds) },
    fill: (file, count) => fillGrants(file, count, client.clientId),
    loads: [
      samePeople(context),
      lookUp("userinfo", "GET userinfo", (tokens) => ({ kind: "stored-userinfo", tokens })),
      lookUp("introspection", "POST introspection", (tokens) => ({
        kind: "stored-introspection",
        client,
        tokens,
      })),
    ],
    commands: [[], ["db", "status"]],
  });
}

/** Flows beside more and more accounts, each with a session. */
export function measureAccounts(context: CurveContext): Promise<AxisResult> {
  const { client, users } = context.latchkey;
  const cookieName = Object.keys(users[0]?.cookies ?? {}).find((name) => name.endsWith("session"));
  if (cookieName === undefined) throw new Error("Nobody has a session.");
  return measureStoredAxis(context, {
    key: "accounts",
    title: "Accounts and sessions",
    noun: "accounts",
    counts: tens(100, context.isQuick ? 3 : 5),
    fill: fillAccounts,
    loads: [
      samePeople(context),
      {
        name: "flows of anybody",
        explanation: `The same by anybody who has an account: every account has one session, each flow is that of another. The service remembers 50,000 sessions; beyond that nearly each is read from the database.`,
        users: (count) => alike(usersCount, { kind: "stored-flow", client, cookieName, sessions: { count } }),
      },
    ],
    commands: [[], ["user", "list", "--json"], ["session", "list", "--json"]],
  });
}

/** Flows beside more and more clients. */
export function measureClients(context: CurveContext): Promise<AxisResult> {
  return measureStoredAxis(context, {
    key: "clients",
    title: "Clients",
    noun: "clients",
    counts: tens(10, context.isQuick ? 3 : 5),
    fill: fillClients,
    loads: [samePeople(context)],
    commands: [[], ["client", "list", "--json"]],
  });
}
