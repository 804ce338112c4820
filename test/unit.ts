/** The tests of the rooms that need neither a service nor a browser, as one file: to start a process for each takes longer than they do. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { unitFiles } from "./support/unit-files.ts";

for (const file of unitFiles) await import(pathToFileURL(join(import.meta.dirname, "..", file)).href);
