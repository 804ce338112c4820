import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { listen } from "./listen.ts";
import { readPage } from "./page.ts";

/**
 * The same constant page through Hono, mounted the way Latchkey mounts it: what is left of the distance is Latchkey's own.
 * Headers are a plain object, which the adapter hands to `node:http` as it is; an array writes one header per value.
 */
const page = readPage();
const headers: Record<string, string | string[]> = {};
for (let index = 0; index < page.headers.length; index += 2) {
  const name = page.headers[index] ?? "";
  const value = page.headers[index + 1] ?? "";
  headers[name] = name in headers ? [headers[name] ?? [], value].flat() : value;
}

const app = new Hono({ strict: true });
app.get(
  "/v1/Oauth/authorization",
  () => new Response(page.body, { headers: headers as Record<string, string> }),
);

listen(getRequestListener(app.fetch, { overrideGlobalObjects: true }));
