import { tmpdir } from "node:os";

/** The options that every benchmark with parts takes, for `parseArgs`. */
export const commonOptions = {
  quick: { type: "boolean", default: false },
  only: { type: "string" },
  markdown: { type: "boolean", default: false },
  json: { type: "string" },
  folder: { type: "string", default: tmpdir() },
  help: { type: "boolean", default: false },
} as const;

/** The parts that `--only` names, in their own order; all where it is absent. Throws at a name that is none. `what` is one of them. */
export function chosenNames<Name extends string>(
  all: readonly Name[],
  only: string | undefined,
  what: string,
): readonly Name[] {
  if (only === undefined) return all;
  const wanted = only.split(",");
  const unknown = wanted.find((name) => !all.some((known) => known === name));
  if (unknown !== undefined)
    throw new Error(`There is no ${what} ${unknown}. Name some of ${all.join(", ")} with --only.`);
  return all.filter((name) => wanted.includes(name));
}
