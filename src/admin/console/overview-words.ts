import type { OverviewStretch, Share } from "../../flows/operator/overview.ts";
import type { Instant } from "../../values/time.ts";

/** The RFC 8176 methods that the service uses, in plain words. `user` and `mfa` only add to another one. */
const methodWords: Readonly<Record<string, string>> = {
  pwd: "password",
  otp: "one-time code",
  hwk: "passkey",
  swk: "passkey",
  user: "",
  mfa: "",
};

/** Sign-in methods in words: `password and one-time code`. Methods with the same words are added up. */
export function methodShares(
  shares: readonly Share[],
): readonly { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { label, count } of shares) {
    const name = methodName(label);
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  const merged = [...counts].map(([name, count]) => ({ name, count }));
  return merged.sort((left, right) => right.count - left.count);
}

/** The methods of a sign-in in words; `methods` separates them by spaces. */
export function methodName(label: string): string {
  const words = label.split(" ").map((method) => methodWords[method] ?? method);
  // A provider's sign-in has no method of this service.
  return [...new Set(words)].filter((word) => word !== "").join(" and ") || "at a provider";
}

/** A reason as words: `wrong-password` becomes `wrong password`. */
export function reasonName(label: string): string {
  return label.replaceAll("-", " ");
}

/** A length of time: `0.8 ms`, `42 ms`, `1.3 s`. */
export function milliseconds(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "over 10 s";
  if (value >= 1_000) return `${(value / 1_000).toFixed(1)} s`;
  return value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`;
}

/** A length of time in the largest unit that it is a whole number of: `1 hour`, `90 minutes`. */
export function spanOf(seconds: number): string {
  const [length, unit] = (
    [
      [86_400, "day"],
      [3_600, "hour"],
      [60, "minute"],
    ] as const
  ).find(([length]) => seconds > 0 && seconds % length === 0) ?? [1, "second"];
  const count = seconds / length;
  return `${count.toLocaleString("en")} ${unit}${count === 1 ? "" : "s"}`;
}

/** An age in whole minutes, hours or days, so that live figures do not change all the time. */
export function ago(at: Instant, now: Instant): string {
  const minutes = Math.max(0, Math.floor((now - at) / 60_000));
  return minutes < 2 ? "just now" : `${inOneUnit(minutes)} ago`;
}

/** The time between two moments in whole minutes, hours or days. */
export function timeBetween(from: Instant, until: Instant): string {
  const minutes = Math.floor((until - from) / 60_000);
  return minutes < 2 ? "a moment" : inOneUnit(minutes);
}

function inOneUnit(minutes: number): string {
  if (minutes < 120) return `${minutes} minutes`;
  return minutes < 2_880 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / 1_440)} days`;
}

/** A share of a whole: `20.0%`. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

const periodsBefore: Readonly<Record<OverviewStretch, string>> = {
  hour: "the previous hour",
  day: "the previous day",
  week: "the previous week",
  month: "the previous month",
};

/** Words for a rise, a fall and a multiple: of counts, and of lengths of time. */
const directions = { count: ["more", "fewer", "many"], duration: ["longer", "shorter", "long"] } as const;

/** The comparison of a figure with the period before. */
export function changeText(
  value: number | undefined,
  before: number,
  { stretch, of }: { readonly stretch: OverviewStretch; readonly of: keyof typeof directions },
): string {
  const period = periodsBefore[stretch];
  if (value === undefined || !Number.isFinite(value) || !Number.isFinite(before)) return "";
  if (before === 0) return value === 0 ? `unchanged from ${period}` : `none in ${period}`;
  const change = value / before - 1;
  if (Math.abs(change) < 0.005) return `unchanged from ${period}`;
  const [more, less, much] = directions[of];
  if (change >= 1) return `${(value / before).toFixed(1)} times as ${much} as in ${period}`;
  return `${Math.round(Math.abs(change) * 100)}% ${change > 0 ? more : less} than in ${period}`;
}
