import { execFile } from "node:child_process";
import { residentMegabytes } from "../processes.ts";
import { figure } from "../report.ts";
import { type Contender, takeTurns } from "../rotation.ts";
import { usersCount } from "../sections/context.ts";
import { startTarget, type Target, type TargetPlan } from "../target.ts";
import { type AxisResult, type CurveContext, flowCells, flowColumns, paceOf, turnsText } from "./context.ts";
import { type Copy, copyInstallation, databaseMegabytes, flowUsers } from "./installation.ts";

const setting = "LATCHKEY_WORKERS";
const counts = [1, 2];

/** Full flows with one process and with two on the same database, where this Latchkey knows the setting. */
export async function measureProcesses(context: CurveContext): Promise<AxisResult> {
  const { client, users } = context.latchkey;
  const copies = counts.map((count) =>
    copyInstallation(context, `${count} processes`, { [setting]: String(count) }),
  );
  const refusal = await refusalOf(copies.at(-1)?.plan);
  if (refusal !== undefined) return leftOut(refusal);
  await using stack = new AsyncDisposableStack();
  const targets: { readonly copy: Copy; readonly target: Target }[] = [];
  for (const copy of copies) {
    const target = stack.use(await startTarget({ ...copy.plan, isOnEveryCore: true }));
    targets.push({ copy, target });
  }
  const contenders = targets.map(
    ({ target }): Contender => ({ target, groups: [{ users: flowUsers(client, users, usersCount) }] }),
  );
  const pace = paceOf(context);
  const measures = await takeTurns(context.driver, contenders, pace, context.progress);
  const held = targets.map(({ copy, target }) => ({
    processes: target.pids.length,
    residentMegabytes: residentMegabytes(target.pids, "now"),
    databaseMegabytes: databaseMegabytes(copy.databaseFile),
  }));
  return {
    section: {
      key: "processes",
      tables: [
        {
          title: "Processes",
          explanation:
            `GET authorization and POST token, ${usersCount} users in a closed loop. Here the servers may use every core and share ` +
            `one with the driver, so compare within this table only. ${turnsText(pace)}`,
          columns: [setting, ...flowColumns],
          rows: counts.map((count, index) => [
            figure(count, 0),
            ...flowCells(
              measures[index],
              measures[0],
              held[index] ?? { residentMegabytes: undefined, databaseMegabytes: undefined },
            ),
          ]),
        },
      ],
      goals: [],
      figures: { counts, measures, held },
    },
    flatness: [],
  };
}

function leftOut(refusal: string): AxisResult {
  const table = {
    title: "Processes",
    explanation: `Left out: this Latchkey does not take ${setting}=${counts.at(-1)}. ${refusal}`,
    columns: [setting],
    rows: [],
  };
  return { section: { key: "processes", tables: [table], goals: [], figures: { refusal } }, flatness: [] };
}

/** What `config validate` says against the settings; undefined where they are valid. */
function refusalOf(plan: TargetPlan | undefined): Promise<string | undefined> {
  const [bin = ""] = plan?.args ?? [];
  const env = { ...process.env, ...plan?.env };
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  execFile(process.execPath, [bin, "config", "validate"], { env }, (error, stdout, stderr) => {
    const said = `${stdout}${stderr}`.replaceAll(/\s+/g, " ").trim();
    resolve(error === null ? undefined : `It says: ${said}`);
  });
  return promise;
}
