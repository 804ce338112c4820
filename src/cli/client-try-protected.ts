import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import type { Command } from "commander";
import type { Client } from "../protocol/client/client.ts";
import { claimHeaderNames } from "../protocol/forward-auth/claim-headers.ts";
import { assertionHeader, identityHeaders } from "../protocol/forward-auth/identity-headers.ts";
import { ownPathOnHost } from "../protocol/forward-auth/protected-origin.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { shellWord } from "../values/words.ts";
import { answerMilliseconds, openBrowser } from "./client-try-answer.ts";
import { type Invocation, wantsJson } from "./invocation.ts";
import { lateness, loopbackUri, portTaken } from "./loopback-callback.ts";
import { done, exitCodes, type Outcome, type Problem } from "./outcome.ts";

interface Trial {
  readonly client: Client;
  /** Where the service answers on this machine. */
  readonly service: string;
  readonly path: string;
  readonly opensBrowser: boolean;
}

/** The headers that an application would get. */
type Told = Readonly<Record<string, string>>;

/** The request headers by which the service tells pages, people and programs apart. */
const handedOn = [
  "cookie",
  "authorization",
  "accept",
  "sec-fetch-mode",
  "sec-fetch-dest",
  "referer",
  "upgrade",
];

/** The headers of the service's answers that concern the browser. */
const handedBack = ["location", "set-cookie", "content-type", "www-authenticate", "cache-control"];

/**
 * `latchkey client try` for an application behind a proxy: this command is the proxy of a host on this machine, asks the service about each
 * request as Caddy does, and shows what the application would get.
 */
export async function tryProtected(
  invocation: Invocation,
  command: Command,
  { client, service, path, opensBrowser }: Trial,
): Promise<Outcome> {
  const { terminal } = invocation;
  const place = hostHere(invocation, client);
  if (!place.ok) return place;
  const { origin, hostname, port } = place.value;
  const access = `${invocation.runLatchkey} client access ${client.id} --path ${shellWord(path)}`;
  const hint = (more: string) => `\`${access}${more}\` shows what this path requires.`;
  const waiting = Promise.withResolvers<Result<Told, string>>();
  const server = createServer((incoming, response) => {
    passOn({ service, origin, client }, incoming, response).then(
      (came) => came !== undefined && waiting.resolve(came),
      () => {
        response.writeHead(502).end();
        waiting.resolve(refuse("The service does not answer."));
      },
    );
  });
  try {
    server.listen(Number(port || 80), hostname === "[::1]" ? "::1" : "127.0.0.1");
    await once(server, "listening");
  } catch (error) {
    return refuse(portTaken(invocation, place.value, error));
  }
  try {
    const address = new URL(path, origin).href;
    terminal.note(`Open ${address}`);
    if (opensBrowser && terminal.isInteractive) openBrowser(address);
    const came = await Promise.race([waiting.promise, lateness()]);
    if (came === "late")
      return refuse({
        exitCode: exitCodes.failed,
        cause: "No request was let through within five minutes.",
        hint: hint(""),
      });
    if (!came.ok)
      return refuse({ exitCode: exitCodes.refused, cause: came.reason, hint: hint(" --user USER") });
    if (wantsJson(command)) terminal.printJson({ origin, path, headers: came.value });
    else for (const [name, value] of Object.entries(came.value)) terminal.print(`${name}: ${value}`);
    terminal.note("It works. This is what the application would get with the request.");
    return done;
  } finally {
    server.close().closeAllConnections();
  }
}

function hostHere({ runLatchkey }: Invocation, client: Client): Result<URL, Problem> {
  const { protectedOrigins } = client.metadata;
  const found = loopbackUri(protectedOrigins, false);
  if (found !== undefined) return ok(found);
  const hosts = [...protectedOrigins, "http://localhost:8765"].map(
    (origin) => `--protect ${shellWord(origin)}`,
  );
  return refuse({
    exitCode: exitCodes.refused,
    cause:
      "None of the application's hosts is on this machine, so this command cannot stand in for its proxy.",
    hint: `\`${runLatchkey} client update ${client.id} ${hosts.join(" ")}\` adds one.`,
  });
}

/**
 * Answers one request of the browser as a proxy would. Returns the outcome of the trial: the headers of a request that was let through, or
 * the reason for a refusal; undefined while the browser is still on its way, such as to the sign-in page.
 */
async function passOn(
  { service, origin, client }: Pick<Trial, "service" | "client"> & { readonly origin: string },
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<Result<Told, string> | undefined> {
  const { url = "/" } = incoming;
  // Sign-in and sign-out on the host are pages of the service, about which it is not asked.
  if (isPageOfService(url)) {
    handBack(await ask(service + url, headersOfPage(incoming, origin)), response);
    return undefined;
  }
  const answer = await ask(`${service}${ownPathOnHost}/check/caddy`, headersOfCheck(incoming, origin));
  const isLetThrough = answer.status === 200;
  if (isLetThrough)
    response
      .writeHead(200, { "content-type": "text/plain" })
      .end("You can close this window; the answer is in the terminal.\n");
  else handBack(answer, response);
  // Browsers fetch the icon on their own, so that request never decides the trial.
  if (url === "/favicon.ico") return undefined;
  if (isLetThrough) return ok(identityIn(answer, client));
  const isRefused = answer.status === 403 && answer.headers.location === undefined;
  return isRefused ? refuse(reasonIn(answer.body)) : undefined;
}

function isPageOfService(url: string): boolean {
  const [path] = url.split("?", 1);
  return ["sign-in", "callback", "sign-out"].some((name) => path === `${ownPathOnHost}/${name}`);
}

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

function headersOfPage(incoming: IncomingMessage, origin: string): RequestHeaders {
  return { ...headersOfBoth(incoming, origin), host: new URL(origin).host };
}

/** The question that Caddy asks about a request. */
function headersOfCheck(incoming: IncomingMessage, origin: string): RequestHeaders {
  const { url = "/", method = "GET" } = incoming;
  return {
    ...headersOfBoth(incoming, origin),
    "x-forwarded-method": method,
    "x-forwarded-host": new URL(origin).host,
    "x-forwarded-uri": url,
  };
}

function headersOfBoth({ headers }: IncomingMessage, origin: string): RequestHeaders {
  const scheme = new URL(origin).protocol.slice(0, -1);
  return { ...pick(headers, handedOn), "x-forwarded-proto": scheme, "x-forwarded-for": "127.0.0.1" };
}

/** Gives the browser what the service answered. */
function handBack({ status, headers, body }: Answer, response: ServerResponse): void {
  response.writeHead(status, pick(headers, handedBack)).end(body);
}

/** The headers that tell the application who the person is; one that the service did not send is empty. */
function identityIn({ headers }: Answer, { metadata }: Client): Told {
  const names = [...identityHeaders, ...claimHeaderNames(metadata.claimRules), assertionHeader];
  return Object.fromEntries(names.map((name) => [name, String(headers[name] ?? "")]));
}

function pick(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
}

function reasonIn(body: string): string {
  try {
    return String(Object(JSON.parse(body)).error_description);
  } catch {
    return "The service refused the request.";
  }
}

/** An answer of the service. */
interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Not by fetch, which sets its own Sec-Fetch-* headers. */
async function ask(url: string, headers: RequestHeaders): Promise<Answer> {
  const outgoing = request(url, { headers, timeout: answerMilliseconds });
  outgoing.on("timeout", () => outgoing.destroy(new Error("The service did not answer.")));
  outgoing.end();
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return {
    status: incoming.statusCode ?? 502,
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString("utf8"),
  };
}
