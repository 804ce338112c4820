// The few parts of the browser's DOM that this file touches. Declared here, so that the server's code does not see a DOM.
interface Time {
  textContent: string;
  readonly dateTime: string;
  readonly dataset: { readonly locale?: string };
}
declare const document: { querySelectorAll(selector: string): Iterable<Time> };

/**
 * Runs in the browser: writes moments in the time zone of the reader, which only the browser knows. Without scripts they are in UTC.
 * The page contains the source text of this function, so it must not refer to anything outside itself.
 */
export function showLocalTimes(): void {
  for (const time of document.querySelectorAll("time[data-locale]"))
    time.textContent = new Date(time.dateTime)
      .toLocaleString(time.dataset.locale, { dateStyle: "long", timeStyle: "short" })
      // A line may end before and after the year, and nowhere else, as in what `momentOf` writes.
      .replace(/(\d{4},?)? (?=(\d{4})?)/g, (blank, before, after) => ((before ?? after) ? blank : "\u00a0"));
}
