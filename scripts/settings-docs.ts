import { flagOf, settingKeys, settings } from "../src/ops/settings.ts";

/** The table of settings in docs/reference.md. */
export function settingsTable(): string {
  const rows = settingKeys.map((key) => {
    const { name, defaultText, help, isSecret } = settings[key];
    return `| \`${name}\` | \`${flagOf(name, isSecret)}\` | ${defaultText} | ${help} |`;
  });
  return ["| Variable | Flag | Default | What it is |", "|---|---|---|---|", ...rows].join("\n");
}
