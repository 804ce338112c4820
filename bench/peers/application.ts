import { hash } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { Fixture } from "../floor/listen.ts";
import { readBody } from "../floor/plain-http.ts";
import { announce, listenOnLoopback } from "./peer.ts";

/** A signed-in person. */
export interface PeerUser {
  readonly id: string;
}

/** A request as the libraries take it: everything is parsed already. */
export interface ParsedRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
}

/** What a library wants to have answered; a body is sent as JSON. */
export interface LibraryAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** The two endpoints, in the hands of a library. */
export interface Endpoints {
  authorize(request: ParsedRequest, user: PeerUser): Promise<LibraryAnswer>;
  exchange(request: ParsedRequest): Promise<LibraryAnswer>;
}

const authorizationPath = "/authorize";
const tokenPath = "/token";

/** The least of an application around a library that is no server: bare `node:http`, and sessions found as the floors find them. */
export async function serveLibrary(fixture: Fixture, endpoints: Endpoints): Promise<void> {
  const users = new Map(
    fixture.sessions.map((session, index) => [hash("sha256", session, "base64url"), { id: `user-${index}` }]),
  );
  const server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    const queryAt = url.indexOf("?");
    if (method === "POST") {
      readBody(request, response, (text) => {
        const body = parametersOf(text);
        void answer(response, () => endpoints.exchange({ method, headers, query: {}, body }));
      });
      return;
    }
    const user = users.get(hash("sha256", sessionOf(headers.cookie), "base64url"));
    const query = parametersOf(url.slice(queryAt + 1));
    void answer(response, async () => {
      if (user === undefined) throw new Error("Nobody is signed in.");
      return endpoints.authorize({ method, headers, query, body: {} }, user);
    });
  });
  announce(await listenOnLoopback(server), fixture.folder, {
    authorization: `${authorizationPath}?${new URLSearchParams({
      response_type: "code",
      client_id: fixture.clientId,
      redirect_uri: fixture.redirectUri,
      state: "s".repeat(16),
    })}`,
    token: tokenPath,
    form: `${new URLSearchParams({
      grant_type: "authorization_code",
      client_id: fixture.clientId,
      client_secret: fixture.clientSecret,
      redirect_uri: fixture.redirectUri,
    })}&code=`,
    cookies: fixture.sessions.map((session) => `session=${session}`),
  });
}

function parametersOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(text));
}

function sessionOf(cookie = ""): string {
  return cookie.startsWith("session=") ? cookie.slice("session=".length) : "";
}

/** An exception becomes an answer that no flow expects, so that the run ends and shows it. */
async function answer(response: ServerResponse, ask: () => Promise<LibraryAnswer>): Promise<void> {
  try {
    const { status, headers, body } = await ask();
    const text = status === 302 ? "" : JSON.stringify(body);
    response.writeHead(status, { ...headers, "Content-Type": "application/json" });
    response.end(text);
  } catch (error) {
    response.writeHead(500, { "Content-Type": "text/plain" });
    response.end(error instanceof Error ? error.stack : String(error));
  }
}
