import {
  type Attributes,
  context,
  isSpanContextValid,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  type TextMapSetter,
  trace,
} from "@opentelemetry/api";
import type { SpanAttributes, Trace, TracedRequest } from "../flows/probe-ports.ts";

/** A request that came in. */
interface RoutedRequest {
  readonly request: TracedRequest;
  /** The path of the table of routes; absent if it names none, because then the path is any text. */
  readonly route: string | undefined;
  readonly scheme: string;
}

/** The span of a call to another server, while it is under way. */
interface CallSpan {
  /** The headers by which the other side may join the trace. */
  readonly headers: Readonly<Record<string, string>>;
  note(attributes: SpanAttributes): void;
  /** Marks the call as failed; `type` is a word of the service. */
  fail(type: string): void;
}

/** The traces of this process, made by the tracer that the operator has loaded. */
interface Tracing {
  /** Serves a request as a span, below the one that its headers name. */
  request(traced: RoutedRequest, serve: () => Promise<void>, status: () => number): Promise<void>;
  /** Work on behalf of a request. Outside of one it is only run, because jobs that run every second tell nothing. */
  readonly inRequest: Trace;
  /** A call to another server, also outside of a request. */
  call<T>(name: string, attributes: SpanAttributes, work: (span: CallSpan) => Promise<T>): Promise<T>;
  /** The trace of the active span; undefined outside of one. */
  traceId(): string | undefined;
}

const knownMethods = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "DELETE",
  "CONNECT",
  "OPTIONS",
  "TRACE",
  "PATCH",
]);
const carried = ["traceparent", "tracestate", "baggage"] as const;

const fromRequest: TextMapGetter<TracedRequest> = {
  get: (request, name) => request.header(name.toLowerCase()),
  keys: () => [...carried],
};
const intoHeaders: TextMapSetter<Record<string, string>> = {
  set: (headers, name, value) => {
    headers[name] = value;
  },
};

/** Creates spans with the tracer provider that is registered. */
export function createTracing(version: string): Tracing {
  const tracer = trace.getTracer("latchkey", version);

  async function run<T>(span: Span, work: () => Promise<T>): Promise<T> {
    try {
      return await context.with(trace.setSpan(context.active(), span), work);
    } catch (error) {
      // Never the message of an error, which may quote what somebody sent.
      failed(span, Error.isError(error) && /^\w{1,64}$/.test(error.name) ? error.name : "Error");
      throw error;
    } finally {
      span.end();
    }
  }

  return {
    request: async (traced, serve, status) => {
      const parent = propagation.extract(context.active(), traced.request, fromRequest);
      const method = knownMethods.has(traced.request.method) ? traced.request.method : "_OTHER";
      const name = method === "_OTHER" ? "HTTP" : method;
      const options = { kind: SpanKind.SERVER, attributes: attributesOf(traced, method) };
      const span = tracer.startSpan(
        traced.route === undefined ? name : `${name} ${traced.route}`,
        options,
        parent,
      );
      await context.with(trace.setSpan(parent, span), async () => {
        try {
          await serve();
        } finally {
          const answered = status();
          span.setAttribute("http.response.status_code", answered);
          if (answered >= 500) failed(span, String(answered));
          span.end();
        }
      });
    },
    inRequest: (name, attributes, work) => {
      if (trace.getActiveSpan() === undefined) return work();
      return run(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }), work);
    },
    call: (name, attributes, work) => {
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
      return run(span, () => {
        const headers: Record<string, string> = {};
        propagation.inject(context.active(), headers, intoHeaders);
        const note = (more: SpanAttributes) => void span.setAttributes(more);
        return work({ headers, note, fail: (type) => failed(span, type) });
      });
    },
    traceId: () => {
      const active = trace.getActiveSpan()?.spanContext();
      return active !== undefined && isSpanContextValid(active) ? active.traceId : undefined;
    },
  };
}

function attributesOf({ route, scheme, request }: RoutedRequest, method: string): Attributes {
  return {
    "http.request.method": method,
    "url.scheme": scheme,
    ...(route !== undefined && { "http.route": route }),
    // The path is left out if it has a name or an id in it, which may be a person's.
    ...(route !== undefined && !/[{*]/.test(route) && { "url.path": route }),
    "latchkey.request_id": request.requestId,
  };
}

function failed(span: Span, type: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
