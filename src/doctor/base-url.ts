import type { Finding } from "../flows/operator/finding.ts";
import {
  type Config,
  isLoopbackHost,
  silentProxyRepair,
  unnamedProxy,
  unnamedProxyRepair,
} from "../ops/config.ts";
import { type Issuer, isHttps } from "../values/issuer.ts";

/** Checks that browsers reach the service encrypted, and that the base URL fits the listening address. */
export function* checkBaseUrl(config: Config, issuer: Issuer, silentProxy?: string): Generator<Finding> {
  const check = "base URL";
  if (!isHttps(issuer)) {
    const isReachable = !isLoopbackHost(config.host);
    const port = Number(new URL(issuer).port || 80);
    if (isReachable)
      yield {
        check,
        state: "warning",
        detail: `${issuer} is not encrypted, but the service listens on ${config.host}, which other machines can reach`,
        repair:
          "set LATCHKEY_BASE_URL to the https address of your reverse proxy, or LATCHKEY_HOST to 127.0.0.1",
      };
    else if (config.port !== 0 && port !== config.port)
      yield {
        check,
        state: "warning",
        detail: `${issuer} names port ${port}, but the service listens on ${config.port}`,
        repair: `set LATCHKEY_BASE_URL=http://localhost:${config.port}, or leave it out`,
      };
    else yield { check, state: "ok", detail: `${issuer}, for development on this machine` };
    return;
  }
  const repair = unnamedProxyRepair(config);
  if (repair !== undefined)
    yield {
      check,
      state: "warning",
      detail: `${issuer}: ${unnamedProxy}`,
      repair,
    };
  else if (silentProxy !== undefined)
    yield {
      check,
      state: "warning",
      detail: `${issuer}: the proxy ${silentProxy} passed on a request without the visitor's address, so all its visitors share one limit on guessing`,
      repair: silentProxyRepair,
    };
  else yield { check, state: "ok", detail: `${issuer}, behind ${config.trustedProxies.join(", ")}` };
}
