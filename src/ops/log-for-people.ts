import { styleText } from "node:util";
import { escapeInvisible } from "./escape.ts";

const colours = { debug: "gray", info: "cyan", warn: "yellow", error: "red" } as const;

/** Turns a JSON log line into `12:34:56 warn  authorization-refused  reason=… clientId=…`. */
export function formatForPeople(line: string, hasColour: boolean): string {
  const { level, time, msg, ...fields } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const paint = (colour: Parameters<typeof styleText>[0], text: string) =>
    hasColour ? styleText(colour, text, { validateStream: false }) : text;
  const clock = String(time).slice(11, 19);
  const colour = colours[level as keyof typeof colours] ?? "white";
  const details = Object.entries(fields).map(([name, value]) => `${paint("dim", `${name}=`)}${shown(value)}`);
  const head = `${paint("dim", clock)} ${paint(colour, String(level).padEnd(5))} ${String(msg)}`;
  return `${[head, ...details].join("  ")}\n`;
}

function shown(value: unknown): string {
  if (typeof value === "string" && /^[\x21-\x7e]+$/.test(value)) return value;
  return escapeInvisible(JSON.stringify(value));
}
