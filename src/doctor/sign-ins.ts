import type { Finding } from "../flows/operator/finding.ts";
import type { StatisticPoint, Statistics } from "../flows/statistics-ports.ts";
import { type Instant, instantOf, plus, secondsOf } from "../values/time.ts";
import { counted } from "../values/words.ts";

const stepSeconds = 600;
const hour = 3_600;
const hoursBefore = 24;

/** Fewer than these in an hour are the mistakes of a few people. */
const risingMin = 20;
const throttledMin = 10;
/** An hour with this many times the mean of the day before counts as a change. */
const risingFactor = 3;

const check = "sign-ins";

/** Finds what became worse in the last hour, compared with the day before it. Says nothing if nothing did. */
export async function* signInFindings(
  statistics: Pick<Statistics, "series">,
  now: Instant,
): AsyncGenerator<Finding> {
  const milliseconds = stepSeconds * 1_000;
  const until = instantOf((Math.floor(now / milliseconds) + 1) * milliseconds);
  const since = plus(until, -hour);
  const range = { from: plus(since, -hoursBefore * hour), until, step: secondsOf(stepSeconds) };
  const points = await statistics.series(range);
  yield* changesIn(points, since);
}

function* changesIn(points: readonly StatisticPoint[], since: Instant): Generator<Finding> {
  const rising = (
    kind: string,
    label?: string,
  ): { readonly last: number; readonly usual: number } | undefined => {
    const [last, before] = sums(
      points,
      since,
      (point) => point.kind === kind && (label ?? point.label) === point.label,
    );
    const usual = Math.round(before / hoursBefore);
    return last >= risingMin && last > risingFactor * usual ? { last, usual } : undefined;
  };
  const [failed] = sums(points, since, ({ kind }) => kind === "failure");
  if (failed > 0)
    yield {
      check: "service",
      state: "warning",
      detail: `${counted(failed, "request")} failed within the last hour because of a fault of the service`,
      repair: "look for unexpected-failure in the log, and report it",
    };
  const refused = rising("sign-in", "refused");
  if (refused)
    yield {
      check,
      state: "warning",
      detail: `${refused.last.toLocaleString("en")} were refused within the last hour; ${refused.usual.toLocaleString("en")} an hour are usual`,
      repair: "the refused sign-ins in the audit trail say why, and from which networks",
      commands: ["latchkey audit list --act sign-in-refused"],
    };
  const clients = rising("client-refusal");
  if (clients)
    yield {
      check: "requests of applications",
      state: "warning",
      detail: `${clients.last.toLocaleString("en")} were refused within the last hour; ${clients.usual.toLocaleString("en")} an hour are usual`,
      repair: "the refused requests in the audit trail name the applications",
      commands: ["latchkey audit list --act exchange-refused"],
    };
  const [throttled] = sums(
    points,
    since,
    ({ kind, label }) => kind === "throttled" && label === "account-throttled",
  );
  if (throttled >= throttledMin)
    yield {
      check,
      state: "warning",
      detail: `${throttled.toLocaleString("en")} tries within the last hour met the limit of their account: people may be locked out, or somebody guesses`,
      repair:
        "the refused sign-ins in the audit trail name the accounts; a recovery link or a passkey lets their owners in",
      commands: ["latchkey audit list --act sign-in-refused"],
    };
}

/** The counts since a moment, and before it. */
function sums(
  points: readonly StatisticPoint[],
  since: Instant,
  counts: (point: StatisticPoint) => boolean,
): readonly [last: number, before: number] {
  let [last, before] = [0, 0];
  for (const point of points)
    if (counts(point)) {
      if (point.at >= since) last += point.count;
      else before += point.count;
    }
  return [last, before];
}
