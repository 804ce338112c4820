import type { Finding } from "../flows/operator/finding.ts";
import { type Config, resolveIssuer } from "../ops/config.ts";
import { flowSettings } from "../ops/flow-settings.ts";

/** Checks that people can meet what `LATCHKEY_REQUIRE` asks of them. Without a requirement there is nothing to say. */
export function* checkRequiredStrength(config: Config): Generator<Finding> {
  if (config.require === "one") return;
  const check = "required proof";
  const { passkeys } = flowSettings(config, resolveIssuer(config, config.port));
  if (config.require === "phr" && passkeys === undefined)
    yield {
      check,
      state: "failed",
      detail: "everybody needs a passkey, and browsers have none for a base URL with an IP address",
      repair: "give LATCHKEY_BASE_URL a host name, or set LATCHKEY_REQUIRE=two",
    };
  else
    yield {
      check,
      state: "ok",
      detail: config.require === "phr" ? "a passkey, from everybody" : "two factors, from everybody",
    };
}
