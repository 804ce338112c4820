import type { AuditFilter } from "../../flows/audit-ports.ts";
import { entriesAfter } from "../../flows/operator/audit.ts";
import { csvHeading, csvLine } from "../../flows/operator/audit-csv.ts";
import { auditRecord } from "../../flows/operator/audit-record.ts";
import type { Reply, ReplyStream } from "../../http/reply.ts";
import { readTrail } from "../../operations/whole-trail.ts";
import type { Visit } from "./visit.ts";

const formats = {
  csv: { type: "text/csv; charset=utf-8", file: "audit.csv" },
  jsonl: { type: "application/jsonl", file: "audit.jsonl" },
} as const;

/**
 * Streams every entry that matches the filter, oldest first, as fast as the browser reads. When `mayGoOn` returns false the connection is
 * aborted, so that the browser can tell that the file is incomplete.
 */
export function auditExport(
  { web, query, operator }: Pick<Visit, "web" | "query" | "operator">,
  filter: AuditFilter,
  mayGoOn: () => Promise<boolean>,
): Reply {
  const format = query.get("format") === "csv" ? "csv" : "jsonl";
  const { type, file } = formats[format];
  const write = async (stream: ReplyStream) => {
    let isClosed = false;
    const closed = new Promise<void>((resolve) => stream.onClosed(resolve)).then(() => {
      isClosed = true;
    });
    const last = (await web.administration.auditTrail.head())?.last ?? 0;
    if (format === "csv") stream.write(`${csvHeading()}\r\n`);
    for await (const entry of entriesAfter(web.administration.auditTrail, filter, 0)) {
      // Including entries that are written in the meantime could make the export endless.
      if (isClosed || entry.number > last) break;
      const line = format === "csv" ? `${csvLine(entry)}\r\n` : `${JSON.stringify(auditRecord(entry))}\n`;
      if (stream.write(line)) continue;
      await Promise.race([new Promise<void>(stream.onDrained), closed]);
      if (!(await mayGoOn())) return stream.cut();
    }
    stream.end();
  };
  const send = async (stream: ReplyStream) => {
    const sent = readTrail(operator, () => write(stream));
    // Others have begun since the page let this one pass.
    return sent ?? stream.cut();
  };
  return web.replies.stream(type, (stream) => void send(stream).catch(() => stream.cut()), {
    "content-disposition": `attachment; filename="${file}"`,
  });
}
