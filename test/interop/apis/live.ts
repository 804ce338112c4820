import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { authorizationTarget, codeIn } from "../../support/authorization-url.ts";
import { FormClient } from "../../support/form-client.ts";
import { type LiveService, startService } from "../../support/service.ts";
import { blocksOf } from "./guide.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };
const redirectUri = "http://127.0.0.1:8765/callback";
const resourceOfGuide = "http://localhost:4000/orders";

/** A running service on which the commands of the guide were run, for an API at another port. */
export class LiveGuide implements AsyncDisposable {
  readonly service: LiveService;
  readonly clientId: string;
  /** With the secret, by which the API asks about tokens. */
  readonly asker: { readonly id: string; readonly secret: string };

  private constructor(service: LiveService, clientId: string, asker: { id: string; secret: string }) {
    this.service = service;
    this.clientId = clientId;
    this.asker = asker;
  }

  static async start(resource: string): Promise<LiveGuide> {
    const service = await startService();
    await service.createUser(ada);
    const [creation, application, own] = await Promise.all(
      commands().map((words) =>
        runForJson(
          service,
          words.map((word) => word.replace(resourceOfGuide, resource)),
        ),
      ),
    );
    assert.equal(creation?.resource, resource);
    const asker = { id: String(own?.client_id), secret: String(own?.client_secret) };
    return new LiveGuide(service, String(application?.client_id), asker);
  }

  /** Signs Ada in at the client, and returns the token response. */
  async signIn(parameters: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
    const browser = new FormClient(this.service.url);
    const verifier = randomBytes(32).toString("base64url");
    const client = { clientId: this.clientId, clientSecret: "", redirectUris: [redirectUri] };
    const target = authorizationTarget(client, {
      response_type: "code",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      ...parameters,
    });
    const { headers } = await browser.signIn(target, ada);
    browser.close();
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      client_id: this.clientId,
      code: codeIn(headers.location),
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
    const answer = await fetch(`${this.service.url}/v1/Oauth/token`, { method: "POST", body });
    const members = await answer.json();
    assert.equal(answer.status, 200, JSON.stringify(members));
    return members;
  }

  /** Registers a service without people, and gets a token for it. */
  async machineToken(scope: string, resource: string): Promise<{ clientId: string; token: string }> {
    const words = [
      "client",
      "create",
      "--machine",
      "--name",
      "Job",
      "--resource",
      resource,
      "--scope",
      scope,
    ];
    const { client_id: id, client_secret: secret } = await runForJson(this.service, words);
    const body = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: String(id),
      client_secret: String(secret),
    });
    const answer = await fetch(`${this.service.url}/v1/Oauth/token`, { method: "POST", body });
    const { access_token: token } = await answer.json();
    return { clientId: String(id), token };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.service[Symbol.asyncDispose]();
  }
}

/** The words of the commands that create something, in the order of the guide. */
function commands(): readonly (readonly string[])[] {
  return blocksOf("sh")
    .map((block) => block.replace(/\\\n\s*/g, ""))
    .flatMap((block) => [...block.matchAll(/^npx latchkey (\w+ create .+)$/gm)])
    .map(([, command = ""]) => [...command.matchAll(/(?:[^\s"]|"[^"]*")+/g)])
    .map((words) => words.map(([word]) => word.replaceAll('"', "")));
}

async function runForJson(
  service: LiveService,
  words: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const { exitCode, stdout, stderr } = await service.run([...words, "--json"]);
  assert.equal(exitCode, 0, `${words.join(" ")}: ${stderr}`);
  return JSON.parse(stdout);
}
