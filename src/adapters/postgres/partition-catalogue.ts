import { instantOf } from "../../values/time.ts";
import { flag, has, integer, parsed, text } from "../sql/rows.ts";
import { asItIs, type Runner } from "./database.ts";
import type { Partition } from "./partition.ts";
import type { Row } from "./statement.ts";

/** The constraint that refuses rows which outlive their partition. If it was widened it is not validated, and need not be. */
export const boundName = "kept_until";

/** SQL: true for the name of a partition, and of a table that was one. */
export const isNamedAsPartition = (name: string) => `${name} ~ '^grants_(until_)?[0-9]{8}_[0-9]{2}$'`;

/**
 * Part of a transaction: the partitions according to PostgreSQL's catalogue. NOTE: `grant_partitions` lacks what a node of 0.1.0 beside
 * this one makes, widens or detaches, because that release does not have the table.
 */
export async function readCatalogue(
  runner: Runner,
  noted: readonly Partition[],
): Promise<readonly Partition[]> {
  await runner.run(asItIs("SET LOCAL bytea_output = hex"));
  return (await runner.all(asItIs(catalogue))).map((row) => {
    const name = text(row, "name");
    const before = noted.find((partition) => partition.name === name);
    return {
      name,
      ...(before === undefined ? rangeOf(row) : { from: before.from, until: before.until }),
      // Only an operator can have removed the constraint. Without a bound the partition stays.
      keptUntil: instantOf(has(row, "kept_until") ? integer(row, "kept_until") : Number.MAX_SAFE_INTEGER),
      isClosing: before?.isClosing === true || flag(row, "is_detached"),
    };
  });
}

const catalogue = `SELECT class.relname::text AS name, inhparent IS NULL OR inhdetachpending AS is_detached,
    pg_get_expr(class.relpartbound, class.oid) AS range,
    (SELECT substring(pg_get_constraintdef(oid) FROM '[0-9]{5,}')::bigint FROM pg_constraint
     WHERE conrelid = class.oid AND conname = '${boundName}') AS kept_until
  FROM pg_class AS class LEFT JOIN pg_inherits ON inhrelid = class.oid
  WHERE class.relkind = 'r'
    AND class.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'grants'::regclass)
    AND (inhparent = 'grants'::regclass
      OR (inhparent IS NULL AND ${isNamedAsPartition("class.relname")}))
  ORDER BY class.relname`;

const rangeText =
  /^FOR VALUES FROM \((?:MINVALUE|'\\x(?<from>[0-9a-f]{12})')\) TO \('\\x(?<until>[0-9a-f]{12})'\)$/;

/** A detached table has no range any more and takes nothing. */
function rangeOf(row: Row): Pick<Partition, "from" | "until"> {
  if (!has(row, "range")) return { from: instantOf(0), until: instantOf(0) };
  const range = parsed("range", rangeText.exec(text(row, "range"))?.groups);
  return {
    from: instantOf(Number.parseInt(range.from ?? "0", 16)),
    until: instantOf(Number.parseInt(range.until ?? "0", 16)),
  };
}
