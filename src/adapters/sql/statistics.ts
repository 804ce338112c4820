import type {
  ClientCount,
  Statistic,
  StatisticPoint,
  StatisticRange,
  Statistics,
} from "../../flows/statistics-ports.ts";
import { parseClientId } from "../../values/ids.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { type Engine, type Fact, run } from "./fact.ts";
import { integer, parsed, type Row, text } from "./rows.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The lengths that are added up, in milliseconds, and for how long each is kept. A month by the minute would be millions of rows. */
const spans = [
  { length: minute, kept: 2 * day },
  { length: 10 * minute, kept: 8 * day },
  { length: hour, kept: 61 * day },
] as const;

const stepsMax = 1_000;
/** The beginning of the kinds that end with a client's id. There is one for each client, so only the longest span has them. */
const usePrefix = "use ";
/**
 * Nothing compares the use of a client with an earlier month, and many clients can each have a row, so these rows are removed sooner. A
 * sweep looks for it in the hours of `useSweptOver` alone; rows that a service missed while it was stopped for longer are removed with all
 * others.
 */
const useKept = 31 * day;
const useSweptOver = 2 * day;

/** The counts as the store keeps them; see `Statistics`. */
interface StoredStatistics extends Statistics {
  /** Part of a fact: removes up to `rowsMax` rows that are older than their span is kept. */
  removeExpired(now: Instant, rowsMax: number): Fact<number>;
}

/** Counts by the minute, the ten minutes and the hour (ADR 0050). */
export function statisticsOn(engine: Engine): StoredStatistics {
  const sql = statements(engine);

  function* add(at: Instant, counted: readonly Statistic[]): Fact<void> {
    for (const { length } of spans)
      for (const { kind, label, count, peak } of counted)
        if (length === hour || !kind.startsWith(usePrefix))
          yield* run(sql.add, { span: length, startsAt: at - (at % length), kind, label, count, peak });
  }

  return {
    add: async (at, counted) => {
      // In one order, so that nodes which add at the same time wait for each other instead of colliding.
      const ordered = counted.toSorted((left, right) => (placeOf(left) < placeOf(right) ? -1 : 1));
      if (ordered.length > 0) await engine.write("relaxed", () => add(at, ordered));
    },
    series: async (range) => engine.all(sql.series, boundsOf(range), (rows) => rows.map(pointOf)),
    useCountedSince: () =>
      engine.get(sql.useCountedSince, { span: hour }, (row) => instantOf(integer(row, "starts_at"))),
    useOf: async (clientId, range) => {
      const bounds = boundsOf(range);
      if (bounds.span !== hour) throw new RangeError("The use of a client is counted by the hour.");
      return engine.all(sql.useOf, { ...bounds, kind: `${usePrefix}${clientId}` }, (rows) =>
        rows.map(pointOf),
      );
    },
    topClients: async (range, limit) => {
      const { step: _, ...bounds } = boundsOf(range);
      return engine.all(sql.topClients, { ...bounds, limit }, (rows) => rows.map(clientOf));
    },
    topSignIns: async (range, limit) => {
      const { step: _, ...bounds } = boundsOf(range);
      return engine.all(sql.topSignIns, { ...bounds, limit }, (rows) => rows.map(clientOf));
    },
    *removeExpired(now, rowsMax) {
      let gone = 0;
      for (const { length, kept } of spans)
        if (gone < rowsMax)
          gone += yield* run(sql.removeExpired, {
            span: length,
            bound: now - kept,
            rowsMax: rowsMax - gone,
          });
      if (gone < rowsMax) {
        const until = now - useKept;
        const values = { span: hour, from: until - useSweptOver, until, rowsMax: rowsMax - gone };
        gone += yield* run(sql.removeUse, values);
      }
      return gone;
    },
  };
}

function statements({ sql, greatest, skipLocked }: Engine) {
  const inRange = "FROM statistics WHERE span = :span AND starts_at >= :from AND starts_at < :until";
  // A sum of int8 is a numeric in PostgreSQL.
  const total = "CAST(sum(count) AS bigint) AS count";
  return {
    add: sql(
      `INSERT INTO statistics (span, starts_at, kind, label, count, peak)
       VALUES (:span, :startsAt, :kind, :label, :count, :peak)
       ON CONFLICT (span, starts_at, kind, label) DO UPDATE SET
         count = statistics.count + excluded.count,
         peak = ${greatest("statistics.peak", "excluded.peak")}`,
    ),
    series: sql(
      `SELECT starts_at - starts_at % :step AS at, kind, label, ${total}, max(peak) AS peak
       ${inRange} AND kind <> 'client' AND kind NOT LIKE '${usePrefix}%' GROUP BY 1, kind, label ORDER BY 1, kind, label`,
    ),
    // Where use has been counted for long, the first row that is read is already a match.
    useCountedSince: sql(
      `SELECT starts_at FROM statistics WHERE span = :span AND kind LIKE '${usePrefix}%' ORDER BY starts_at LIMIT 1`,
    ),
    // Each hour is looked up by itself, because the key begins with the time. An index by kind would cost a write for every row.
    useOf: sql(
      `WITH RECURSIVE hours (starts_at) AS (
         SELECT CAST(:from AS bigint) UNION ALL SELECT starts_at + :span FROM hours WHERE starts_at + :span < :until)
       SELECT hours.starts_at - hours.starts_at % :step AS at, kind, label, ${total}, max(peak) AS peak
       FROM hours CROSS JOIN statistics
       WHERE span = :span AND statistics.starts_at = hours.starts_at AND kind = :kind
       GROUP BY 1, kind, label ORDER BY 1, label`,
    ),
    topClients: sql(
      `SELECT label, ${total}, max(starts_at) AS last_at ${inRange} AND kind = 'client' AND label <> 'other'
       GROUP BY label ORDER BY 2 DESC, label LIMIT :limit`,
    ),
    topSignIns: sql(
      `SELECT substr(kind, ${usePrefix.length + 1}) AS label, ${total}, max(starts_at) AS last_at
       ${inRange} AND kind LIKE '${usePrefix}%' AND label = 'code'
       GROUP BY kind ORDER BY 2 DESC, kind LIMIT :limit`,
    ),
    removeUse: sql(
      `DELETE FROM statistics WHERE (span, starts_at, kind, label) IN
         (SELECT span, starts_at, kind, label ${inRange} AND kind LIKE '${usePrefix}%'
          ORDER BY starts_at, kind, label LIMIT :rowsMax${skipLocked})`,
    ),
    removeExpired: sql(
      `DELETE FROM statistics WHERE (span, starts_at, kind, label) IN
         (SELECT span, starts_at, kind, label FROM statistics WHERE span = :span AND starts_at < :bound
          ORDER BY starts_at, kind, label LIMIT :rowsMax${skipLocked})`,
    ),
  };
}

function placeOf({ kind, label }: Statistic): string {
  return `${kind} ${label}`;
}

/** Whole steps, read from the longest span that they are made of. Throws a `RangeError` if there would be too many. */
function boundsOf({ from, until, step: stepSeconds }: StatisticRange) {
  const step = stepSeconds * 1_000;
  const span = spans.findLast(({ length }) => step >= length && step % length === 0);
  if (span === undefined) throw new RangeError("A step of statistics is a whole number of minutes.");
  const [first, end] = [from - (from % step), until - (until % step)];
  if (end - first > stepsMax * step) throw new RangeError(`A series has at most ${stepsMax} steps.`);
  return { span: span.length, step, from: first, until: end };
}

function pointOf(row: Row): StatisticPoint {
  return {
    at: instantOf(integer(row, "at")),
    kind: text(row, "kind"),
    label: text(row, "label"),
    count: integer(row, "count"),
    peak: integer(row, "peak"),
  };
}

function clientOf(row: Row): ClientCount {
  return {
    clientId: parsed("label", parseClientId(text(row, "label"))),
    count: integer(row, "count"),
    lastAt: instantOf(integer(row, "last_at")),
  };
}
