import { html } from "../../pages/html.ts";
import { instantOf } from "../../values/time.ts";
import { type Fact, momentOf } from "./parts.ts";

/** Claims that are times in seconds (RFC 7519 §2). */
const moments: ReadonlySet<string> = new Set(["exp", "iat", "auth_time", "nbf", "updated_at"]);

/** Claims as lines; times are also shown as dates. */
export function claimFacts(claims: Readonly<Record<string, unknown>>): readonly Fact[] {
  return Object.entries(claims).map(([name, value]): Fact => {
    if (typeof value === "string") return [name, value];
    const text = JSON.stringify(value);
    const isMoment = typeof value === "number" && moments.has(name);
    return [
      name,
      isMoment ? html`${text} <span class="muted">${momentOf(instantOf(value * 1_000))}</span>` : text,
    ];
  });
}
