import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseEnv } from "node:util";
import { errorCodeOf } from "../values/error-code.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { flagOf, type Settings, settingKeys, settings } from "./settings.ts";
import { translateToml } from "./toml-settings.ts";

/** Returns the text of a file, undefined when there is none; throws when it cannot be read. */
export type ReadFile = (path: string) => string | undefined;

/** The settings of one source, under the names of the environment variables; `NAME_FILE` names a file with the value. */
export interface Layer {
  /** The source's name for people: `environment`, `.env`. */
  readonly source: string;
  /** The absolute path, if the source is a file. */
  readonly path?: string | undefined;
  readonly values: ReadonlyMap<string, string>;
  /** The name of this setting in this source: `--port`, `LATCHKEY_PORT`. */
  readonly spell: (name: string) => string;
}

/** A whole source that cannot be used. */
interface UnusableSource {
  readonly source: string;
  readonly cause: string;
  /** The lines to write instead. */
  readonly lines?: readonly string[];
}

/** The settings given on the command line, under their names in `Config`; for a secret, `…File` names a file. */
export type Flags = Readonly<Partial<Record<keyof Settings | `${keyof Settings}File`, string>>>;

/** Reads a file for `loadConfig`; a missing one is undefined. */
export function readTextFile(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errorCodeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Where settings come from, besides the defaults. */
export interface Sources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly flags: Flags;
  readonly cwd: string;
  readonly readFile: ReadFile;
  /** Read instead of `.env`; it must exist. */
  readonly configFile?: string | undefined;
}

/** Reads every source, weakest first. */
export function readLayers(sources: Sources): readonly Result<Layer, UnusableSource>[] {
  const { configFile, env, flags } = sources;
  return [
    ...(configFile === undefined ? usualFile(sources) : [namedFile(sources, configFile)]),
    ok(layerOf("environment", Object.entries(env))),
    ok(flagLayer(flags)),
  ];
}

function namedFile(sources: Sources, source: string): Result<Layer, UnusableSource> {
  const file = readSource(sources, source);
  if (!file.ok) return file;
  if (file.value === undefined) return refuse({ source, cause: "There is no such file." });
  if (!source.endsWith(".toml")) return ok(envLayer(sources, source, file.value));
  const target = `${source.replace(/toml$/, "env")}, and name that file with --config`;
  return refuse(unusableToml({ source, text: file.value, target, isSet: () => false }));
}

/** Reads `.env`. A `latchkey.toml` beside it is never ignored, unless it has nothing but comments: it is refused. */
function usualFile(sources: Sources): readonly Result<Layer, UnusableSource>[] {
  const file = readSource(sources, ".env");
  if (!file.ok) return [file];
  const layer = envLayer(sources, ".env", file.value ?? "");
  const source = "latchkey.toml";
  const toml = readSource(sources, source);
  if (!toml.ok) return [ok(layer), toml];
  const text = toml.value ?? "";
  if (!/^\s*[^\s#]/m.test(text)) return [ok(layer)];
  const target = `.env, and remove ${source}`;
  const isSet = (name: string) => layer.values.has(name);
  return [ok(layer), refuse(unusableToml({ source, text, target, isSet }))];
}

/** Reads a file of settings; undefined when there is none. */
function readSource({ cwd, readFile }: Sources, source: string): Result<string | undefined, UnusableSource> {
  const path = resolve(cwd, source);
  try {
    return ok(readFile(path));
  } catch (error) {
    // If the folder is closed to this user, nobody can tell whether the file is there.
    const repair = `The user of this process must be able to look into ${dirname(path)}, and to read the file if it is there.`;
    return refuse({ source, cause: `It cannot be read (${errorCodeOf(error)}). ${repair}` });
  }
}

function unusableToml(toml: {
  readonly source: string;
  readonly text: string;
  /** Where its lines go, and what to do then. */
  readonly target: string;
  readonly isSet: (name: string) => boolean;
}): UnusableSource {
  const { source, text, target, isSet } = toml;
  const { lines, untranslated } = translateToml(text, isSet);
  const byHand = untranslated.map((line) => `# line ${line} of ${source}: translate it by hand`);
  const cause =
    "Settings are read from NAME=value lines, not from TOML, and nothing starts without those in this file.";
  if (lines.length + byHand.length === 0)
    return { source, cause: `${cause} It adds none to .env: do without ${source}.` };
  return { source, cause: `${cause} Write these lines into ${target}:`, lines: [...lines, ...byHand] };
}

// An empty value counts as absent, because Compose files and shells produce empty values by accident.
function layerOf(source: string, entries: Iterable<readonly [string, string | undefined]>): Layer {
  const values = new Map<string, string>();
  for (const [name, value] of entries)
    if (name.startsWith("LATCHKEY_") && value !== undefined && value.trim() !== "")
      values.set(name, value.trim());
  return { source, values, spell: (name) => name };
}

function envLayer({ cwd }: Sources, source: string, text: string): Layer {
  return { ...layerOf(source, Object.entries(parseEnv(text))), path: resolve(cwd, source) };
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
