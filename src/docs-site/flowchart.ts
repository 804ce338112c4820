import { html, type SafeHtml } from "../pages/html.ts";
import { type Lane, laneOf, layersOf } from "./layers.ts";
import { arrowHead, box, type Drawing, type Point, round, textWidth } from "./shapes.ts";

/** An arrow from one box to another. A dotted one has a label. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly label?: string | undefined;
}

const boxHeight = 32;
const layerHeight = 92;
const gap = 26;
const margin = 8;
/** The point at which an arrow crosses a layer. */
const passageWidth = 14;

/** Draws a flow chart from top to bottom, with arrows pointing down wherever possible. */
export function drawFlowchart(lines: readonly string[]): Drawing | undefined {
  const arrows = lines.map(read);
  if (!arrows.every((arrow) => arrow !== undefined) || arrows.length === 0) return undefined;
  const layers = layersOf(arrows);
  const places = placesOf(layers);
  const boxes = layers.flat().flatMap((lane) => (lane.name === undefined ? [] : [lane]));
  const at = (lane: Lane): Point => places.get(lane) ?? { x: 0, y: 0 };
  const ways = arrows.map((arrow) => wayOf(arrow, laneOf(layers, arrow).map(at)));
  return {
    width: Math.max(...layers.flat().map((lane) => at(lane).x + widthOf(lane) / 2)) + margin,
    height: (layers.length - 1) * layerHeight + boxHeight + 2 * margin,
    shapes: [
      ...ways.map(({ line }) => line),
      ...boxes.map((lane) => box(at(lane), widthOf(lane), boxHeight, lane.name ?? "")),
      ...ways.flatMap(({ label }) => label ?? []),
    ],
    sentences: arrows.map(
      ({ from, to, label }) => `${from} → ${to}${label === undefined ? "" : ` (${label})`}`,
    ),
  };
}

function read(line: string): Arrow | undefined {
  const [, from = "", label, to = ""] = /^([\w.-]+) (?:-->|-\. (\w+) \.->) ([\w.-]+)$/.exec(line) ?? [];
  return from === "" ? undefined : { from, to, ...(label !== undefined && { label }) };
}

function widthOf({ name }: Lane): number {
  return name === undefined ? passageWidth : textWidth(name) + 28;
}

/** Moves each item towards the middle of those it is connected to, as far as its neighbours allow. */
function placesOf(layers: readonly (readonly Lane[])[]): ReadonlyMap<Lane, Point> {
  const xs = new Map<Lane, number>();
  for (const layer of layers) spread(layer, new Map(layer.map((lane) => [lane, 0])), xs);
  for (let round = 0; round < 24; round += 1)
    for (const layer of round % 2 === 0 ? layers : layers.toReversed()) {
      const wanted = new Map(layer.map((lane) => [lane, wish(lane, xs)]));
      spread(layer, wanted, xs);
    }
  const left = Math.min(...[...xs].map(([lane, x]) => x - widthOf(lane) / 2));
  const places = new Map<Lane, Point>();
  for (const [index, layer] of layers.entries())
    for (const lane of layer) {
      const y = margin + boxHeight / 2 + index * layerHeight;
      places.set(lane, { x: round((xs.get(lane) ?? 0) - left + margin), y });
    }
  return places;
}

function wish(lane: Lane, xs: ReadonlyMap<Lane, number>): number {
  const joined = [...lane.above, ...lane.below].map((one) => xs.get(one) ?? 0);
  return joined.reduce((sum, x) => sum + x, 0) / Math.max(1, joined.length);
}

/** Places items once from the left and once from the right at their minimum distance, and takes the average. */
function spread(layer: readonly Lane[], wanted: ReadonlyMap<Lane, number>, xs: Map<Lane, number>): void {
  const pushed = (lanes: readonly Lane[], sign: 1 | -1) => {
    const found = new Map<Lane, number>();
    let edge = Number.NEGATIVE_INFINITY;
    for (const lane of lanes) {
      const half = widthOf(lane) / 2;
      const x = Math.max(sign * (wanted.get(lane) ?? 0), edge + half);
      found.set(lane, sign * x);
      edge = x + half + gap;
    }
    return found;
  };
  const [right, left] = [pushed(layer, 1), pushed(layer.toReversed(), -1)];
  for (const lane of layer) xs.set(lane, ((right.get(lane) ?? 0) + (left.get(lane) ?? 0)) / 2);
}

/** A curve through the points of a lane. One that leads up is drawn beside the one that leads down. */
function wayOf(
  { label }: Arrow,
  points: readonly Point[],
): { readonly line: SafeHtml; readonly label?: SafeHtml } {
  const [first = { x: 0, y: 0 }] = points;
  const last = points.at(-1) ?? first;
  const sign = first.y <= last.y ? 1 : -1;
  const aside = sign === 1 ? 0 : 16;
  const ends = points.map(({ x, y }, index) => {
    const inset =
      index === 0 ? (sign * boxHeight) / 2 : index === points.length - 1 ? (-sign * boxHeight) / 2 : 0;
    return { x: x + aside, y: y + inset };
  });
  const [start = first, ...others] = ends;
  let path = `M${start.x} ${start.y}`;
  let before = start;
  for (const next of others) {
    const half = (next.y - before.y) / 2;
    path += `C${before.x} ${before.y + half} ${next.x} ${next.y - half} ${next.x} ${next.y}`;
    before = next;
  }
  const kind = label === undefined ? "way" : "way answer";
  const line = html`<path class="${kind}" d="${path}"/>${arrowHead(before, { x: before.x, y: before.y - sign })}`;
  if (label === undefined) return { line };
  const [second = start] = others;
  const middle = { x: round((start.x + second.x) / 2), y: round((start.y + second.y) / 2 + 4) };
  return { line, label: html`<text class="label" x="${middle.x}" y="${middle.y}">${label}</text>` };
}
