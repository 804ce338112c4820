import { parseArgs } from "node:util";

/** The number after `--name` on the command line, or this one. */
export function countOption(name: string, otherwise: number): number {
  const { values } = parseArgs({ options: { [name]: { type: "string" } } });
  const text = values[name];
  const count = typeof text === "string" ? Number(text) : otherwise;
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} takes a whole number from 1 on.`);
  return count;
}
