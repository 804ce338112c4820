import { flagOf, settingKeys, settings, tomlKeyOf } from "../src/ops/settings.ts";

/** The table of settings in docs/operating.md. */
export function settingsTable(): string {
  const rows = settingKeys.map((key) => {
    const { name, defaultText, help, isSecret } = settings[key];
    return `| \`${name}\` | \`${flagOf(name, isSecret)}\` | \`${tomlKeyOf(name)}\` | ${defaultText} | ${help} |`;
  });
  return [
    "| Variable | Flag | In latchkey.toml | Default | What it is |",
    "|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}
