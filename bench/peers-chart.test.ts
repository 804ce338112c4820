import assert from "node:assert/strict";
import { test } from "node:test";
import type { Machine } from "./machine.ts";
import { chartOf } from "./peers-chart.ts";
import type { Compared, PeersSection } from "./sections/peers.ts";

const machine: Machine = {
  cpu: "Some CPU",
  cores: 2,
  system: "linux",
  node: "v26.0.0",
  filesystem: "ext4",
  fdatasyncMicroseconds: 100,
  loadBefore: 0,
  pinning: "",
};

function entry(name: string, kind: Compared["kind"], kept: Compared["kept"], rate: number): Compared {
  const perSecond = { median: rate, min: rate, max: rate };
  const group = { perSecond, perSecondByRotation: [rate], rounds: 1, latencies: [] };
  const measure = {
    name,
    groups: [group],
    cpuMillisecondsPerRound: 1,
    cpuMilliseconds: 1,
    peakMegabytes: 1,
    driverBusy: perSecond,
  };
  return { name, kind, kept, measure };
}

test("what keeps everything stands before what a restart forgets, the fastest first, and the run is named below", () => {
  const figures = [
    entry("own", "latchkey", "codes and tokens", 30),
    entry("bare, tokens", "floor", "tokens", 50),
    entry("peer, memory", "peer", "nothing", 60),
    entry("peer, disk", "peer", "codes and tokens", 10),
    entry("bare, all", "floor", "codes and tokens", 40),
  ];
  const pace = { rotations: 3, sliceMilliseconds: 300, warmUpRounds: 0, warmUpMillisecondsMax: 0 };
  const section: PeersSection = { key: "peers", tables: [], goals: [], figures, pace };
  const svg = chartOf(section, machine);
  assert.match(svg, />3 turns of 300 ms; Some CPU, ext4, Node v26.0.0; load before the run 0.0</);
  const drawn = svg.matchAll(/<text class="name[^>]*>([^<]+)</g);
  assert.deepEqual(
    Array.from(drawn, ([, name]) => name),
    ["bare, all", "own", "peer, disk", "peer, memory", "bare, tokens"],
  );
});
