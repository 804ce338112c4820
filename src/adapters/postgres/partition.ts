import { type Instant, instantOf } from "../../values/time.ts";

const hourMilliseconds = 3_600_000;
const dayMilliseconds = 24 * hourMilliseconds;
/** Lifetimes are rounded up to this, because a code may be redeemed at any moment of its five minutes. */
const lifetimeStepMilliseconds = hourMilliseconds / 4;

/** What the default settings need: an hour for the token, five minutes for its code, two to recognise a replay. */
export const usualLifetimeMilliseconds = 5 * lifetimeStepMilliseconds;

/** A partition of the grants, or a table that was one (ADR 0017). */
export interface Partition {
  readonly name: string;
  /** It takes ids made at or after `from` and before `until`. */
  readonly from: Instant;
  readonly until: Instant;
  /** No row in it has a later `keep_until`; its constraint refuses any that would. */
  readonly keptUntil: Instant;
  /** It is about to be dropped: no room in it is offered any more. */
  readonly isClosing: boolean;
}

/** How long a grant is kept from its id's time on, rounded up as partitions are. */
export function lifetimeOf(madeAt: Instant, keepUntil: Instant): number {
  return Math.ceil((keepUntil - madeAt) / lifetimeStepMilliseconds) * lifetimeStepMilliseconds;
}

/** How long a partition is. For tokens of 30 days there would be 720 of an hour, and plans lock and list all of them. */
export function partitionMilliseconds(lifetimeMilliseconds: number): number {
  return lifetimeMilliseconds <= dayMilliseconds ? hourMilliseconds : dayMilliseconds;
}

/** The partition that takes ids of this time; undefined if there is none. */
export function partitionAt(partitions: readonly Partition[], time: Instant): Partition | undefined {
  return partitions.find(({ isClosing, from, until }) => !isClosing && from <= time && time < until);
}

/** True if a partition takes ids of this time and rows of this lifetime. */
export function hasRoom(
  partitions: readonly Partition[],
  time: Instant,
  lifetimeMilliseconds: number,
): boolean {
  const partition = partitionAt(partitions, time);
  return partition !== undefined && partition.keptUntil >= partition.until + lifetimeMilliseconds;
}

/** A new partition for this time: a whole hour or day, or what its neighbours leave of it. */
export function createPartition(
  time: Instant,
  partitions: readonly Partition[],
  lifetimeMilliseconds: number,
): Partition {
  const length = partitionMilliseconds(lifetimeMilliseconds);
  let from = Math.floor(time / length) * length;
  let until = from + length;
  for (const other of partitions) {
    if (other.isClosing) continue;
    if (other.until <= time) from = Math.max(from, other.until);
    else until = Math.min(until, other.from);
  }
  return widened(
    { name: nameOf(from), from: instantOf(from), until: instantOf(until) },
    lifetimeMilliseconds,
  );
}

/** The same range, for rows of this lifetime. */
export function widened(
  { name, from, until }: Pick<Partition, "name" | "from" | "until">,
  lifetimeMilliseconds: number,
): Partition {
  return { name, from, until, keptUntil: instantOf(until + lifetimeMilliseconds), isClosing: false };
}

function nameOf(from: number): string {
  return `grants_${new Date(from).toISOString().slice(0, 13).replaceAll("-", "").replace("T", "_")}`;
}
