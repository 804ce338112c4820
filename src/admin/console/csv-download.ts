import { csvLineOf } from "../../flows/operator/csv.ts";
import type { Reply, ReplyStream } from "../../http/reply.ts";
import type { AdminScope } from "../../protocol/api/admin-scopes.ts";
import { mayGoOn } from "./live.ts";
import type { Visit } from "./visit.ts";

type Cells = readonly (string | null | undefined)[];

/** A list as a file. */
interface Download<Cursor> {
  readonly file: string;
  readonly scope: AdminScope;
  readonly headings: readonly string[];
  /** Reads a page of the list. */
  readonly read: (
    after: Cursor | undefined,
  ) => Promise<{ readonly lines: readonly Cells[]; readonly next?: Cursor | undefined }>;
}

/**
 * Streams a list as CSV, page by page, as fast as the browser reads. When the operator's visit ends, the connection is aborted, so that
 * the browser can tell that the file is incomplete.
 */
export function csvDownload<Cursor>(visit: Visit, { file, scope, headings, read }: Download<Cursor>): Reply {
  const write = async (stream: ReplyStream) => {
    let isClosed = false;
    const closed = new Promise<void>((resolve) => stream.onClosed(resolve)).then(() => {
      isClosed = true;
    });
    stream.write(`${headings.join(",")}\r\n`);
    for (let after: Cursor | undefined; !isClosed; ) {
      const { lines, next } = await read(after);
      const text = lines.map((cells) => `${csvLineOf(cells)}\r\n`).join("");
      if (!stream.write(text)) await Promise.race([new Promise<void>(stream.onDrained), closed]);
      if (next === undefined) return stream.end();
      if (!(await mayGoOn(visit, scope))) return stream.cut();
      after = next;
    }
    stream.end();
  };
  return visit.web.replies.stream(
    "text/csv; charset=utf-8",
    (stream) => void write(stream).catch(() => stream.cut()),
    { "content-disposition": `attachment; filename="${file}"` },
  );
}
