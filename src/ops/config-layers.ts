import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { ok, type Result, refuse } from "../values/result.ts";
import { type Config, flagOf, settingKeys, settings } from "./settings.ts";
import { translateToml } from "./toml-settings.ts";

/** Returns the text of a file, undefined when there is none; throws when it cannot be read. */
export type ReadFile = (path: string) => string | undefined;

/** The settings of one source, under the names of the environment variables; `NAME_FILE` names a file with the value. */
export interface Layer {
  /** The source's name for people: `environment`, `.env`. */
  readonly source: string;
  readonly values: ReadonlyMap<string, string>;
  /** How the operator writes this setting in this source: `--port`, `LATCHKEY_PORT`. */
  readonly spell: (name: string) => string;
}

/** A whole source that cannot be used. */
export interface UnusableSource {
  readonly source: string;
  readonly cause: string;
  /** What to write instead, line by line. */
  readonly lines?: readonly string[];
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

/** Reads every source, weakest first. */
export function readLayers(sources: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly flags: Flags;
  readonly cwd: string;
  readonly readFile: ReadFile;
  readonly configFile?: string | undefined;
}): readonly Result<Layer, UnusableSource>[] {
  return [
    ...fileLayers(sources),
    ok(layerOf("environment", Object.entries(sources.env))),
    ok(flagLayer(sources.flags)),
  ];
}

/** The named file, or `.env`. A file in TOML is never read, and never ignored either: it is refused with its translation. */
function fileLayers(sources: Parameters<typeof readLayers>[0]): readonly Result<Layer, UnusableSource>[] {
  const { configFile } = sources;
  if (configFile?.endsWith(".toml")) {
    const toml = readSource(sources, configFile);
    if (!toml.ok) return [toml];
    if (toml.value === undefined) return [missing(configFile)];
    const target = configFile.replace(/toml$/, "env");
    return [refuse(unusableToml(configFile, toml.value, `${target}, and name that file with --config`))];
  }
  const file = readSource(sources, configFile ?? ".env");
  if (!file.ok) return [file];
  if (configFile !== undefined)
    return [file.value === undefined ? missing(configFile) : ok(envLayer(configFile, file.value))];
  const layer = envLayer(".env", file.value ?? "");
  const toml = readSource(sources, "latchkey.toml");
  if (!toml.ok) return [ok(layer), toml];
  if (toml.value === undefined || !/^\s*[^\s#]/m.test(toml.value)) return [ok(layer)];
  const target = ".env, and remove latchkey.toml";
  return [ok(layer), refuse(unusableToml("latchkey.toml", toml.value, target, layer))];
}

/** The text of a file of settings; undefined when there is none. */
function readSource(
  { cwd, readFile }: Pick<Parameters<typeof readLayers>[0], "cwd" | "readFile">,
  source: string,
): Result<string | undefined, UnusableSource> {
  try {
    return ok(readFile(resolve(cwd, source)));
  } catch (error) {
    return refuse({ source, cause: `It cannot be read (${errorCodeOf(error)}).` });
  }
}

function missing(source: string): Result<never, UnusableSource> {
  return refuse({ source, cause: "There is no such file." });
}

function unusableToml(source: string, toml: string, target: string, env?: Layer): UnusableSource {
  const { lines, untranslated } = translateToml(toml, (name) => env?.values.has(name) === true);
  const repair = [
    ...lines,
    ...untranslated.map((line) => `# line ${line} of ${source}: translate it by hand`),
  ];
  const cause =
    "Settings are read from NAME=value lines, not from TOML, and nothing starts without those in this file.";
  if (repair.length === 0) return { source, cause: `${cause} All of them are in .env: remove ${source}.` };
  return { source, cause: `${cause} Write these lines into ${target}:`, lines: repair };
}

/** Returns the system's error code for a file that cannot be read or written, such as EACCES. */
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

function envLayer(source: string, text: string): Layer {
  return layerOf(source, Object.entries(parseEnv(text)));
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
