import { createServer } from "node:http";

export function serve(latchkey, port) {
  return createServer((request, response) => {
    if (request.url.startsWith("/id/")) latchkey.handler(request, response);
    else response.end("The application");
  }).listen(port);
}
