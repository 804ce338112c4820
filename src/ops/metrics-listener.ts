import { type AddressInfo, isIP } from "node:net";
import type { Log } from "./log.ts";
import { describeFailure } from "./log.ts";
import { type MetricsReport, metricsText } from "./metrics.ts";

const { createServer } = process.getBuiltinModule("node:http");

const connectionsMax = 16;
const requestMilliseconds = 10_000;

/** Where metrics are served. */
export interface MetricsPlace {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly log: Log;
}

/** A listener that answers. */
export interface MetricsListener {
  close(): Promise<void>;
}

/**
 * Serves `/metrics` on a port of its own, with the reports of every process added up. Rejects with the system's error if the port is
 * not free. The log says where it is.
 */
export async function serveMetrics(
  { host, port, log }: MetricsPlace,
  collect: () => Promise<readonly MetricsReport[]>,
): Promise<MetricsListener> {
  const server = createServer(
    { headersTimeout: requestMilliseconds, requestTimeout: requestMilliseconds, keepAliveTimeout: 65_000 },
    async (request, response) => {
      if (!isNamedSafely(request.headers.host, host)) return response.writeHead(421, plain).end(wrongName);
      const isAsked = request.url === "/metrics" || request.url?.startsWith("/metrics?");
      if (!isAsked) return response.writeHead(404, plain).end("Metrics are at /metrics.\n");
      if (request.method !== "GET" && request.method !== "HEAD")
        return response.writeHead(405, { ...plain, allow: "GET, HEAD" }).end("Metrics are read with GET.\n");
      try {
        const { type, text } = await metricsText(await collect());
        return response.writeHead(200, { "content-type": type, "cache-control": "no-store" }).end(text);
      } catch (error) {
        log.error({ failure: describeFailure(error) }, "metrics-failed");
        return response.writeHead(500, plain).end("The metrics could not be read; the log says why.\n");
      }
    },
  );
  server.maxConnections = connectionsMax;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ host, port }, resolve);
  await promise;
  server.off("error", reject);
  const { port: taken } = server.address() as AddressInfo;
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${taken}/metrics`;
  log.info({ url }, "metrics-listening");
  return {
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

const wrongName =
  "Metrics are served under an IP address, a name without dots, a name that ends in .internal or .local, or the name in LATCHKEY_METRICS_HOST.\n";

/**
 * False for a name that a website could own. Its pages could make a browser in this network read the metrics, by having the name lead here
 * (DNS rebinding).
 */
function isNamedSafely(header: string | undefined, configured: string): boolean {
  const name = URL.parse(`http://${header}`)?.hostname.toLowerCase();
  if (header === undefined || name === undefined) return false;
  if (isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0 || name === configured.toLowerCase()) return true;
  return /^[^.]+$|\.(?:internal|local|localhost)$/.test(name);
}

const plain = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" } as const;
