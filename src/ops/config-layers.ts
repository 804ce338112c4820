import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { parse as parseToml, TomlError } from "smol-toml";
import { ok, type Result, refuse } from "../values/result.ts";
import { type Config, flagOf, settingKeys, settings, tomlKeyOf } from "./settings.ts";

/** Answers the text of a file, undefined when there is none; throws when it cannot be read. */
export type ReadFile = (path: string) => string | undefined;

/** What one source says, under the names of the environment variables; `NAME_FILE` names a file with the value. */
export interface Layer {
  /** What people call the source: `environment`, `latchkey.toml`. */
  readonly source: string;
  readonly values: ReadonlyMap<string, string>;
  /** How the operator writes this setting in this source: `--port`, `port`, `LATCHKEY_PORT`. */
  readonly spell: (name: string) => string;
}

/** A whole source that cannot be read. */
export interface UnreadableSource {
  readonly source: string;
  readonly cause: string;
}

/** The settings given on the command line, under their names in `Config`; for a secret, `…File` names a file. */
export type Flags = Readonly<Partial<Record<keyof Config | `${keyof Config}File`, string>>>;

/** Reads a file for `loadConfig`; a missing one is undefined. */
export function readTextFile(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errorCodeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** The sources, weakest first. */
export function readLayers(sources: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly flags: Flags;
  readonly cwd: string;
  readonly readFile: ReadFile;
  readonly configFile?: string | undefined;
}): readonly Result<Layer, UnreadableSource>[] {
  const { configFile } = sources;
  const fromFile = (name: string, read: (text: string) => Result<Layer, UnreadableSource>) => {
    try {
      const text = sources.readFile(resolve(sources.cwd, name));
      if (text === undefined && name === configFile)
        return refuse({ source: name, cause: "There is no such file." });
      return text === undefined ? ok(layerOf(name, [])) : read(text);
    } catch (error) {
      return refuse({ source: name, cause: `It cannot be read (${errorCodeOf(error)}).` });
    }
  };
  return [
    ...(configFile === undefined ? ["latchkey.toml", ".env"] : [configFile]).map((name) =>
      fromFile(name, (text) =>
        name.endsWith(".toml") ? tomlLayer(name, text) : ok(layerOf(name, Object.entries(parseEnv(text)))),
      ),
    ),
    ok(layerOf("environment", Object.entries(sources.env))),
    ok(flagLayer(sources.flags)),
  ];
}

/** The system's word for what went wrong with a file, such as EACCES. */
export function errorCodeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "unknown";
}

// An empty value means the same as none: compose files and shells produce them by accident.
function layerOf(source: string, entries: Iterable<readonly [string, string | undefined]>): Layer {
  const values = new Map<string, string>();
  for (const [name, value] of entries)
    if (name.startsWith("LATCHKEY_") && value !== undefined && value.trim() !== "")
      values.set(name, value.trim());
  return { source, values, spell: (name) => name };
}

function flagLayer(flags: Flags): Layer {
  const values = new Map<string, string>();
  for (const key of settingKeys) {
    const { name, isSecret } = settings[key];
    const value = flags[key];
    if (value !== undefined) values.set(name, value);
    const file = isSecret ? flags[`${key}File`] : undefined;
    if (file !== undefined) values.set(`${name}_FILE`, file);
  }
  return {
    source: "flag",
    values,
    spell: (name) => flagOf(name.replace(/_FILE$/, ""), name.endsWith("_FILE")),
  };
}

function tomlLayer(source: string, text: string): Result<Layer, UnreadableSource> {
  const values = new Map<string, string>();
  try {
    for (const [key, value] of Object.entries(parseToml(text))) {
      const plain = plainText(value);
      if (plain === undefined)
        return refuse({ source, cause: `${key} must be text, a number or a list of texts.` });
      if (plain !== "") values.set(`LATCHKEY_${key.toUpperCase()}`, plain);
    }
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return refuse({ source, cause: `Line ${error.line}, column ${error.column} is not TOML.` });
  }
  return ok({ source, values, spell: tomlKeyOf });
}

function plainText(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join(", ");
  return undefined;
}
