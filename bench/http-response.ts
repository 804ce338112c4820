const headEnd = Buffer.from("\r\n\r\n");
const lineEnd = Buffer.from("\r\n");
const contentLength = /\r\ncontent-length:[ \t]*(\d+)/i;
const chunkedTransfer = /\r\ntransfer-encoding:[ \t]*chunked/i;
const notAResponse = "That is no HTTP/1.1 response";

/** One HTTP/1.1 response. */
export interface HttpResponse {
  readonly status: number;
  /** Status line and header lines as they came, without the empty line. */
  readonly head: string;
  /** A view into the read buffer where the body was not chunked: copy bytes that must outlive the next read. */
  readonly body: Buffer;
  /** How many bytes the response took. */
  readonly bytes: number;
}

interface Body {
  readonly body: Buffer;
  readonly end: number;
}

/** Every value of a header, which may be repeated, such as `set-cookie`. The name must be plain letters and hyphens. */
export function headersOf(response: HttpResponse, name: string): readonly string[] {
  const matches = response.head.matchAll(new RegExp(`\\r\\n${name}:[ \\t]*([^\\r]*)`, "gi"));
  return Array.from(matches, (match) => match[1] ?? "");
}

/**
 * Reads one response from the start of the bytes; undefined as long as it is incomplete. For GET and POST only: knows
 * Content-Length, chunks (RFC 9112 §7.1, trailers are skipped) and statuses without a body; throws on anything else.
 */
export function readResponse(bytes: Buffer): HttpResponse | undefined {
  const end = bytes.indexOf(headEnd);
  if (end === -1) return undefined;
  const head = bytes.toString("latin1", 0, end);
  if (!head.startsWith("HTTP/1.1 ")) throw new Error(`${notAResponse}: ${head.slice(0, 100)}`);
  const status = Number(head.slice(9, 12));
  const read = readBody(bytes, end + headEnd.length, status, head);
  return read === undefined ? undefined : { status, head, body: read.body, bytes: read.end };
}

function readBody(bytes: Buffer, start: number, status: number, head: string): Body | undefined {
  const length = contentLength.exec(head)?.[1];
  if (length !== undefined) {
    const end = start + Number(length);
    return bytes.length < end ? undefined : { body: bytes.subarray(start, end), end };
  }
  if (chunkedTransfer.test(head)) return readChunks(bytes, start);
  if (status === 204 || status === 304) return { body: bytes.subarray(start, start), end: start };
  throw new Error(`${notAResponse} whose length can be known: ${head.slice(0, 200)}`);
}

function readChunks(bytes: Buffer, start: number): Body | undefined {
  const chunks: Buffer[] = [];
  let position = start;
  for (;;) {
    const sizeEnd = bytes.indexOf(lineEnd, position);
    if (sizeEnd === -1) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", position, sizeEnd), 16);
    if (Number.isNaN(size)) throw new Error(`${notAResponse}: a chunk without a size`);
    if (size === 0) return readTrailers(bytes, sizeEnd, chunks);
    const chunkStart = sizeEnd + lineEnd.length;
    position = chunkStart + size + lineEnd.length;
    if (bytes.length < position) return undefined;
    chunks.push(bytes.subarray(chunkStart, chunkStart + size));
  }
}

/** The last chunk is followed by any trailers and an empty line. */
function readTrailers(bytes: Buffer, lastSizeEnd: number, chunks: readonly Buffer[]): Body | undefined {
  const end = bytes.indexOf(headEnd, lastSizeEnd);
  return end === -1 ? undefined : { body: Buffer.concat(chunks), end: end + headEnd.length };
}
