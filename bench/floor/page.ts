import { readFileSync } from "node:fs";
import { listen } from "./listen.ts";

/** An answer of Latchkey as it was recorded: every header but those that `node:http` writes itself, and the body in base64. */
export interface RecordedPage {
  readonly headers: readonly string[];
  readonly body: string;
}

/** The environment variable that names the file with the recorded page. */
export const pageVariable = "BENCH_PAGE";

/** Answers every request with the bytes and headers of the recorded page, after `prepare`. */
export function listenWithPage(prepare: (url: string) => void): void {
  const page = JSON.parse(readFileSync(process.env[pageVariable] ?? "", "utf8")) as RecordedPage;
  const body = Buffer.from(page.body, "base64");
  const headers = [...page.headers, "Content-Length", String(body.length)];
  listen(({ url = "" }, response) => {
    prepare(url);
    response.writeHead(200, headers);
    response.end(body);
  });
}

if (import.meta.main) listenWithPage(() => {});
