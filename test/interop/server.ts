import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { finishSignIn, startSignIn } from "./openid-client.ts";

/** What `latchkey client create` printed, and where the service is. */
export interface Application {
  readonly base: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

const app: Application = {
  base: process.env.LATCHKEY_URL ?? "http://localhost:8080",
  clientId: process.env.CLIENT_ID ?? "",
  clientSecret: process.env.CLIENT_SECRET ?? "",
  redirectUri: process.env.REDIRECT_URI ?? "http://localhost:3000/callback",
};

/** What each browser has to bring back, by the ticket in its cookie. Yours belongs in your session store. */
const waiting = new Map<string, Awaited<ReturnType<typeof startSignIn>>["pending"]>();
const waitingMax = 10_000;

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? "/", app.redirectUri);
  try {
    if (url.pathname === "/login") {
      const { location, pending } = await startSignIn(app);
      const ticket = randomUUID();
      if (waiting.size >= waitingMax) waiting.clear();
      waiting.set(ticket, pending);
      const cookie = `ticket=${ticket}; Path=/; HttpOnly; SameSite=Lax; Max-Age=600`;
      response.writeHead(302, { location: location.href, "set-cookie": cookie }).end();
    } else if (url.pathname === "/callback") {
      const ticket = /\bticket=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
      const pending = waiting.get(ticket);
      if (pending === undefined) throw new Error("This browser has no sign-in to finish. Begin at /login.");
      waiting.delete(ticket);
      const user = await finishSignIn(app, url, pending);
      // Here your own session begins; user.sub is who it belongs to.
      response.writeHead(200, { "content-type": "text/plain" }).end(`Signed in: ${user.sub}\n`);
    } else response.writeHead(404, { "content-type": "text/plain" }).end("Begin at /login.\n");
  } catch (error) {
    console.error(error);
    response.writeHead(400, { "content-type": "text/plain" }).end("No sign-in. The terminal says why.\n");
  }
});
const { port, origin } = new URL(app.redirectUri);
server.listen(Number(port), () => console.log(`Open ${origin}/login`));
