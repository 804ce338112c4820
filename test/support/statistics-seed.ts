import type { Statistic, Statistics } from "../../src/flows/statistics-ports.ts";
import type { ClientId } from "../../src/values/ids.ts";
import { type Instant, plus } from "../../src/values/time.ts";

/** Writes counts like those of a working day: every minute for two hours, then ever more rarely for 30 days. */
export async function seedStatistics(
  statistics: Pick<Statistics, "add">,
  now: Instant,
  clients: readonly ClientId[],
): Promise<void> {
  for (let minute = 0; minute < 30 * 24 * 60; minute += minute < 120 ? 1 : minute < 1_440 ? 10 : 180) {
    const at = plus(now, -minute * 60);
    const wave = 1 + Math.sin((at / 86_400_000) * 2 * Math.PI) * 0.7 + ((minute * 7) % 11) / 11;
    const weight = minute < 120 ? 1 : minute < 1_440 ? 10 : 180;
    await statistics.add(at, countsOf(Math.round(wave * 20 * weight), clients));
  }
}

function countsOf(signIns: number, clients: readonly ClientId[]): readonly Statistic[] {
  const part = (share: number) => Math.max(1, Math.round(signIns * share));
  const rows: readonly (readonly [Statistic["kind"], string, number])[] = [
    ["sign-in", "signed-in", signIns],
    ["sign-in", "refused", part(0.12)],
    ["method", "pwd", part(0.5)],
    ["method", "pwd otp mfa", part(0.2)],
    ["method", "swk user mfa", part(0.25)],
    ["method", "hwk user mfa", part(0.05)],
    ["sign-in-refusal", "wrong-password", part(0.08)],
    ["sign-in-refusal", "unknown-account", part(0.03)],
    ["sign-in-refusal", "throttled", part(0.01)],
    ["throttled", "throttled", part(0.01)],
    ["token", "issued", signIns * 2],
    ["client-refusal", "code-spent", part(0.02)],
    ["sign-in-duration", "50", part(0.3)],
    ["sign-in-duration", "100", part(0.6)],
    ["sign-in-duration", "250", part(0.09)],
    ["token-duration", "2", part(1)],
    ["token-duration", "5", part(0.7)],
    ["token-duration", "25", part(0.1)],
  ];
  const named = clients.map((id, index) => ["client", id, part(1 / (index + 1.5))] as const);
  const counted = [...rows, ...named].map(([kind, label, count]) => ({ kind, label, count, peak: 0 }));
  return [...counted, { kind: "hash-queue", label: "waiting", count: 1, peak: 1 + (signIns % 9) }];
}
