import { setTimeout as wait } from "node:timers/promises";
import { residentMegabytes } from "../processes.ts";
import { figure, range, type Table } from "../report.ts";
import { type Contender, type Measure, takeTurns } from "../rotation.ts";
import type { UserPlan } from "../scripts.ts";
import { startOnce } from "../sections/start-up.ts";
import { type Spread, spreadOf } from "../statistics.ts";
import { startTarget, type Target } from "../target.ts";
import {
  type AxisResult,
  type CurveContext,
  type Flatness,
  flatnessOf,
  flowCells,
  flowColumns,
  paceOf,
  turnsText,
} from "./context.ts";
import { type Copy, commandMilliseconds, copyInstallation, databaseMegabytes } from "./installation.ts";

/** What is asked of every point in the same way. */
export interface Load<Filled> {
  readonly name: string;
  readonly explanation: string;
  readonly users: (filled: Filled) => readonly UserPlan[];
}

/** An axis along which a table of the database grows. */
export interface StoredAxis<Filled> {
  readonly key: string;
  readonly title: string;
  readonly noun: string;
  readonly counts: readonly number[];
  readonly env?: Readonly<Record<string, string>>;
  /** Fills the closed database up to the count; answers what the loads need to know. */
  readonly fill: (databaseFile: string, count: number) => Filled;
  readonly loads: readonly Load<Filled>[];
  /** Commands whose time is told, as an operator would type them. */
  readonly commands: readonly (readonly string[])[];
}

interface Point<Filled> {
  readonly name: string;
  readonly copy: Copy;
  readonly filled: Filled;
  readonly fillMilliseconds: number;
  readonly startMilliseconds: Spread;
  readonly idleMegabytes: Spread;
}

interface Held {
  readonly residentMegabytes: number | undefined;
  readonly databaseMegabytes: number;
  readonly commandMilliseconds: readonly Spread[];
}

/** Fills one copy of the installation for each count, and asks all of them for the same in turns. */
export async function measureStoredAxis<Filled>(
  context: CurveContext,
  axis: StoredAxis<Filled>,
): Promise<AxisResult> {
  const points: Point<Filled>[] = [];
  for (const count of axis.counts) points.push(await openPoint(context, axis, count));
  await using stack = new AsyncDisposableStack();
  const targets: Target[] = [];
  for (const { copy } of points) targets.push(stack.use(await startTarget(copy.plan)));
  const byLoad: (readonly Measure[])[] = [];
  const pace = paceOf(context);
  for (const load of axis.loads) {
    context.progress(`${axis.key}: ${load.name}`);
    const contenders = points.flatMap(({ filled }, index): readonly Contender[] => {
      const target = targets[index];
      return target === undefined ? [] : [{ target, groups: [{ users: load.users(filled) }] }];
    });
    byLoad.push(await takeTurns(context.driver, contenders, pace, context.progress));
  }
  const held: Held[] = [];
  for (const [index, { copy }] of points.entries()) {
    context.progress(`${axis.key}: commands at ${points[index]?.name}`);
    held.push(await whatItHolds(context, axis, copy, targets[index]));
  }
  const tables = [
    ...axis.loads.map(
      (load, index): Table => ({
        title: `${axis.title}: ${load.name}`,
        explanation: `${load.explanation} ${turnsText(pace)}`,
        columns: [axis.noun, ...flowColumns.map((column) => columnOf(column, load.name))],
        rows: points.map(({ name }, point) => {
          const measures = byLoad[index] ?? [];
          return [name, ...flowCells(measures[point], measures[0], held[point] ?? nothing)];
        }),
      }),
    ),
    costTable(context, axis, points, held),
  ];
  const figures = {
    points: points.map(({ name, fillMilliseconds, startMilliseconds, idleMegabytes }, index) => ({
      name,
      fillMilliseconds,
      startMilliseconds,
      idleMegabytes,
      ...held[index],
    })),
    loads: axis.loads.map(({ name }, index) => ({ name, measures: byLoad[index] })),
  };
  return {
    section: { key: axis.key, tables, goals: [], figures },
    flatness: [
      ...axis.loads.flatMap(({ name }, index) => {
        const measures = byLoad[index] ?? [];
        const at = (point: number) => ({
          name: `${points.at(point)?.name} ${axis.noun}`,
          measure: measures.at(point),
        });
        return flatnessOf(name, at(0), at(-1));
      }),
      ...heldFlatness(axis, points, held),
    ],
  };
}

const nothing = { residentMegabytes: undefined, databaseMegabytes: undefined };

function columnOf(column: string, load: string): string {
  if (load.startsWith("flows")) return column;
  return column.replace("flows/s", "per second").replace("token ", "").replace("/flow", " each");
}

function commandText(words: readonly string[]): string {
  return `\`${["latchkey", ...words].join(" ")}\``;
}

async function openPoint<Filled>(
  context: CurveContext,
  axis: StoredAxis<Filled>,
  count: number,
): Promise<Point<Filled>> {
  const name = figure(count, 0);
  context.progress(`${axis.key}: filling ${name}`);
  const copy = copyInstallation(context, `${axis.key} ${count}`, axis.env);
  const startedAt = performance.now();
  const filled = axis.fill(copy.databaseFile, count);
  const fillMilliseconds = performance.now() - startedAt;
  const starts = [];
  for (let round = 0; round < (context.isQuick ? 2 : 5); round += 1) {
    starts.push(await startOnce(copy.plan, context.isQuick ? 200 : 1_000));
  }
  return {
    name,
    copy,
    filled,
    fillMilliseconds,
    startMilliseconds: spreadOf(starts.map(({ milliseconds }) => milliseconds)),
    idleMegabytes: spreadOf(starts.map(({ idleMegabytes }) => idleMegabytes ?? Number.NaN)),
  };
}

async function whatItHolds<Filled>(
  context: CurveContext,
  axis: StoredAxis<Filled>,
  copy: Copy,
  target: Target | undefined,
): Promise<Held> {
  const resident = target === undefined ? undefined : residentMegabytes(target.pids, "now");
  const database = databaseMegabytes(copy.databaseFile);
  const commands: Spread[] = [];
  for (const words of axis.commands) {
    const times: number[] = [];
    for (let round = 0; round < (context.isQuick ? 1 : 3); round += 1) {
      times.push(await commandMilliseconds(copy.plan, words));
      await wait(50);
    }
    commands.push(spreadOf(times));
  }
  return { residentMegabytes: resident, databaseMegabytes: database, commandMilliseconds: commands };
}

function costTable<Filled>(
  context: CurveContext,
  axis: StoredAxis<Filled>,
  points: readonly Point<Filled>[],
  held: readonly Held[],
): Table {
  return {
    title: `${axis.title}: start, memory, commands`,
    explanation:
      "From spawning the process to its first answer and its memory when idle, before anybody asked; and what a command " +
      `beside the running server takes, from spawning it to its end. ${context.isQuick ? "2 starts" : "5 starts, 3 runs"} each.`,
    columns: [
      axis.noun,
      "first answer ms (min–max)",
      "idle MB",
      ...axis.commands.map((words) => `${commandText(words)} ms`),
    ],
    rows: points.map(({ name, startMilliseconds, idleMegabytes }, index) => [
      name,
      range(startMilliseconds, 0),
      figure(idleMegabytes.median, 0),
      ...(held[index]?.commandMilliseconds.map(({ median }) => figure(median, 0)) ?? []),
    ]),
  };
}

function heldFlatness<Filled>(
  axis: StoredAxis<Filled>,
  points: readonly Point<Filled>[],
  held: readonly Held[],
): readonly Flatness[] {
  const ends = {
    from: `${points[0]?.name} ${axis.noun}`,
    to: `${points.at(-1)?.name} ${axis.noun}`,
    kind: "cost",
  } as const;
  const ratio = (read: (index: number) => number | undefined): number =>
    (read(points.length - 1) ?? Number.NaN) / (read(0) ?? Number.NaN);
  return [
    {
      what: "start to first answer",
      ...ends,
      ratio: ratio((index) => points[index]?.startMilliseconds.median),
    },
    { what: "idle memory", ...ends, ratio: ratio((index) => points[index]?.idleMegabytes.median) },
    { what: "memory under load", ...ends, ratio: ratio((index) => held[index]?.residentMegabytes) },
    ...axis.commands.map((words, command) => ({
      what: commandText(words),
      ...ends,
      ratio: ratio((index) => held[index]?.commandMilliseconds[command]?.median),
    })),
  ];
}
