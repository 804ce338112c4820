import { readFileSync } from "node:fs";
import { listen } from "./listen.ts";

/** An answer of Latchkey as it was recorded: every header but those that `node:http` writes itself, and the body. */
export interface RecordedPage {
  readonly headers: readonly string[];
  readonly body: string;
}

/** The environment variable that names the file with the recorded page. */
export const pageVariable = "BENCH_PAGE";

/** Reads the page that the run recorded. */
export function readPage(): RecordedPage {
  return JSON.parse(readFileSync(process.env[pageVariable] ?? "", "utf8")) as RecordedPage;
}

/** The login page as constant bytes with the headers it really had. */
if (import.meta.main) {
  const page = readPage();
  const body = Buffer.from(page.body, "utf8");
  const headers = [...page.headers, "Content-Length", String(body.length)];
  listen((_request, response) => {
    response.writeHead(200, headers);
    response.end(body);
  });
}
