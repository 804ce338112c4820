import { type Bar, barChartSvg } from "./bar-chart.ts";
import type { Machine } from "./machine.ts";
import { figure } from "./report.ts";
import type { Compared, PeersSection } from "./sections/peers.ts";

const kinds = { latchkey: "own", floor: "reference", peer: "other" } as const;

/** The rates as a picture: what keeps everything apart from what a restart forgets, the fastest first. */
export function chartOf({ figures, pace }: PeersSection, machine: Machine): string {
  return barChartSvg({
    title: "Full sign-in flows a second, one core for each server",
    unit: "flows a second",
    groups: [
      {
        heading: "A power failure forgets no code and no token that was given out",
        bars: barsOf(figures.filter(({ kept }) => kept === "codes and tokens")),
      },
      {
        heading: "In memory: a restart forgets codes, or everything",
        bars: barsOf(figures.filter(({ kept }) => kept !== "codes and tokens")),
      },
    ],
    notes: [
      "A flow: GET authorization with a live session, then POST of the code. 16 users in a closed loop, servers in turns.",
      "A bar is the median of the turns, its line goes from the slowest to the fastest. Dashed: bare node:http, no product.",
      `${pace.rotations} turns of ${pace.sliceMilliseconds} ms; ${machine.cpu}, ${machine.filesystem}, Node ${machine.node}; load before the run ${figure(machine.loadBefore, 1)}`,
    ],
  });
}

function barsOf(entries: readonly Compared[]): readonly Bar[] {
  return entries
    .flatMap(({ name, kind, measure }): Bar[] => {
      const [group] = measure.groups;
      return group === undefined ? [] : [{ name, value: group.perSecond, kind: kinds[kind] }];
    })
    .toSorted((a, b) => b.value.median - a.value.median);
}
