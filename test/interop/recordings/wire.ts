import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { SignInRecording } from "./recording.ts";

/** What was seen before the placeholders go in: text, and the placeholder that stands for it. */
export type Known = ReadonlyMap<string, string>;

interface Connection {
  /** What came from the application or the browser, packet by packet. */
  readonly packets: { readonly at: number; readonly data: Buffer }[];
  readonly answers: Buffer[];
}

interface SeenRequest {
  readonly at: number;
  readonly head: string;
  readonly body: string;
  readonly isBodyApart: boolean;
}

/** A listener that passes everything on to the service, byte for byte, and remembers it. */
export interface Wire extends AsyncDisposable {
  readonly port: number;
  /** All requests so far but those of the sign-in page, with placeholders for what differs from run to run. */
  steps(known: Known): SignInRecording["steps"];
}

/** Listens on `port` (0 takes a free one) for the service on `servicePort`. */
export async function tapWire(servicePort: number, port = 0): Promise<Wire> {
  const connections: Connection[] = [];
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const connection: Connection = { packets: [], answers: [] };
    connections.push(connection);
    const service = connect(servicePort, "127.0.0.1");
    for (const socket of [client, service]) open.add(socket.setNoDelay());
    client.on("data", (data: Buffer) => connection.packets.push({ at: performance.now(), data }));
    service.on("data", (data: Buffer) => connection.answers.push(data));
    client.pipe(service).pipe(client);
    for (const [socket, other] of [[client, service] as const, [service, client] as const])
      socket
        .on("error", () => other.destroy())
        .on("close", () => {
          open.delete(socket);
          other.destroy();
        });
  });
  server.listen(port, "localhost");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The wire has no port.");
  return {
    port: address.port,
    steps: (known) => stepsOf(connections, known),
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function stepsOf(connections: readonly Connection[], known: Known): SignInRecording["steps"] {
  const all = new Map([...known, ...connections.flatMap(valuesInAnswers)]);
  const requests = connections.flatMap(requestsOf).sort((one, other) => one.at - other.at);
  return requests.flatMap((request) => stepOf(request, all) ?? []);
}

/** Browsers say that they navigate; of theirs only authorization and logout are the application's doing. */
function stepOf(
  { head, body, isBodyApart }: SeenRequest,
  known: Known,
): SignInRecording["steps"][number] | undefined {
  const lines = head.split("\r\n").map((line) => withPlaceholders(line, known));
  if (/^sec-fetch-mode: navigate$/im.test(head)) {
    const visit = /^GET (\/v1\/Oauth\/(?:authorization|logout)\?\S*) /.exec(lines[0] ?? "")?.[1];
    return visit === undefined ? undefined : { visit };
  }
  return {
    head: lines.map((line) => line.replace(/^(content-length: )\d+$/i, "$1{length}")),
    ...(body !== "" && { body: withPlaceholders(body, known) }),
    ...(isBodyApart && { isBodyApart }),
  };
}

/** Codes and tokens that the service gave out, as a later request may bring them back. */
function valuesInAnswers({ answers }: Connection): readonly (readonly [string, string])[] {
  const text = Buffer.concat(answers).toString("latin1");
  const find = (pattern: RegExp, placeholder: string) =>
    [...text.matchAll(pattern)].map(([, value = ""]) => [value, placeholder] as const);
  return [
    ...find(/^location: \S*[?&]code=([\w.~-]+)/gim, "{code}"),
    ...find(/"access_token":"([^"]+)"/g, "{token}"),
    ...find(/"refresh_token":"([^"]+)"/g, "{refresh}"),
    ...find(/"id_token":"([^"]+)"/g, "{idToken}"),
  ];
}

function withPlaceholders(text: string, known: Known): string {
  let filled = text;
  for (const [value, placeholder] of known)
    for (const spelling of new Set([value, encodeURIComponent(value)]))
      filled = filled.replaceAll(spelling, placeholder);
  return filled;
}

/** The requests of one connection. None of the HTTP clients so far sends chunks; one that does is refused. */
function requestsOf({ packets }: Connection): readonly SeenRequest[] {
  const bytes = Buffer.concat(packets.map(({ data }) => data));
  const starts: { readonly at: number; readonly offset: number }[] = [];
  let length = 0;
  for (const { at, data } of packets) {
    starts.push({ at, offset: length });
    length += data.length;
  }
  const requests: SeenRequest[] = [];
  for (let start = 0; start < bytes.length; ) {
    const headEnd = bytes.indexOf("\r\n\r\n", start);
    if (headEnd === -1) break;
    const head = bytes.subarray(start, headEnd).toString("latin1");
    if (/^transfer-encoding:/im.test(head)) throw new Error("A body in chunks cannot be recorded yet.");
    const bodyStart = headEnd + 4;
    const end = bodyStart + Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
    const at = starts.findLast(({ offset }) => offset <= start)?.at ?? 0;
    const isBodyApart = end > bodyStart && starts.some(({ offset }) => offset === bodyStart);
    requests.push({ at, head, body: bytes.subarray(bodyStart, end).toString("latin1"), isBodyApart });
    start = end;
  }
  return requests;
}
