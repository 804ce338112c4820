import assert from "node:assert/strict";
import { FormClient, type HttpAnswer } from "../../support/form-client.ts";
import { startService } from "../../support/service.ts";
import type { Application } from "../server.ts";

/** The person of the tests. */
const ada = {
  username: "ada",
  password: "seven quiet rivers run north",
  name: "Ada Lovelace",
  email: "ada@example.org",
};

/** A running service with one registered application, one person and her browser: all that a client library needs. */
export interface InteropStage extends AsyncDisposable {
  readonly app: Application;
  /** Takes Ada's browser from the library's redirect through the sign-in page, back to the client. */
  comeBack(location: URL | string): Promise<URL>;
  /** What Ada's browser gets to see, without an answer of hers. */
  visit(location: URL | string): Promise<HttpAnswer>;
  /** What a browser in which nobody is signed in gets to see. */
  visitAsStranger(location: URL | string): Promise<HttpAnswer>;
}

/** `options` are those of `client create`. */
export async function startInteropStage(
  redirectUri = "http://localhost:3000/callback",
  options: readonly string[] = [],
): Promise<InteropStage> {
  const service = await startService();
  const [client] = await Promise.all([
    service.createClient("Interop", [redirectUri], options),
    service.createUser(ada),
  ]);
  const { clientId, clientSecret } = client;
  const browser = new FormClient(service.url);
  return {
    app: { base: service.url, clientId, clientSecret, redirectUri },
    async comeBack(location) {
      const { headers, body } = await browser.signIn(targetOf(location), ada);
      const title = /<title>(.*?)<\/title>/.exec(body)?.[1];
      assert.ok(headers.location !== undefined, `${title}\n${service.logLines.slice(-2).join("\n")}`);
      return new URL(headers.location);
    },
    visit: (location) => browser.get(targetOf(location)),
    async visitAsStranger(location) {
      const stranger = new FormClient(service.url);
      const answer = await stranger.get(targetOf(location));
      stranger.close();
      return answer;
    },
    async [Symbol.asyncDispose]() {
      browser.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** Path and query exactly as the library wrote them. */
function targetOf(location: URL | string): string {
  const written = String(location);
  return written.slice(new URL(written).origin.length);
}
