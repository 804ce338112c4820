import type { Driver } from "../drive.ts";
import type { Fixture } from "../floor/listen.ts";
import { type FloorName, floorPlan } from "../floors.ts";
import type { Latchkey } from "../latchkey.ts";
import type { Contender, Pace } from "../rotation.ts";
import type { UserPlan } from "../scripts.ts";
import { startTarget, type Target, type TargetPlan } from "../target.ts";

/** What every section works with. */
export interface Context {
  readonly driver: Driver;
  /** For databases and logs; removed after the run. */
  readonly folder: string;
  readonly latchkey: Latchkey;
  readonly fixture: Omit<Fixture, "folder">;
  readonly isQuick: boolean;
  readonly progress: (line: string) => void;
}

/** How many people use the service at once, unless a section says otherwise. */
export const usersCount = 16;

/** How to start a floor of this run. */
export function planOf(context: Context, name: FloorName): TargetPlan {
  return floorPlan(name, context.folder, context.fixture, context.latchkey.page);
}

/** Starts a floor of this run; the stack stops it. */
export async function startFloor(
  context: Context,
  stack: AsyncDisposableStack,
  name: FloorName,
): Promise<Target> {
  return stack.use(await startTarget(planOf(context, name)));
}

/** So many users that all do the same. */
export function alike(count: number, plan: UserPlan): readonly UserPlan[] {
  return Array.from({ length: count }, () => plan);
}

/** The full or the quick pace. */
export function paceOf(context: Context, full: Pace, quick: Pace): Pace {
  return context.isQuick ? quick : full;
}

/** Starts Latchkey with the load that it gets. */
export async function latchkeyContender(
  { latchkey }: Context,
  stack: AsyncDisposableStack,
  groupsOf: (latchkey: Latchkey) => Contender["groups"],
): Promise<Contender> {
  return { target: stack.use(await startTarget(latchkey.plan)), groups: groupsOf(latchkey) };
}
