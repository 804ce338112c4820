import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { keepOnServerCore } from "../cores.ts";
import { startServer } from "../postgres-server.ts";
import { figure, type Section } from "../report.ts";
import { type Contender, ratioOf, takeTurns } from "../rotation.ts";
import { programIn, startTarget, type TargetPlan } from "../target.ts";
import { type Context, paceOf, usersCount } from "./context.ts";
import { flowColumns, flowPlan, flowRow } from "./flow.ts";

const full = { rotations: 20, sliceMilliseconds: 500, warmUpRounds: 15_000, warmUpMillisecondsMax: 8_000 };
const quick = { rotations: 5, sliceMilliseconds: 300, warmUpRounds: 4_000, warmUpMillisecondsMax: 1_500 };
const wantedRatio = 0.75;
const run = promisify(execFile);

/** Full flows with a live session on PostgreSQL, beside the same installation on SQLite. Its CPU and memory count as the service's. */
export async function measureEngines(context: Context): Promise<Section> {
  await using stack = new AsyncDisposableStack();
  const { client, users, plan } = context.latchkey;
  // Not inside the run's folder, because a server that root starts runs as another user.
  const server = stack.use(await startServer(dirname(context.folder)));
  keepOnServerCore(server.pid);
  const groups = [{ users: users.map((user) => flowPlan(client, user)) }];
  const contenders: Contender[] = [];
  for (const each of [await onPostgres(plan, server), plan])
    contenders.push({ target: stack.use(await startTarget(each)), groups });
  const pace = paceOf(context, full, quick);
  const measures = await takeTurns(context.driver, contenders, pace, context.progress);
  const base = measures.at(-1)?.groups[0];
  const ratio = ratioOf(measures[0]?.groups[0], base).median;
  return {
    key: "engines",
    tables: [
      {
        title: "Full flow on PostgreSQL",
        explanation:
          `The round of the full flow, ${usersCount} users in a closed loop, ${pace.rotations} × ${pace.sliceMilliseconds} ms each in turns; ratios ` +
          "within each rotation. PostgreSQL runs on the core of the service, with the settings that initdb gives, and its CPU and memory are counted.",
        columns: flowColumns.with(2, "ratio to SQLite"),
        rows: measures.map((measure) => flowRow(measure, base)),
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

/** Copies the installation. No service may use it meanwhile. */
async function onPostgres(
  plan: TargetPlan,
  { url, pid }: { readonly url: string; readonly pid: number },
): Promise<TargetPlan> {
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
