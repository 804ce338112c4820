import { readFileSync } from "node:fs";

/** The version in package.json, which lies two folders above this file in a checkout and in an installed package. */
export function readVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(text) as { readonly version: string };
  return version;
}
