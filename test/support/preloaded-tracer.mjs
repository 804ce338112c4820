// Loaded with `node --import` before Latchkey, as an operator's SDK is. Writes each span as a line of JSON to the file SPANS_FILE.
import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { BasicTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";

const exporter = {
  export: (spans, done) => {
    for (const span of spans) {
      const { name, kind, attributes, status, parentSpanContext, events } = span;
      const { traceId, spanId } = span.spanContext();
      const parentId = parentSpanContext?.spanId;
      const line = JSON.stringify({ name, kind, attributes, status, traceId, spanId, parentId, events });
      appendFileSync(process.env.SPANS_FILE, `${line}\n`);
    }
    done({ code: 0 });
  },
  shutdown: async () => {},
};

if (isMainThread) {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
}
