/** An item of a layer: a box, or an arrow that crosses the layer. */
export interface Lane {
  /** Absent for a crossing arrow. */
  readonly name?: string;
  readonly above: Lane[];
  readonly below: Lane[];
  /** The two boxes that a crossing arrow connects. */
  readonly joins?: readonly [string, string];
}

/** The boxes and arrows to arrange. */
export interface Joint {
  readonly from: string;
  readonly to: string;
  /** A labelled arrow may point up if it would close a cycle. */
  readonly label?: string | undefined;
}

const sweeps = 24;

/** Puts every box below those that point at it, and orders each layer so that few arrows cross. Sugiyama's method. */
export function layersOf(joints: readonly Joint[]): readonly (readonly Lane[])[] {
  const ranks = ranksOf(joints);
  const lanes = new Map([...ranks.keys()].map((name) => [name, { name, above: [], below: [] } as Lane]));
  const layers: Lane[][] = Array.from({ length: Math.max(...ranks.values()) + 1 }, () => []);
  for (const [name, rank] of ranks) layers[rank]?.push(...present(lanes.get(name)));
  for (const { from, to } of joints) {
    const [upper, lower] = rankOf(ranks, from) < rankOf(ranks, to) ? [from, to] : [to, from];
    let [before] = present(lanes.get(upper));
    const [end] = present(lanes.get(lower));
    const isKnown = laneOf(layers, { from, to }).length > 0;
    if (before === undefined || end === undefined || isKnown) continue;
    for (let rank = rankOf(ranks, upper) + 1; rank < rankOf(ranks, lower); rank += 1) {
      const passage: Lane = { above: [], below: [], joins: [upper, lower] };
      layers[rank]?.push(passage);
      join(before, passage);
      before = passage;
    }
    join(before, end);
  }
  return ordered(layers);
}

/** The items along an arrow, including its two boxes; none if the boxes are not connected. */
export function laneOf(layers: readonly (readonly Lane[])[], { from, to }: Joint): readonly Lane[] {
  const all = layers.flat();
  const [start, end] = [from, to].map((name) => all.find((lane) => lane.name === name));
  if (start === undefined || end === undefined) return [];
  for (const [upper, lower, isTurned] of [
    [start, end, false],
    [end, start, true],
  ] as const) {
    const passages = all.filter(({ joins }) => joins?.[0] === upper.name && joins?.[1] === lower.name);
    if (passages.length === 0 && !upper.below.includes(lower)) continue;
    const lane = [upper, ...passages, lower];
    return isTurned ? lane.toReversed() : lane;
  }
  return [];
}

function join(upper: Lane, lower: Lane): void {
  upper.below.push(lower);
  lower.above.push(upper);
}

function present(lane: Lane | undefined): readonly Lane[] {
  return lane === undefined ? [] : [lane];
}

function rankOf(ranks: ReadonlyMap<string, number>, name: string): number {
  return ranks.get(name) ?? 0;
}

/** The longest path from the top. A labelled arrow counts only if it closes no cycle. */
function ranksOf(joints: readonly Joint[]): ReadonlyMap<string, number> {
  const counted: Joint[] = [];
  const reaches = (from: string, to: string): boolean =>
    from === to || counted.some((joint) => joint.from === from && reaches(joint.to, to));
  for (const joint of [...joints].sort(
    (a, b) => Number(a.label !== undefined) - Number(b.label !== undefined),
  ))
    if (!reaches(joint.to, joint.from)) counted.push(joint);
  const ranks = new Map(joints.flatMap(({ from, to }) => [from, to]).map((name) => [name, 0]));
  for (let round = 0; round < ranks.size; round += 1)
    for (const { from, to } of counted) ranks.set(to, Math.max(rankOf(ranks, to), rankOf(ranks, from) + 1));
  // A box that nothing points at is placed right above the first one that it points at.
  for (const name of ranks.keys())
    if (!counted.some(({ to }) => to === name)) {
      const below = counted.filter(({ from }) => from === name).map(({ to }) => rankOf(ranks, to));
      if (below.length > 0) ranks.set(name, Math.min(...below) - 1);
    }
  return ranks;
}

/** Sorts each layer by the average position of connected items, alternately from the top and the bottom, and keeps the best order. */
function ordered(layers: readonly Lane[][]): readonly (readonly Lane[])[] {
  let best = layers.map((layer) => [...layer]);
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const isDown = sweep % 2 === 0;
    for (const layer of isDown ? layers : layers.toReversed()) {
      const place = new Map(layers.flatMap((each) => each.map((lane, index) => [lane, index / each.length])));
      const middle = (lane: Lane) => {
        const joined = isDown ? lane.above : lane.below;
        if (joined.length === 0) return place.get(lane) ?? 0;
        return joined.reduce((sum, one) => sum + (place.get(one) ?? 0), 0) / joined.length;
      };
      layer.sort((left, right) => middle(left) - middle(right));
    }
    if (crossings(layers) < crossings(best)) best = layers.map((layer) => [...layer]);
  }
  return best;
}

function crossings(layers: readonly (readonly Lane[])[]): number {
  let count = 0;
  for (const [index, layer] of layers.entries()) {
    const below = layers[index + 1] ?? [];
    const ways = layer.flatMap((lane, from) => lane.below.map((one) => [from, below.indexOf(one)] as const));
    for (const [from, to] of ways)
      for (const [otherFrom, otherTo] of ways) if (from < otherFrom && to > otherTo) count += 1;
  }
  return count;
}
