import { decodeFormComponent } from "../../protocol/parameters.ts";

/** A longer request line would not fit through common proxies. It is refused with a page of the service. */
export const queryLengthMax = 12 * 1024;

/**
 * Turns a posted form into a query of the same meaning. Characters that no URL and no header can hold (line ends, a raw #, letters
 * beyond ASCII) are encoded. `query` is that of the address that the form was posted to.
 */
export function queryWithForm(query: string, form: string): string {
  const encoded = form.replace(/[^!$-~]+/g, encodeURIComponent);
  return [query, encoded].filter((part) => part !== "").join("&");
}

/** Removes a parameter from a query, in any encoding of its name. All other bytes stay. */
export function queryWithout(query: string, name: string): string {
  const isOther = (pair: string) => decodeFormComponent(pair.split("=", 1)[0] ?? "") !== name;
  return query.split("&").filter(isOther).join("&");
}
