import type { Frame } from "./frame.ts";

const introduction = `What the command line does, for programs. Every request carries an access token whose resource is the address of this API without \`/v1\`; each operation names the right that it needs, and a right to write includes the right to read.

Lists come in pages (\`limit\`, \`after\`). A change may name the \`ETag\` that was read in \`If-Match\`. A creation may carry an \`Idempotency-Key\`. Refusals are problem details (RFC 9457). Secrets are answered once.`;

/** Makes the OpenAPI document from the schemas. `server` is the address in front of every path. */
export function describe({ app }: Pick<Frame, "app">, server: string): object {
  app.openAPIRegistry.registerComponent("securitySchemes", "token", {
    type: "http",
    scheme: "bearer",
    description:
      "An access token of this service: by client credentials, for a person with the admin right, or from `latchkey token create`.",
  });
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "Latchkey admin API", version: "1", description: introduction },
    servers: [{ url: server }],
  });
}
