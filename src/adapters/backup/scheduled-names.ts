import { type Instant, instantOf } from "../../values/time.ts";

/** Only files with such a name are ever removed. */
const shape = /^latchkey-scheduled-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db(\.age)?$/;

/** The name of a scheduled backup, with its time in UTC. */
export function scheduledName(at: Instant, isEncrypted: boolean): string {
  const stamp = new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
  return `latchkey-scheduled-${stamp}.db${isEncrypted ? ".age" : ""}`;
}

/**
 * The files of a folder that a schedule keeping `keep` backups removes: of those that it made, all but the newest. Files from the future
 * stay and do not count, because either they or the clock are wrong.
 */
export function outdatedNames(
  names: readonly string[],
  { keep, now }: { keep: number; now: Instant },
): readonly string[] {
  const timed = names.flatMap((name) => {
    const at = timeOf(name);
    return at === undefined || at > now ? [] : [{ name, at }];
  });
  return timed
    .sort((left, right) => right.at - left.at)
    .slice(keep)
    .map(({ name }) => name);
}

/** The start of the name of a folder in which a scheduled backup was made; undefined for any other name. */
export function makingPrefix(name: string): string | undefined {
  const [prefix, made = ""] = /^(.*)\.new-/.exec(name) ?? [];
  return shape.test(made) ? prefix : undefined;
}

function timeOf(name: string): Instant | undefined {
  const parts = shape.exec(name);
  if (parts === null) return undefined;
  const [year = 0, month = 0, ...rest] = parts.slice(1, 7).map(Number);
  const at = Date.UTC(year, month - 1, ...rest);
  return instantOf(at);
}
