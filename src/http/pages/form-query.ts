import { decodeFormComponent } from "../../protocol/parameters.ts";

/** A request line longer than this would not fit through common proxies; it is refused with our own page. */
export const queryLengthMax = 12 * 1024;

/**
 * A posted form as the query that means the same: what no URL and no header can hold (line ends, a raw #, letters beyond
 * ASCII) is encoded. `query` is what stood in the address that the form was posted to.
 */
export function queryWithForm(query: string, form: string): string {
  const encoded = form.replace(/[^!$-~]+/g, encodeURIComponent);
  return [query, encoded].filter((part) => part !== "").join("&");
}

/** The query without a parameter, however its name is encoded; all else stays byte for byte. */
export function queryWithout(query: string, name: string): string {
  const isOther = (pair: string) => decodeFormComponent(pair.split("=", 1)[0] ?? "") !== name;
  return query.split("&").filter(isOther).join("&");
}
