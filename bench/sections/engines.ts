import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { keepOnServerCore } from "../cores.ts";
import { databaseVariable } from "../floor/database-variable.ts";
import { type Server, startServer } from "../postgres-server.ts";
import { figure, range, type Section } from "../report.ts";
import { type Contender, ratioOf, takeTurns } from "../rotation.ts";
import { programIn, startTarget, type TargetPlan } from "../target.ts";
import { type Context, paceOf, planOf, usersCount } from "./context.ts";
import { floorFlowPlan, flowColumns, flowPlan, flowRow } from "./flow.ts";

const full = { rotations: 20, sliceMilliseconds: 500, warmUpRounds: 15_000, warmUpMillisecondsMax: 8_000 };
const quick = { rotations: 5, sliceMilliseconds: 300, warmUpRounds: 4_000, warmUpMillisecondsMax: 1_500 };
const wantedRatio = 0.75;
const run = promisify(execFile);

/**
 * Full flows with a live session on PostgreSQL, beside the same installation on SQLite and beside a floor that asks PostgreSQL as many
 * questions. Its CPU and memory count as the service's.
 */
export async function measureEngines(context: Context): Promise<Section> {
  await using stack = new AsyncDisposableStack();
  const { client, users, plan } = context.latchkey;
  // Not inside the run's folder, because a server that root starts runs as another user.
  const server = stack.use(await startServer(dirname(context.folder)));
  keepOnServerCore(server.pid);
  const groups = [{ users: users.map((user) => flowPlan(client, user)) }];
  const floorGroups = [{ users: context.fixture.sessions.map((session) => floorFlowPlan(context, session)) }];
  const contenders: Contender[] = [];
  for (const [each, load] of [
    [await onPostgres(plan, server), groups],
    [await floorOn(context, server), floorGroups],
    [plan, groups],
  ] as const)
    contenders.push({ target: stack.use(await startTarget(each)), groups: load });
  const pace = paceOf(context, full, quick);
  const measures = await takeTurns(context.driver, contenders, pace, context.progress);
  const [floor, base] = measures.slice(1).map((measure) => measure.groups[0]);
  const ratio = ratioOf(measures[0]?.groups[0], base).median;
  return {
    key: "engines",
    tables: [
      {
        title: "Full flow on PostgreSQL",
        explanation:
          `The round of the full flow, ${usersCount} users in a closed loop, ${pace.rotations} × ${pace.sliceMilliseconds} ms each in turns; ratios ` +
          "within each rotation. PostgreSQL runs on the core of the service, with the settings that initdb gives, and its CPU and memory are counted. " +
          "The floor asks it as many questions, by the same driver: two look-ups of a session and its account, and one insert.",
        columns: flowColumns.toSpliced(2, 1, "ratio to SQLite", "ratio to the floor"),
        rows: measures.map((measure) =>
          flowRow(measure, base).toSpliced(3, 0, range(ratioOf(measure.groups[0], floor), 2)),
        ),
      },
    ],
    goals: [
      {
        what: "full flow on PostgreSQL, beside SQLite",
        wanted: `≥ ${wantedRatio} ×`,
        measured: `${figure(ratio, 2)} ×`,
        isMet: ratio >= wantedRatio,
      },
    ],
    figures: measures,
  };
}

/** The floor, with a database of its own on the same server. */
async function floorOn(context: Context, { url, pid, client }: Server): Promise<TargetPlan> {
  await client.query("CREATE DATABASE floor");
  const plan = planOf(context, "postgres");
  const env = { ...plan.env, [databaseVariable]: new URL("floor", url).href };
  return { ...plan, env, databasePid: pid };
}

/** Copies the installation. No service may use it meanwhile. */
async function onPostgres(plan: TargetPlan, { url, pid }: Server): Promise<TargetPlan> {
  const { LATCHKEY_DATA_DIR: dataDir = "" } = plan.env;
  const env = { ...plan.env, LATCHKEY_DATABASE_URL: url, LATCHKEY_SECRET_FILE: join(dataDir, "master.key") };
  const file = `sqlite:${join(dataDir, "latchkey.db")}`;
  // The database that was moved from is closed, but both are used here.
  for (const words of [
    ["copy", file, url],
    ["reopen", file],
  ])
    await run(process.execPath, [programIn(plan), "db", ...words], { env: { ...process.env, ...plan.env } });
  return {
    ...plan,
    name: "Latchkey on PostgreSQL",
    env,
    logFile: `${plan.logFile}.postgres`,
    databasePid: pid,
  };
}
