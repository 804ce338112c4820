import type { JsonObject } from "../../../values/json-object.ts";
import { type Repair, type ShadowOutcome, type ShadowPart, type ShadowRow, saysTheSame } from "./row.ts";

/** Claims with a new value at every sign-in: only their presence and the kind of their value are compared. */
const changing: ReadonlySet<string> = new Set([
  ...["exp", "iat", "nbf", "auth_time", "nonce", "at_hash", "c_hash", "s_hash", "jti", "sid"],
  ...["session_state", "updated_at", "amr"],
]);

/**
 * Claims about the token and not about the person, which OpenID Connect Core §2 leaves to the provider: libraries take a token with them
 * and without. `azp` is needed only with several audiences (§3.1.3.7).
 */
const optional: ReadonlySet<string> = new Set([
  ...["nbf", "auth_time", "at_hash", "c_hash", "s_hash", "jti", "sid", "session_state", "amr", "azp", "typ"],
]);

/** What this service adds, and no application of a provider without it reads. */
const own: ReadonlySet<string> = new Set(["id", "acr", "updated_at"]);

const moved = "each application is told the new issuer";
const changes = "a new value at every sign-in; only that it is there was compared";
const added = "added here; an application of the old provider does not read it";
const unasked = "about the token itself; libraries take it with and without";

/** Compares the claims of one part, name by name, in the order of the old provider. `repair` is asked for each difference. */
export function compareClaims(
  part: ShadowPart,
  there: JsonObject,
  here: JsonObject,
  repair: (row: Pick<ShadowRow, "part" | "name" | "outcome" | "there" | "here">) => {
    readonly because?: string | undefined;
    readonly repairs: readonly Repair[];
  },
): readonly ShadowRow[] {
  return [...new Set([...Object.keys(there), ...Object.keys(here)])].map((name) => {
    const values = { part, name, there: there[name], here: here[name] };
    const { outcome, because } = outcomeOf(values);
    // Nobody signs in here, so these values are made up; those there belong to a sign-in that is over.
    const pair = changing.has(name)
      ? { ...values, there: kindOf(values.there), here: kindOf(values.here) }
      : values;
    if (outcome === "same" || outcome === "expected") return { ...pair, outcome, because, repairs: [] };
    return { ...pair, outcome, ...repair({ ...pair, outcome }) };
  });
}

function outcomeOf({ part, name, there, here }: Pick<ShadowRow, "part" | "name" | "there" | "here">): {
  readonly outcome: ShadowOutcome;
  readonly because?: string;
} {
  if (there === undefined || here === undefined) {
    // They stand in a signed answer alone, and whether it is signed has a line of its own.
    if (part === "userinfo" && (name === "iss" || name === "aud")) return { outcome: "expected" };
    if (optional.has(name)) return { outcome: "expected", because: unasked };
    if (there === undefined && own.has(name)) return { outcome: "expected", because: added };
    return { outcome: there === undefined ? "missing-there" : "missing-here" };
  }
  if (name === "iss" && there !== here) return { outcome: "expected", because: moved };
  if (changing.has(name))
    return kindOf(there) === kindOf(here)
      ? { outcome: "same", because: changes }
      : { outcome: "differs", because: "another kind of value" };
  return { outcome: saysTheSame(there, here, name === "aud") ? "same" : "differs" };
}

/** The kind of a value, as what is shown of it. */
function kindOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return Array.isArray(value) ? "(list)" : `(${typeof value})`;
}
