import { propertyOptions } from "../src/cli/client-options.ts";

/** The table of a client's options in docs/registering.md, in the order of the help. */
export function clientOptionsTable(): string {
  const rows = propertyOptions().map(({ field, option, alias }) => {
    const flags = [option.flags, alias?.long].filter((flag) => flag !== undefined);
    const choices = option.argChoices === undefined ? "" : ` (${option.argChoices.join(", ")})`;
    const member = field.record === null ? "" : `\`${field.record.name}\``;
    return `| ${flags.map((flag) => `\`${flag}\``).join(", ")} | ${member} | ${option.description}${choices} |`;
  });
  return ["| Option | In `--json` | What it does |", "|---|---|---|", ...rows].join("\n");
}
