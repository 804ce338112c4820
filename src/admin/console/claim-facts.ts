import type { Fact } from "../../pages/components.ts";
import { html, type Printable } from "../../pages/html.ts";
import { instantOf } from "../../values/time.ts";
import { momentOf } from "./parts.ts";

/** Claims that are times in seconds (RFC 7519 §2). */
const moments: ReadonlySet<string> = new Set(["exp", "iat", "auth_time", "nbf", "updated_at"]);
/** Claims that programs read: identifiers and digests. All others are shown as words. */
const identifiers: ReadonlySet<string> = new Set([
  "sub",
  "aud",
  "azp",
  "nonce",
  "at_hash",
  "c_hash",
  "sid",
  "jti",
  "id",
]);

/** Claims as lines; times are shown as dates, with the number behind them. */
export function claimFacts(claims: Readonly<Record<string, unknown>>): readonly Fact[] {
  return Object.entries(claims).map(
    ([name, value]): Fact => [html`<code>${name}</code>`, shown(name, value)],
  );
}

function shown(name: string, value: unknown): Printable {
  if (typeof value === "string") return identifiers.has(name) ? html`<code>${value}</code>` : value;
  if (typeof value === "number" && moments.has(name))
    return html`${momentOf(instantOf(value * 1_000))} <span class="muted">(${value})</span>`;
  const isList = Array.isArray(value) && value.every((item) => typeof item === "string");
  return isList ? value.join(", ") : html`<code>${JSON.stringify(value)}</code>`;
}
