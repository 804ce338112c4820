import { type Instant, instantOf, isoTime } from "./time.ts";

/** An instant for people: to the minute, in UTC. */
export function shortTime(at: Instant): string {
  return `${isoTime(instantOf(at)).slice(0, 16).replace("T", " ")} UTC`;
}

/** `1 client`, `2 clients`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Bytes for people. */
export function sizeText(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.ceil(bytes / 1024)} KB`;
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
}

/** Quotes a word for a POSIX shell, for commands that people copy. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
