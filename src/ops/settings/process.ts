/** Settings of the process: the proxies in front of it, its workers, how it stops, and its metrics. */
import { type Seconds, secondsOf } from "../../values/time.ts";
import {
  oneOf,
  parseHost,
  parsePort,
  parseProxies,
  secondsBetween,
  wholeNumberBetween,
} from "../setting-readers.ts";
import type { SettingsOf } from "./setting.ts";

export interface ProcessConfig {
  /** Addresses and CIDR ranges whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Processes that share the port; more than one only with PostgreSQL. */
  readonly workers: number;
  /** Which changes of the schema of PostgreSQL a start makes: those that leave a way back, or all. */
  readonly migrate: "reversible" | "always";
  /** How long the service goes on accepting after SIGTERM, so that proxies and clients find another node. */
  readonly stopGrace: Seconds;
  /** Absent if nobody asks for metrics. 0 asks the system for a free port. */
  readonly metricsPort?: number;
  readonly metricsHost: string;
}

export const processSettings: SettingsOf<ProcessConfig> = {
  trustedProxies: {
    name: "LATCHKEY_TRUSTED_PROXIES",
    defaultText: "none",
    fallback: [],
    parse: parseProxies,
    example: "10.0.0.0/8, 192.168.1.4",
    help: "addresses or CIDR ranges of reverse proxies whose X-Forwarded-For is believed",
    isSecret: false,
  },
  workers: {
    name: "LATCHKEY_WORKERS",
    defaultText: "1",
    fallback: 1,
    parse: wholeNumberBetween(1, 128),
    example: "4",
    help: "how many processes share the work on this machine, 1 to 128, with PostgreSQL only; no more than it has cores",
    isSecret: false,
  },
  migrate: {
    name: "LATCHKEY_MIGRATE",
    defaultText: "reversible",
    fallback: "reversible",
    parse: oneOf(["reversible", "always"]),
    example: "always",
    help: "on PostgreSQL, whether a start also makes changes of the schema after which the release before cannot start: reversible or always",
    isSecret: false,
  },
  stopGrace: {
    name: "LATCHKEY_STOP_GRACE_SECONDS",
    defaultText: "3",
    fallback: secondsOf(3),
    parse: secondsBetween(0, 300),
    example: "15",
    help: "how long the service keeps answering after SIGTERM, while /readyz reports not ready, 0 to 300",
    isSecret: false,
  },
  metricsPort: {
    name: "LATCHKEY_METRICS_PORT",
    defaultText: "none",
    fallback: undefined,
    parse: parsePort,
    example: "9464",
    help: "a separate port for /metrics in the Prometheus format; without it nothing is measured",
    isSecret: false,
  },
  metricsHost: {
    name: "LATCHKEY_METRICS_HOST",
    defaultText: "127.0.0.1",
    fallback: "127.0.0.1",
    parse: parseHost,
    example: "10.0.0.5",
    help: "the address to serve metrics on; they are not protected, so keep it off the internet",
    isSecret: false,
  },
};
