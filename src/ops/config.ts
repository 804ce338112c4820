import { resolve } from "node:path";
import { errorCodeOf } from "../values/error-code.ts";
import { type Issuer, isHttps, parseIssuer } from "../values/issuer.ts";
import { nearest } from "../values/nearest.ts";
import { parsePostgresAddress } from "../values/postgres-address.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { type Layer, type ReadFile, readLayers, type Sources } from "./config-layers.ts";
import { backupProblem } from "./settings/backup.ts";
import { claimsHookProblem } from "./settings/clients.ts";
import { mailLogoProblem } from "./settings/mail.ts";
import { movingProblem } from "./settings/moving.ts";
import { securityProblem } from "./settings/pages.ts";
import type { Setting } from "./settings/setting.ts";
import { type Config, type Settings, settingKeys, settings } from "./settings.ts";

export type { Config } from "./settings.ts";

/** A mistake in the settings that the operator must repair. */
export interface ConfigProblem {
  /** The setting in the spelling of its source, and the source: `LATCHKEY_PORT (environment)`. */
  readonly where: string;
  /** One sentence; it never repeats the value of a secret. */
  readonly cause: string;
  /** A line that works, in the spelling of that source. */
  readonly example?: string;
  /** The repair, line by line, if the cause announces it. */
  readonly lines?: readonly string[];
}

/** A valid configuration, the source of each value, and the names that mean nothing. */
export interface LoadedConfig {
  readonly config: Config;
  /** `default`, `.env`, `environment` or the flag; followed by the path of the file if `NAME_FILE` named one. */
  readonly origins: Readonly<Record<keyof Settings, string>>;
  /** The absolute paths of the files from which secrets were read. */
  readonly secretFiles: readonly string[];
  /** Names that look like settings but are none; the service may not do what its operator meant. */
  readonly unknown: readonly ConfigProblem[];
}

/** Reads every setting: defaults < `.env`, or the file that is named < environment < flags. Returns all problems at once. */
export function loadConfig(sources: Sources): Result<LoadedConfig, readonly ConfigProblem[]> {
  const problems: ConfigProblem[] = [];
  const layers: Layer[] = [];
  for (const layer of readLayers(sources)) {
    if (layer.ok) layers.push(layer.value);
    else {
      const { source, ...problem } = layer.reason;
      problems.push({ where: source, ...problem });
    }
  }
  const found = new Map<keyof Settings, unknown>();
  const origins = new Map<keyof Settings, string>();
  const secretFiles = new Set<string>();
  for (const key of settingKeys) {
    const read = readSetting(settings[key], layers, sources.cwd, sources.readFile);
    if (!read.ok) problems.push(read.reason);
    else if (read.value !== undefined) {
      found.set(key, read.value.value);
      origins.set(key, read.value.origin);
      if (read.value.secretFile !== undefined) secretFiles.add(read.value.secretFile);
    }
  }
  const needsToken = found.get("registration") === "token" && !found.has("registrationToken");
  if (needsToken && problems.length === 0) problems.push(registrationTokenMissing);
  const database = found.get("database") as Config["database"] | undefined;
  const isPostgres = database?.kind === "postgres";
  if (isPostgres && !found.has("secret") && problems.length === 0) problems.push(secretMissing);
  if (found.has("secretNext") && !found.has("secret") && problems.length === 0)
    problems.push(secretNextAlone);
  const metricsPort = found.get("metricsPort");
  const isShared = metricsPort !== 0 && metricsPort === (found.get("port") ?? settings.port.fallback);
  if (isShared && problems.length === 0) problems.push(metricsPortShared(origins.get("metricsPort") ?? ""));
  const workers = Number(found.get("workers") ?? settings.workers.fallback);
  if (workers > 1 && !isPostgres && problems.length === 0)
    problems.push(workersOnSqlite(origins.get("workers") ?? ""));
  const between =
    backupProblem(found, isPostgres) ??
    securityProblem(found) ??
    mailLogoProblem(found) ??
    movingProblem(found) ??
    claimsHookProblem(found);
  if (between !== undefined && problems.length === 0) {
    const { setting, ...problem } = between;
    problems.push({ where: setting.name, ...problem });
  }
  if (problems.length > 0) return refuse(problems);
  const ownFiles = layers.flatMap((layer) => filesOf(layer, sources.cwd));
  return ok({
    config: { ...withDefaults(found), ...(ownFiles.length > 0 && { ownFiles }) },
    origins: Object.fromEntries(settingKeys.map((key) => [key, origins.get(key) ?? "default"])) as Record<
      keyof Settings,
      string
    >,
    secretFiles: [...secretFiles],
    unknown: layers.flatMap(unknownNames),
  });
}

/** The file of a layer, and the files that its settings name for secrets, also those that a stronger layer overrules. */
function filesOf({ path, values }: Layer, cwd: string): readonly string[] {
  const named = [...values].filter(([name]) => /^LATCHKEY_.+_FILE$/.test(name));
  const own = path === undefined || values.size === 0 ? [] : [path];
  return [...own, ...named.map(([, file]) => resolve(cwd, file))];
}

const secretMissing: ConfigProblem = {
  where: settings.secret.name,
  cause: `PostgreSQL needs it: every node must have the same master key. Set it, or a file with it in ${settings.secret.name}_FILE.`,
  example: `${settings.secret.name} = ${settings.secret.example}`,
};

const secretNextAlone: ConfigProblem = {
  where: settings.secretNext.name,
  cause: `It takes the place of ${settings.secret.name}, which is not set. A key file is replaced by \`latchkey key rotate-master\` alone.`,
};

const registrationTokenMissing: ConfigProblem = {
  where: settings.registration.name,
  cause: `token needs ${settings.registrationToken.name}, which callers have to bring. Set it, or a file with it in ${settings.registrationToken.name}_FILE.`,
  example: `${settings.registrationToken.name} = ${settings.registrationToken.example}`,
};

function metricsPortShared(origin: string): ConfigProblem {
  return {
    where: `${settings.metricsPort.name} (${origin})`,
    cause: `Metrics need a port of their own, and this one is that of the service (${settings.port.name}).`,
    example: `${settings.metricsPort.name}=${settings.metricsPort.example}`,
  };
}

function workersOnSqlite(origin: string): ConfigProblem {
  return {
    where: `${settings.workers.name} (${origin})`,
    cause: `Several processes need PostgreSQL: an SQLite file is served by one. Leave it at 1, or set ${settings.database.name} to a PostgreSQL.`,
    example: `${settings.workers.name}=1`,
  };
}

/** Returns the base URL once the port is known: the one that was set, or localhost with that port. */
export function resolveIssuer(config: Pick<Config, "issuer">, port: number): Issuer {
  const issuer = parseIssuer(config.issuer.replace("{port}", String(port)));
  if (!issuer.ok) throw new Error(`The base URL of a valid configuration was refused: ${issuer.reason}`);
  return issuer.value;
}

/** The warning for an operator who named no proxy. */
export const unnamedProxy =
  "the proxy in front is not named, so all visitors seem to have its address and share one limit on guessing";

/** The repair if a proxy that is named does not say whose requests it passes on. */
export const silentProxyRepair =
  "make the proxy add the visitor's address to X-Forwarded-For (docs/reverse-proxy.md)";

/** Says what to set if TLS ends in a proxy that is not named; undefined if nothing is missing. */
export function unnamedProxyRepair(
  config: Pick<Config, "issuer" | "host" | "port" | "trustedProxies">,
): string | undefined {
  if (!isHttps(resolveIssuer(config, config.port)) || config.trustedProxies.length > 0) return undefined;
  const example = isLoopbackHost(config.host) ? "127.0.0.1" : "10.0.0.0/8";
  return `set LATCHKEY_TRUSTED_PROXIES to the proxy's address, for example ${example}`;
}

/** True for a listening address that only this machine reaches. */
export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Returns the absolute path of the SQLite file; undefined for PostgreSQL. */
export function sqliteFile({ database }: Pick<Config, "database">): string | undefined {
  return database.kind === "sqlite" ? resolve(database.path) : undefined;
}

/** Describes the database for people: the absolute path of the file, or the address without user and password. */
export function databasePath({ database }: Pick<Config, "database">): string {
  if (database.kind === "sqlite") return resolve(database.path);
  const address = parsePostgresAddress(database.url.reveal());
  if (!address.ok) throw new Error(`The address of a valid configuration was refused: ${address.reason}`);
  return address.value.location;
}

/** Returns the text that an operator reads: a line, and the repair below it. */
export function describeConfigProblem(problem: ConfigProblem): string {
  const example = problem.example === undefined ? "" : `\n  Example: ${problem.example}`;
  const lines = (problem.lines ?? []).map((line) => `\n${line}`).join("");
  return `${problem.where}: ${problem.cause}${example}${lines}`;
}

interface Found {
  readonly value: unknown;
  readonly origin: string;
  /** The file that holds the value, if it is secret. */
  readonly secretFile?: string | undefined;
}

function readSetting(
  setting: Setting<unknown>,
  layers: readonly Layer[],
  cwd: string,
  readFile: ReadFile,
): Result<Found | undefined, ConfigProblem> {
  const fileName = `${setting.name}_FILE`;
  const layer = layers.findLast(({ values }) => values.has(setting.name) || values.has(fileName));
  if (layer === undefined) return ok(undefined);
  const direct = layer.values.get(setting.name);
  const path = layer.values.get(fileName);
  const spelled = layer.spell(path === undefined ? setting.name : fileName);
  const origin = layer.source === "flag" ? spelled : layer.source;
  const where = layer.source === "flag" ? spelled : `${spelled} (${layer.source})`;
  const example = exampleIn(layer, setting);
  if (path === undefined && layer.source === "flag" && isSecretText(setting, direct ?? ""))
    return refuse({
      where,
      cause: `Other users of this machine can read a password that is an argument. Set ${setting.name} or ${fileName} instead, or leave the password to PGPASSWORD.`,
    });
  if (path === undefined)
    return parseSetting(setting, direct ?? "", { origin, where, example, file: layer.path });
  if (direct !== undefined)
    return refuse({
      where,
      cause: `${layer.spell(setting.name)} is set in the same place; keep one of the two.`,
    });
  try {
    const file = resolve(cwd, path);
    const text = readFile(file)?.trim();
    if (text === undefined || text === "")
      return refuse({ where, cause: `The file ${path} ${text === "" ? "is empty" : "does not exist"}.` });
    return parseSetting(setting, text, { origin: `${origin}, file ${path}`, where, example, file });
  } catch (error) {
    return refuse({ where, cause: `The file ${path} cannot be read (${errorCodeOf(error)}).` });
  }
}

function parseSetting(
  setting: Setting<unknown>,
  text: string,
  {
    origin,
    file,
    ...problem
  }: {
    readonly origin: string;
    readonly where: string;
    readonly example: string;
    readonly file: string | undefined;
  },
): Result<Found, ConfigProblem> {
  const parsed = setting.parse(text);
  if (parsed.ok)
    return ok({ value: parsed.value, origin, secretFile: isSecretText(setting, text) ? file : undefined });
  const shown = setting.isSecret
    ? ""
    : `${JSON.stringify(withoutPassword(text).slice(0, 200))} does not work. `;
  return refuse({ ...problem, cause: `${shown}${parsed.reason}` });
}

/** An address, of a database or a mail server, is secret if a password is in it. */
function isSecretText({ isSecret }: Setting<unknown>, text: string): boolean {
  return text.includes("://") ? hasPassword(text) : isSecret;
}

/** True if a password is in the address of a database or a mail server. */
export function hasPassword(text: string): boolean {
  const [, address = ""] = text.split("://", 2);
  return (
    /[?&]password=/i.test(address) || address.slice(0, Math.max(address.lastIndexOf("@"), 0)).includes(":")
  );
}

/** Keeps the password of a mistyped address out of the log. */
function withoutPassword(text: string): string {
  return text.replace(/^([a-z]+:\/*).*@/i, "$1[secret]@");
}

function exampleIn(layer: Layer, setting: Setting<unknown>): string {
  const spelled = layer.spell(setting.name);
  if (setting.isSecret) return `${spelled} = ${setting.example}`;
  if (layer.source === "flag") return `${spelled} ${setting.example}`;
  return `${spelled}=${setting.example}`;
}

function withDefaults(found: ReadonlyMap<keyof Settings, unknown>): Config {
  const dataDir = found.get("dataDir") ?? settings.dataDir.fallback;
  const complete: Partial<Record<keyof Settings, unknown>> = {};
  for (const key of settingKeys) {
    const { fallback } = settings[key];
    const value =
      found.get(key) ?? (typeof fallback === "function" ? fallback({ dataDir: String(dataDir) }) : fallback);
    if (value !== undefined) complete[key] = value;
  }
  // The table's type guarantees that every parser and fallback yields what Config names.
  return complete as unknown as Config;
}

// Kubernetes sets these for a Service named latchkey, so they are no typing mistakes.
const serviceLink = /^LATCHKEY_(SERVICE_(HOST|PORT(_.*)?)|PORT_\d+_.*)$/;

function unknownNames(layer: Layer): ConfigProblem[] {
  const known = new Set<string>(
    settingKeys.flatMap((key) => [settings[key].name, `${settings[key].name}_FILE`]),
  );
  return [...layer.values.keys()]
    .filter((name) => !known.has(name) && !serviceLink.test(name))
    .map((name) => {
      const meant = nearest(name, known);
      const hint =
        meant === undefined
          ? "`latchkey config print` lists them all."
          : `Did you mean ${layer.spell(meant)}?`;
      return { where: `${layer.spell(name)} (${layer.source})`, cause: `There is no such setting. ${hint}` };
    });
}
