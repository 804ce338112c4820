import type { Client } from "../../protocol/client/client.ts";
import type { ClientId } from "../../values/ids.ts";
import { type Instant, instantOf, plus, secondsOf } from "../../values/time.ts";
import type { Clock, SecretUse } from "../ports.ts";
import type { StatisticPoint, Statistics } from "../statistics-ports.ts";
import { isIdle, usedAtOf } from "./client-secrets.ts";
import { isOwnClient } from "./own-clients.ts";

const day = 86_400;
const daysShown = 30;

/** The use by a client in one day. */
export interface ClientUseDay {
  readonly at: Instant;
  readonly tokens: number;
  readonly refused: number;
}

/** The use by a client in the last 30 days. */
export interface ClientUseFigures {
  /** The first hour in which the use of clients was counted, at most 31 days ago; undefined if there is none yet. */
  readonly countedSince: Instant | undefined;
  /** One for every day, even if nothing happened. The last day is not over yet. */
  readonly days: readonly ClientUseDay[];
  readonly codes: number;
  readonly codesWithoutState: number;
  readonly codesWithoutChallenge: number;
  readonly tokens: number;
  /** Requests that were refused under its id. Anybody who knows the id can send them. */
  readonly refused: number;
  readonly scopes: ReadonlySet<string>;
}

/** Reads the use by a client from the statistics of all nodes. */
export async function readClientUse(
  {
    statistics,
    clock,
  }: { readonly statistics: Pick<Statistics, "useOf" | "useCountedSince">; readonly clock: Clock },
  clientId: ClientId,
): Promise<ClientUseFigures> {
  const until = instantOf((Math.floor(clock.now() / (day * 1_000)) + 1) * day * 1_000);
  const from = plus(until, -daysShown * day);
  const points = await statistics.useOf(clientId, { from, until, step: secondsOf(day) });
  const total = (label: string, of = points) => sumOf(of, label);
  const byDay = Map.groupBy(points, ({ at }) => at);
  return {
    countedSince: await statistics.useCountedSince(),
    days: Array.from({ length: daysShown }, (_, index) => {
      const at = plus(from, index * day);
      const own = byDay.get(at) ?? [];
      return { at, tokens: total("token", own), refused: total("refused", own) };
    }),
    codes: total("code"),
    codesWithoutState: total("no-state"),
    codesWithoutChallenge: total("no-challenge"),
    tokens: total("token"),
    refused: total("refused"),
    scopes: new Set(
      points.flatMap(({ label }) => (label.startsWith("scope ") ? [label.slice("scope ".length)] : [])),
    ),
  };
}

function sumOf(points: readonly StatisticPoint[], label: string): number {
  return points.reduce((sum, point) => (point.label === label ? sum + point.count : sum), 0);
}

/** A habit of a client that could be better. */
export type ClientHabit =
  /** If both are missing, an attacker can sign a person's browser in (login CSRF). */
  | { readonly kind: "no-state" | "no-challenge"; readonly count: number; readonly of: number }
  | { readonly kind: "old-secret-used" | "old-secret-idle"; readonly at: Instant }
  | { readonly kind: "old-secret-unseen" }
  | { readonly kind: "scope-unused"; readonly scope: string }
  | { readonly kind: "unused" };

/** After this many days without it, something counts as never done. A quiet installation may have no count for the first of 30 days. */
const neverDays = 28;

/**
 * The habits that a client's use shows. Things that it does not do are named only `neverDays` after its last change and
 * after the counting began.
 */
export function habitsOf(
  client: Client,
  use: ClientUseFigures,
  { uses, now }: { readonly uses: readonly SecretUse[]; readonly now: Instant },
): readonly ClientHabit[] {
  const { codes, codesWithoutState, codesWithoutChallenge, tokens } = use;
  const habits: ClientHabit[] = [];
  if (codesWithoutChallenge > 0)
    habits.push({ kind: "no-challenge", count: codesWithoutChallenge, of: codes });
  if (codesWithoutState > 0) habits.push({ kind: "no-state", count: codesWithoutState, of: codes });
  const old = oldSecretHabit(client, uses, now);
  if (old !== undefined) habits.push(old);
  const { countedSince = now } = use;
  const isSettled = [client.updatedAt, countedSince].every((at) => plus(at, neverDays * day) <= now);
  if (!isSettled || client.isDisabled || isOwnClient(client)) return habits;
  if (codes + tokens === 0) return [...habits, { kind: "unused" }];
  const unused = scopesOf(client).filter((scope) => !use.scopes.has(scope));
  return [...habits, ...unused.map((scope): ClientHabit => ({ kind: "scope-unused", scope }))];
}

function oldSecretHabit(
  { previousSecretDigest }: Client,
  uses: readonly SecretUse[],
  now: Instant,
): ClientHabit | undefined {
  if (previousSecretDigest === undefined) return undefined;
  const at = usedAtOf(previousSecretDigest, uses);
  if (at === undefined) return { kind: "old-secret-unseen" };
  return { kind: isIdle(at, now) ? "old-secret-idle" : "old-secret-used", at };
}

/** The scope values that its registration names. */
function scopesOf({ metadata }: Client): readonly string[] {
  return [...(metadata.isOpenid ? ["openid"] : []), ...metadata.machineScope];
}
