import { type Settings, settingKeys, settings } from "./settings.ts";

/** A file of settings in TOML, as the lines of a `.env` that say the same. */
interface TranslatedToml {
  /** `LATCHKEY_PORT=8080`; the value of a secret is left out, and an unknown setting stands as a comment. */
  readonly lines: readonly string[];
  /** The numbers of the lines that are no flat `key = value`, which somebody has to translate by hand. */
  readonly untranslated: readonly number[];
}

const text = String.raw`"(?:[^"\\\n]|\\.)*"|'[^'\n]*'`;
const entry = new RegExp(
  String.raw`^[ \t]*([A-Za-z0-9_-]+)[ \t]*=[ \t]*(${text}|\[[^\]]*\]|[^\s#"'[]+)[ \t]*(?:#.*)?$`,
  "gm",
);

/**
 * Translates flat TOML into lines of a `.env`. `isSet` says which names that file sets already: these won over TOML, so they are
 * left out. Nothing that may be secret is repeated: no value of a secret or of an unknown key, and no password of an address.
 */
export function translateToml(toml: string, isSet: (name: string) => boolean): TranslatedToml {
  const lines: string[] = [];
  const rest = toml.replace(entry, (matched, key: string, written: string) => {
    const line = lineOf(key, textOf(written).trim(), isSet);
    if (line !== undefined) lines.push(line);
    return matched.replace(/[^\n]/g, "");
  });
  const untranslated = rest.split("\n").flatMap((line, index) => (/^\s*(#|$)/.test(line) ? [] : [index + 1]));
  return { lines, untranslated };
}

function lineOf(key: string, value: string, isSet: (name: string) => boolean): string | undefined {
  const written = `LATCHKEY_${key.toUpperCase()}`;
  const name = written.replace(/_FILE$/, "");
  if (value === "" || isSet(name) || isSet(`${name}_FILE`)) return undefined;
  const setting = settingNamed(name);
  if (setting === undefined) return `# ${key}: there is no such setting`;
  const hasPassword = settings[setting].isSecret || (setting === "database" && !value.startsWith("sqlite:"));
  const shown = hasPassword && written === name ? undefined : quoted(value);
  return `${written}=${shown ?? `[the value of ${key}]`}`;
}

function settingNamed(name: string): keyof Settings | undefined {
  return settingKeys.find((key) => settings[key].name === name);
}

/** The value of an entry's right side. A list is joined with commas, as the settings expect it. */
function textOf(written: string): string {
  if (!written.startsWith("[")) return unquoted(written);
  const items = written.match(new RegExp(`${text}|#.*`, "g")) ?? [];
  return items
    .filter((item) => !item.startsWith("#"))
    .map(unquoted)
    .join(",");
}

function unquoted(written: string): string {
  if (written.startsWith("'")) return written.slice(1, -1);
  if (!written.startsWith('"')) return /^\d[\d_]*$/.test(written) ? written.replaceAll("_", "") : written;
  try {
    // The escapes of a TOML string that a setting can need are those of JSON.
    return String(JSON.parse(written));
  } catch {
    return written.slice(1, -1);
  }
}

/** The value as a line of a `.env` holds it; undefined if it contains every kind of quote, which none can. */
function quoted(value: string): string | undefined {
  if (/^[\w./:@,+~=[\]-]+$/.test(value)) return value;
  const quote = ["'", '"', "`"].find((mark) => !value.includes(mark));
  return quote === undefined ? undefined : `${quote}${value}${quote}`;
}
