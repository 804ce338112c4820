/** Settings of the service itself: its address, where it keeps what it knows, its log and its master key. */
import { parseIssuer } from "../../values/issuer.ts";
import { ok } from "../../values/result.ts";
import type { Secret } from "../../values/secret.ts";
import { type DatabaseAddress, parseDatabaseAddress } from "../database-address.ts";
import { oneOf, parseHost, parsePort, parseSecret } from "../setting-readers.ts";
import type { SettingsOf } from "./setting.ts";

/** How much is logged, the most first. */
export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;

export type LogLevel = (typeof logLevels)[number];

export interface ServiceConfig {
  /** The base URL; without a setting it contains `{port}`, see `resolveIssuer`. */
  readonly issuer: string;
  readonly host: string;
  /** 0 asks the system for a free port. */
  readonly port: number;
  readonly database: DatabaseAddress;
  readonly dataDir: string;
  /** A file or a folder that declares clients, APIs, groups, providers, webhooks and people; applied at each start. */
  readonly apply?: string;
  readonly logLevel: LogLevel;
  /** The master key; absent if the key file beside the database is used. */
  readonly secret?: Secret;
  /** The master key that takes the place of `secret`; only while that happens. */
  readonly secretNext?: Secret;
}

export const serviceSettings: SettingsOf<ServiceConfig> = {
  issuer: {
    name: "LATCHKEY_BASE_URL",
    defaultText: "http://localhost:8080",
    fallback: "http://localhost:{port}",
    parse: parseIssuer,
    example: "https://id.example.org",
    help: "the address that browsers see; https unless the host is localhost",
    isSecret: false,
  },
  host: {
    name: "LATCHKEY_HOST",
    defaultText: "127.0.0.1",
    fallback: "127.0.0.1",
    parse: parseHost,
    example: "0.0.0.0",
    help: "the address to listen on; 0.0.0.0 is every IPv4 address of this machine",
    isSecret: false,
  },
  port: {
    name: "LATCHKEY_PORT",
    defaultText: "8080",
    fallback: 8080,
    parse: parsePort,
    example: "8080",
    help: "the port to listen on; 0 takes a free one and names it in the first log line",
    isSecret: false,
  },
  database: {
    name: "LATCHKEY_DATABASE_URL",
    defaultText: "sqlite:data/latchkey.db",
    fallback: ({ dataDir }) => ({
      kind: "sqlite",
      path: `${dataDir.replace(/(?<!\/)\/+$/, "")}/latchkey.db`,
    }),
    parse: parseDatabaseAddress,
    example: "sqlite:data/latchkey.db",
    help: "the database: a SQLite file, by default in the data folder, or postgres://user:password@host/name, also with several hosts: host1:5432,host2:5432",
    isSecret: false,
  },
  dataDir: {
    name: "LATCHKEY_DATA_DIR",
    defaultText: "data",
    fallback: "data",
    parse: (text) => ok(text),
    example: "/var/lib/latchkey",
    help: "the folder of the database and the master key",
    isSecret: false,
  },
  apply: {
    name: "LATCHKEY_APPLY",
    defaultText: "none",
    fallback: undefined,
    parse: (text) => ok(text),
    example: "/etc/latchkey/state",
    help: "a file or folder for `latchkey apply`, which the service applies before it answers",
    isSecret: false,
  },
  logLevel: {
    name: "LATCHKEY_LOG_LEVEL",
    defaultText: "info",
    fallback: "info",
    parse: oneOf(logLevels),
    example: "info",
    help: "debug, info, warn, error or silent",
    isSecret: false,
  },
  secret: {
    name: "LATCHKEY_SECRET",
    defaultText: "a file in the data folder, made at the first start",
    fallback: undefined,
    parse: parseSecret,
    example: "the output of `openssl rand -base64 32`",
    help: "the master key that seals all other keys; at least 32 characters",
    isSecret: true,
  },
  secretNext: {
    name: "LATCHKEY_SECRET_NEXT",
    defaultText: "none",
    fallback: undefined,
    parse: parseSecret,
    example: "the output of `openssl rand -base64 32`",
    help: "the next master key, while LATCHKEY_SECRET is replaced",
    isSecret: true,
  },
};
