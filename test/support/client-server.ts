import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A client's web server: it takes the callback, remembers it and shows a page, or sends the browser on. */
export interface ClientServer extends AsyncDisposable {
  readonly origin: string;
  readonly redirectUri: string;
  /** Every callback in the order of arrival. */
  readonly callbacks: URL[];
}

/** `host` is the name in its URL; `next` is where the callback leads, or undefined for a page of its own. */
export async function startClientServer(
  host: "localhost" | "127.0.0.1",
  next?: string,
): Promise<ClientServer> {
  const callbacks: URL[] = [];
  let origin = "";
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", origin);
    if (url.pathname === "/callback") callbacks.push(url);
    if (url.pathname === "/callback" && next !== undefined) {
      response.writeHead(303, { location: next }).end();
      return;
    }
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><title>Client</title><link rel="icon" href="data:,"><h1>Back at the client</h1>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, host === "localhost" ? undefined : host, resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The client listens on no port.");
  origin = `http://${host}:${address.port}`;
  return {
    origin,
    redirectUri: `${origin}/callback`,
    callbacks,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
