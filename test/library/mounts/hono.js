import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";

export function serve(latchkey, port) {
  const app = new Hono();
  app.get("/", (context) => context.text("The application"));
  const application = getRequestListener(app.fetch);
  return createServer((request, response) => {
    if (request.url.startsWith("/id/")) latchkey.handler(request, response);
    else application(request, response);
  }).listen(port);
}
