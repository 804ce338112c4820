/** Puts spans around what a service does. Loaded only if an operator has loaded a tracer before it. */
import type { GuardedFetch } from "../adapters/fetch/guarded-fetch.ts";
import type { Passwords } from "../flows/account-ports.ts";
import type { MailServer } from "../flows/mail-ports.ts";
import type { Trace, TraceRequest } from "../flows/probe-ports.ts";
import { createTracing } from "../ops/tracing.ts";
import { readVersion } from "../ops/version.ts";

/** What is traced, and how. */
export interface TracedParts {
  readonly request: TraceRequest;
  readonly trace: Trace;
  fetch(fetch: GuardedFetch): GuardedFetch;
  passwords(passwords: Passwords): Passwords;
  mailServer(server: MailServer): MailServer;
  traceId(): string | undefined;
}

/** Opens the traces of a service whose address has this scheme. */
export function openTracing(scheme: string): TracedParts {
  const tracing = createTracing(readVersion());
  return {
    request: (incoming, route, serve, status) => {
      // Health checks of load balancers come every second and are of no interest.
      if (route !== undefined && /\/(?:livez|healthz|readyz)$/.test(route)) return serve();
      return tracing.request({ request: incoming, route, scheme }, serve, status);
    },
    trace: tracing.inRequest,
    fetch: (fetch) => (request) => {
      const url = URL.parse(request.url);
      const attributes = {
        "http.request.method": request.method,
        ...(url && {
          "server.address": url.hostname,
          "server.port": portOf(url),
          "url.scheme": schemeOf(url),
        }),
      };
      return tracing.call(request.method, attributes, async (span) => {
        const outcome = await fetch({ ...request, headers: { ...request.headers, ...span.headers } });
        if (!outcome.ok) span.fail(outcome.reason);
        else {
          span.note({ "http.response.status_code": outcome.value.status });
          if (outcome.value.status >= 400) span.fail(String(outcome.value.status));
        }
        return outcome;
      });
    },
    passwords: (passwords) => ({
      hash: (password) => tracing.inRequest("password hash", {}, () => passwords.hash(password)),
      // Only imports wrap, which no request asks for.
      wrap: passwords.wrap,
      verify: (password, stored, caller) =>
        tracing.inRequest("password verify", {}, () => passwords.verify(password, stored, caller)),
    }),
    mailServer: (server) => ({
      send: (message) =>
        tracing.call("mail send", {}, async (span) => {
          const outcome = await server.send(message);
          if (!outcome.ok) span.fail("mail-not-taken");
          return outcome;
        }),
      check: () => server.check(),
      close: () => server.close(),
    }),
    traceId: tracing.traceId,
  };
}

function schemeOf({ protocol }: URL): string {
  return protocol.slice(0, -1);
}

function portOf({ port, protocol }: URL): number {
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}
