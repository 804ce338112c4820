import type { Sealer } from "../../flows/key-ports.ts";
import { isJsonObject, parseJsonBytes } from "../../values/json-object.ts";
import { type Instant, instantOf, plus } from "../../values/time.ts";
import type { Values } from "./forms.ts";

/** A visit to the console, as its cookie keeps it. Only the service can read or write one. */
export interface ConsoleSession {
  /** The access token for the admin API. It alone decides what is allowed. */
  readonly token: string;
  /** The person's account. It only ties forms to the person, even after the token has expired. */
  readonly accountId: string;
}

/** A sign-in in progress. It travels in `state` and is valid only in the browser that started it. */
export interface Transaction {
  /** The browser cookie of the request that started it. */
  readonly browser: string;
  /** Random text from which the PKCE verifier is derived. */
  readonly seed: string;
  readonly startedAt: Instant;
  /** The path below the console to continue at. */
  readonly to: string;
}

/** A sentence about what was just done. */
export interface FlashMessage {
  readonly text: string;
  readonly tone: "done" | "warning";
  readonly undo?: Undo | undefined;
}

/** How long the cookie of a sentence is kept, and how long it is believed if somebody keeps it longer. */
export const flashSeconds = 60;

/**
 * A sentence in its cookie, for the page at `to` and for the operator who did the act: the next one in this browser neither reads it nor
 * undoes the act.
 */
export function sealFlash(
  sealer: Pick<Sealer, "seal">,
  message: FlashMessage,
  { accountId, to, now }: { readonly accountId: string; readonly to: string; readonly now: Instant },
): string {
  return sealAs(sealer, "told", { ...message, accountId, to, until: plus(now, flashSeconds) });
}

/** The form that undoes an act: its path below the console, and its hidden values. */
export interface Undo {
  readonly path: string;
  readonly values?: Values;
}

/** How long a sign-in may take, and how long typed values wait for it. */
const waitSeconds = 3_600;

/** The kind is sealed too, so that a value of one kind cannot be used as another. */
type Kind = "session" | "transaction" | "kept" | "refused" | "told" | "trial" | "shown" | "verifying";

/** Seals a value of the given kind. */
export function sealAs(sealer: Pick<Sealer, "seal">, kind: Kind, value: object): string {
  return sealer.seal("console", Buffer.from(JSON.stringify({ ...value, kind })));
}

/** Opens a value of the given kind without checking its members; undefined for anything that was not sealed as that kind. */
export function openAs(
  sealer: Pick<Sealer, "open">,
  kind: Kind,
  sealed: string | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const value = sealed === undefined ? undefined : parseJsonBytes(sealer.open("console", sealed));
  return value?.kind === kind ? value : undefined;
}

/** Opens the cookie of a visit. */
export function openSession(
  sealer: Pick<Sealer, "open">,
  sealed: string | undefined,
): ConsoleSession | undefined {
  const { token, accountId } = openAs(sealer, "session", sealed) ?? {};
  return typeof token === "string" && typeof accountId === "string" ? { token, accountId } : undefined;
}

/** Opens the state of a sign-in that was started in this browser and has not expired. */
export function openTransaction(
  sealer: Pick<Sealer, "open">,
  state: string | undefined,
  here: { readonly browser: string | undefined; readonly now: Instant },
): Transaction | undefined {
  const { browser, seed, startedAt, to } = openAs(sealer, "transaction", state) ?? {};
  if (typeof seed !== "string" || typeof to !== "string" || typeof startedAt !== "number") return undefined;
  if (typeof browser !== "string" || browser !== here.browser) return undefined;
  const begun = instantOf(startedAt);
  return here.now < plus(begun, waitSeconds) ? { browser, seed, startedAt: begun, to } : undefined;
}

/** The page that asks for what a form left behind. */
export interface KeptFor {
  readonly to: string;
  readonly accountId: string;
  readonly now: Instant;
}

/** Opens what a form left for the page at `to` and for this person at most so many seconds ago; undefined for anybody or anything else. */
export function openKept(
  sealer: Pick<Sealer, "open">,
  { kind, seconds }: { readonly kind: "kept" | "refused"; readonly seconds: number },
  sealed: string | undefined,
  here: KeptFor,
): Readonly<Record<string, unknown>> | undefined {
  const value = openAs(sealer, kind, sealed);
  if (value?.to !== here.to || value.accountId !== here.accountId) return undefined;
  const { keptAt } = value;
  return typeof keptAt === "number" && here.now < plus(instantOf(keptAt), seconds) ? value : undefined;
}

/** Opens what this person typed into the form at this path before a sign-in interrupted it; undefined for anybody or anything else. */
export function openSavedForm(
  sealer: Pick<Sealer, "open">,
  sealed: string | undefined,
  here: KeptFor,
): Values | undefined {
  const values = openKept(sealer, { kind: "kept", seconds: waitSeconds }, sealed, here)?.values;
  if (!isJsonObject(values)) return undefined;
  const texts = Object.entries(values).filter(([, value]) => typeof value === "string");
  return Object.fromEntries(texts) as Values;
}

/** Opens the sentence that the page at `to` shows once, to the operator whose act it is about, for a minute. */
export function openFlash(
  sealer: Pick<Sealer, "open">,
  sealed: string | undefined,
  here: { readonly accountId: string; readonly now: Instant },
): (FlashMessage & { readonly to: unknown }) | undefined {
  const { text, tone, undo, accountId, to, until } = openAs(sealer, "told", sealed) ?? {};
  if (accountId !== here.accountId || typeof until !== "number" || here.now >= until) return undefined;
  if (typeof text !== "string" || (tone !== "done" && tone !== "warning")) return undefined;
  // Only `goTo` can have sealed it.
  return { text, tone, undo: undo as Undo | undefined, to };
}
