/** Settings of lifetimes: how long codes, tokens and sessions work. */
import { type Seconds, secondsOf } from "../../values/time.ts";
import { secondsBetween } from "../setting-readers.ts";
import type { SettingsOf } from "./setting.ts";

const day = 24 * 60 * 60;

export interface LifetimeConfig {
  readonly codeLifetime: Seconds;
  readonly accessTokenLifetime: Seconds;
  readonly sessionLifetime: Seconds;
  readonly sessionIdle: Seconds;
}

export const lifetimeSettings: SettingsOf<LifetimeConfig> = {
  codeLifetime: {
    name: "LATCHKEY_CODE_LIFETIME_SECONDS",
    defaultText: "60",
    fallback: secondsOf(60),
    parse: secondsBetween(10, 300),
    example: "60",
    help: "how long an authorization code can be exchanged, 10 to 300; above 240 in full only by the process that issued it",
    isSecret: false,
  },
  accessTokenLifetime: {
    name: "LATCHKEY_ACCESS_TOKEN_LIFETIME_SECONDS",
    defaultText: "3600",
    fallback: secondsOf(3600),
    parse: secondsBetween(60, 30 * day),
    example: "3600",
    help: "how long an access token works, 60 to 2592000",
    isSecret: false,
  },
  sessionLifetime: {
    name: "LATCHKEY_SESSION_LIFETIME_SECONDS",
    defaultText: "2592000",
    fallback: secondsOf(30 * day),
    parse: secondsBetween(300, 400 * day),
    example: "2592000",
    help: "how long a session lasts at most, 300 to 34560000",
    isSecret: false,
  },
  sessionIdle: {
    name: "LATCHKEY_SESSION_IDLE_SECONDS",
    defaultText: "604800",
    fallback: secondsOf(7 * day),
    parse: secondsBetween(300, 400 * day),
    example: "604800",
    help: "how long a session may stay unused, 300 to 34560000",
    isSecret: false,
  },
};
