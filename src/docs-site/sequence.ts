import { html, type SafeHtml } from "../pages/html.ts";
import { arrowHead, box, type Drawing, linesOf, round, textWidth } from "./shapes.ts";

interface Message {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** True for a response, drawn with a dashed line. */
  readonly isAnswer: boolean;
}

interface Note {
  readonly over: number;
  readonly text: string;
}

interface Sequence {
  readonly names: readonly string[];
  readonly steps: readonly (Message | Note)[];
}

const charactersMax = 24;
const lineHeight = 16;
const headHeight = 36;
const margin = 8;
/** The width of the loop for a message to oneself. */
const loopWidth = 26;

/** Draws a sequence diagram: participants side by side, and their messages from top to bottom, with numbers. */
export function drawSequence(lines: readonly string[]): Drawing | undefined {
  const sequence = read(lines);
  if (sequence === undefined) return undefined;
  const { names, steps } = sequence;
  const columns = columnsOf(sequence);
  const shapes: SafeHtml[] = [];
  let y = margin + headHeight + 14;
  let number = 0;
  for (const step of steps) {
    const words = linesOf("over" in step ? step.text : `${++number}. ${step.text}`, charactersMax);
    y += words.length * lineHeight + 6;
    shapes.push("over" in step ? noteOf(step, words, columns, y) : messageOf(step, words, columns, y));
    y += isLoop(step) ? 22 : 10;
  }
  const width = (columns.at(-1) ?? 0) + Math.max(boxWidth(names.at(-1) ?? "") / 2, loopWidth) + margin;
  const rails = columns.map(
    (x) => html`<line class="rail" x1="${x}" y1="${margin + headHeight}" x2="${x}" y2="${y}"/>`,
  );
  const heads = columns.map((x, index) =>
    box({ x, y: margin + headHeight / 2 }, boxWidth(names[index] ?? ""), headHeight, names[index] ?? ""),
  );
  return {
    width,
    height: y + margin,
    shapes: [...rails, ...heads, ...shapes],
    sentences: steps.map((step) => sentenceOf(step, names)),
  };
}

function read(lines: readonly string[]): Sequence | undefined {
  const ids: string[] = [];
  const names: string[] = [];
  const steps: (Message | Note)[] = [];
  for (const line of lines) {
    const participant = /^participant (\w+) as (.+)$/.exec(line);
    const message = /^(\w+)(--?>>)(\w+): (.+)$/.exec(line);
    const note = /^Note over (\w+): (.+)$/.exec(line);
    if (participant !== null) {
      ids.push(participant[1] ?? "");
      names.push(participant[2] ?? "");
    } else if (message !== null) {
      const [, from = "", arrow, to = "", text = ""] = message;
      steps.push({ from: ids.indexOf(from), to: ids.indexOf(to), text, isAnswer: arrow === "-->>" });
    } else if (note !== null) steps.push({ over: ids.indexOf(note[1] ?? ""), text: note[2] ?? "" });
    else if (line !== "autonumber") return undefined;
  }
  const isKnown = steps.every((step) => ("over" in step ? step.over : Math.min(step.from, step.to)) >= 0);
  return isKnown ? { names, steps } : undefined;
}

/** The x of each participant, with enough room for the messages between neighbours. */
function columnsOf({ names, steps }: Sequence): readonly number[] {
  const columns = [margin + Math.max(boxWidth(names[0] ?? ""), noteWidth(steps, 0)) / 2];
  for (let column = 1; column < names.length; column += 1) {
    let x =
      (columns[column - 1] ?? 0) +
      (boxWidth(names[column - 1] ?? "") + boxWidth(names[column] ?? "")) / 2 +
      16;
    for (const step of steps) {
      if ("over" in step || Math.max(step.from, step.to) < column) continue;
      const [left, right] = isLoop(step)
        ? [step.from, step.from + 1]
        : [Math.min(step.from, step.to), Math.max(step.from, step.to)];
      const loop = isLoop(step) ? loopWidth : 0;
      if (right === column) x = Math.max(x, (columns[left] ?? 0) + loop + widest(`00. ${step.text}`) + 24);
    }
    columns.push(round(x));
  }
  return columns;
}

function noteWidth(steps: Sequence["steps"], column: number): number {
  const notes = steps.filter((step): step is Note => "over" in step && step.over === column);
  return Math.max(0, ...notes.map(({ text }) => widest(text) + 20));
}

function widest(text: string): number {
  return Math.max(...linesOf(text, charactersMax).map(textWidth));
}

function boxWidth(name: string): number {
  return textWidth(name) + 28;
}

function isLoop(step: Message | Note): boolean {
  return !("over" in step) && step.from === step.to;
}

function noteOf(
  { over, text }: Note,
  words: readonly string[],
  columns: readonly number[],
  y: number,
): SafeHtml {
  const [x, width, height] = [columns[over] ?? 0, widest(text) + 20, words.length * lineHeight + 10];
  return html`<rect class="note" x="${round(x - width / 2)}" y="${y - height + 4}" width="${width}" height="${height}" rx="4"/>${words.map(
    (line, index) =>
      html`<text class="remark" x="${x}" y="${y - 6 - (words.length - 1 - index) * lineHeight}">${line}</text>`,
  )}`;
}

function messageOf(
  message: Message,
  words: readonly string[],
  columns: readonly number[],
  y: number,
): SafeHtml {
  const [from, to] = [columns[message.from] ?? 0, columns[message.to] ?? 0];
  const loop = isLoop(message);
  const left = loop ? from + loopWidth + 8 : Math.min(from, to) + 10;
  const kind = message.isAnswer ? "way answer" : "way";
  const text = words.map(
    (line, index) =>
      html`<text x="${round(left)}" y="${y - 6 - (words.length - 1 - index) * lineHeight}">${line}</text>`,
  );
  if (!loop)
    return html`${text}<path class="${kind}" d="M${from} ${y}H${to}"/>${arrowHead({ x: to, y }, { x: from, y })}`;
  const end = { x: from, y: y + 8 };
  return html`${text}<path class="${kind}" d="M${from} ${y - 12}h${loopWidth}v20H${from}"/>${arrowHead(end, { x: from + loopWidth, y: end.y })}`;
}

function sentenceOf(step: Message | Note, names: readonly string[]): string {
  if ("over" in step) return `${names[step.over]}: ${step.text}.`;
  const [from, to] = [names[step.from], names[step.to]];
  if (isLoop(step)) return `${from}, by itself: ${step.text}.`;
  return `${from} ${step.isAnswer ? "answers" : "to"} ${to}: ${step.text}.`;
}
