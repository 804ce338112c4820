import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { errorCodeOf } from "../values/error-code.ts";
import { isLoopbackName } from "../values/issuer.ts";
import type { Invocation } from "./invocation.ts";
import { exitCodes, type Problem } from "./outcome.ts";

/** The first of these redirect URIs that leads to a port of this machine. A public client may use any port (RFC 8252 §7.3). */
export function loopbackUri(redirectUris: readonly string[], isPublic: boolean): URL | undefined {
  return redirectUris
    .filter((uri) => URL.canParse(uri))
    .map((uri) => new URL(uri))
    .filter(({ protocol, hostname }) => protocol === "http:" && isLoopbackName(hostname))
    .find(({ port }) => port !== "" || isPublic);
}

/** The problem of a port that cannot be listened on. */
export function portTaken({ runLatchkey }: Invocation, { host }: URL, error: unknown): Problem {
  const code = errorCodeOf(error);
  return {
    exitCode: exitCodes.unavailable,
    cause: `This command cannot listen at ${host}, where the client sends people back to (${code}).`,
    hint: `Stop the application meanwhile, or add a redirect URI with another port: \`${runLatchkey} client update --help\`.`,
  };
}

/** Where the browser is sent back to, until it is closed. */
export interface Callback {
  readonly redirectUri: string;
  close(): void;
}

/**
 * Browsers take `localhost` for either of two addresses, so the command listens on both where there are both. Any page in the
 * browser can send requests here, so only the answer with `state` counts (RFC 6749 §10.12).
 */
export async function listenForCallback(
  target: URL,
  state: string,
  came: (parameters: URLSearchParams) => void,
): Promise<Callback> {
  const listener: RequestListener = (incoming, response) => {
    const url = URL.parse(incoming.url ?? "/", target);
    const isCallback = url?.pathname === target.pathname;
    const answers = isCallback && url.searchParams.get("state") === state;
    const [status, text] = answers ? sayings.answer : isCallback ? sayings.otherState : sayings.elsewhere;
    response.writeHead(status, { "content-type": "text/plain", connection: "close" }).end(`${text}\n`);
    if (answers) came(url.searchParams);
  };
  const host = target.hostname === "[::1]" ? "::1" : "127.0.0.1";
  const servers: Server[] = [await listening(createServer(listener), Number(target.port), host)];
  const address = servers[0]?.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  if (target.hostname === "localhost")
    servers.push(
      ...(await listening(createServer(listener), port, "::1").then(
        (server) => [server],
        () => [],
      )),
    );
  const redirectUri = new URL(target);
  redirectUri.port = String(port);
  return {
    redirectUri: redirectUri.href,
    close: () => {
      for (const server of servers) server.close().closeAllConnections();
    },
  };
}

const sayings = {
  answer: [200, "You can close this window; the answer is in the terminal."],
  otherState: [400, "This has another state than the sign-in that the terminal waits for."],
  elsewhere: [404, "Not found."],
} as const;

async function listening(server: Server, port: number, host: string): Promise<Server> {
  server.listen(port, host);
  await once(server, "listening");
  return server;
}

const waitMilliseconds = 5 * 60 * 1_000;

/** Says that nobody came back in five minutes. */
export async function lateness(): Promise<"late"> {
  const { promise, resolve } = Promise.withResolvers<"late">();
  setTimeout(() => resolve("late"), waitMilliseconds).unref();
  return promise;
}
