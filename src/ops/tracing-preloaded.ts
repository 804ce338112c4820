/** Where every copy of `@opentelemetry/api` 1.x keeps what is registered with any of them. */
const apiGlobal = Symbol.for("opentelemetry.js.api.1");

/**
 * True if something that was loaded before the service has registered a tracer provider. It looks without loading the API, so that a
 * service without traces pays nothing for them.
 */
export function isTracingPreloaded(): boolean {
  const api: unknown = Reflect.get(globalThis, apiGlobal);
  return typeof api === "object" && api !== null && "trace" in api && api.trace !== undefined;
}
