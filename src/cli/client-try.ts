import { createHash } from "node:crypto";
import type { Command } from "commander";
import { systemRandom } from "../adapters/system/random.ts";
import { findClient } from "../flows/operator/client.ts";
import { resolveIssuer } from "../ops/config.ts";
import { authenticationMethodOf, type Client, isProtected } from "../protocol/client/client.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { Secret } from "../values/secret.ts";
import { withExisting } from "./administration.ts";
import { clientProblem } from "./client-problem.ts";
import { answerMilliseconds, askJson, openBrowser, refusedWith, showTokens } from "./client-try-answer.ts";
import { tryDevice } from "./client-try-device.ts";
import { tryProtected } from "./client-try-protected.ts";
import { localBaseOf } from "./healthcheck.ts";
import { action, type Invocation, readConfig } from "./invocation.ts";
import { type Callback, lateness, listenForCallback, loopbackUri, portTaken } from "./loopback-callback.ts";
import { done, exitCodes, type Outcome, type Problem } from "./outcome.ts";
import { askHidden } from "./password-input.ts";
import { readStdinLine } from "./stdin-line.ts";

interface TryOptions {
  readonly secretStdin?: true;
  readonly scope?: string;
  readonly resource?: string;
  readonly browser: boolean;
  readonly device?: true;
  readonly path?: string;
}

/** The facts for one sign-in with the client. */
interface Attempt {
  readonly issuer: string;
  readonly client: Client;
  readonly secret: Secret | undefined;
  readonly scope: string | undefined;
  readonly resource: string | undefined;
  readonly state: string;
}

/** `latchkey client try`: a sign-in with a client that is registered here, from its side. */
export function addTryCommand(client: Command, invocation: Invocation): void {
  client
    .command("try <id>")
    .description("sign in as this application does, in a browser, and show the answer")
    .option("--secret-stdin", "the first line of stdin is the client secret")
    .option("--scope <scope>", "what to ask for; by default openid and profile where it may")
    .option("--resource <uri>", "the API that the token is for")
    .option(
      "--path <path>",
      "for an application behind a proxy: the path to open; the first page unless named",
    )
    .option("--device", "sign in as a device without a browser does: by a code to type")
    .option("--no-browser", "print the address only")
    .action(
      action(invocation, (id: string, options: TryOptions, command: Command) =>
        tryClient(invocation, command, id, options),
      ),
    );
}

async function tryClient(
  invocation: Invocation,
  command: Command,
  id: string,
  options: TryOptions,
): Promise<Outcome> {
  const loaded = readConfig(invocation, command);
  if (!loaded.ok) return loaded;
  const { config } = loaded.value;
  const client = await findTriable(invocation, command, id);
  if (!client.ok) return client;
  if (isProtected(client.value)) {
    const service = localBaseOf(config);
    if (!(await answers(service))) return refuse(notRunning(invocation, service));
    const { path = "/", browser: opensBrowser } = options;
    // The paths of protected hosts are at the root, whatever path the base URL has.
    const trial = { client: client.value, service: new URL(service).origin, path, opensBrowser };
    return tryProtected(invocation, command, trial);
  }
  const target = options.device ? ok(undefined) : loopbackTarget(invocation, client.value);
  if (!target.ok) return target;
  const issuer = resolveIssuer(config, config.port);
  if (!(await answers(issuer))) return refuse(notRunning(invocation, issuer));
  const secret = await readSecret(client.value, options);
  if (!secret.ok) return secret;
  const scope = options.scope ?? (client.value.metadata.isOpenid ? "openid profile" : undefined);
  const { resource } = options;
  const attempt = { issuer, client: client.value, secret: secret.value, scope, resource };
  if (target.value === undefined) return tryDevice(invocation, command, attempt, options);
  const state = systemRandom.alphanumeric(22);
  const waiting = Promise.withResolvers<URLSearchParams>();
  let callback: Callback;
  try {
    callback = await listenForCallback(target.value, state, waiting.resolve);
  } catch (error) {
    return refuse(portTaken(invocation, target.value, error));
  }
  try {
    return await signIn(
      invocation,
      command,
      { ...attempt, state },
      { callback, came: waiting.promise, ...options },
    );
  } finally {
    callback.close();
  }
}

async function findTriable(
  invocation: Invocation,
  command: Command,
  id: string,
): Promise<Result<Client, Problem>> {
  let found: Client | undefined;
  const opened = await withExisting(invocation, command, async ({ administration: { store } }) => {
    found = await findClient(store.clients, id);
    return done;
  });
  if (!opened.ok) return opened;
  if (found === undefined) return clientProblem(invocation, { kind: "unknown-client" });
  const { isMachine, requiresDpop, requiresPushedRequest } = found.metadata;
  if (isMachine)
    return refuse({
      exitCode: exitCodes.refused,
      cause: "This client is a machine, so nobody signs in to it.",
      hint: "Its service posts grant_type=client_credentials to the token endpoint, with its id and secret.",
    });
  const method = authenticationMethodOf(found);
  if (method === "private_key_jwt" || requiresDpop || requiresPushedRequest)
    return refuse({
      exitCode: exitCodes.refused,
      cause: "This client signs or pushes its requests, which this command does not do.",
      hint: "Try it with the application itself, or register a client without --public-keys, --dpop and --par.",
    });
  return ok(found);
}

function loopbackTarget({ runLatchkey }: Invocation, client: Client): Result<URL, Problem> {
  const target = loopbackUri(client.redirectUris, client.isPublic);
  if (target !== undefined) return ok(target);
  return refuse({
    exitCode: exitCodes.refused,
    cause: "None of its redirect URIs leads to a port of this machine, where this command could answer.",
    hint: `\`${runLatchkey} client update ${client.id} --add-redirect-uri http://127.0.0.1:8765/callback\` adds one.`,
  });
}

/** The problem of a service that does not run. */
export function notRunning({ runLatchkey }: Invocation, issuer: string): Problem {
  return {
    exitCode: exitCodes.unavailable,
    cause: `Nobody answers at ${issuer}.`,
    hint: `Start the service first: \`${runLatchkey} serve\`.`,
  };
}

async function answers(issuer: string): Promise<boolean> {
  try {
    const answer = await fetch(`${issuer}/livez`, { signal: AbortSignal.timeout(answerMilliseconds) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** Reads the client secret from stdin, or asks for it on a terminal. A public client has none. */
export async function readSecret(
  client: Pick<Client, "isPublic">,
  options: { readonly secretStdin?: true },
): Promise<Result<Secret | undefined, Problem>> {
  if (client.isPublic) return ok(undefined);
  if (options.secretStdin) return ok(new Secret(await readStdinLine()));
  if (process.stdin.isTTY === true && process.stderr.isTTY === true) return askHidden("Client secret: ");
  return refuse({
    exitCode: exitCodes.usage,
    cause: "There is no terminal to ask for the client secret.",
    hint: "Pipe it in with --secret-stdin.",
  });
}

async function signIn(
  invocation: Invocation,
  command: Command,
  { issuer, client, secret, scope, resource, state }: Attempt,
  { callback, came, browser }: { callback: Callback; came: Promise<URLSearchParams>; browser: boolean },
): Promise<Outcome> {
  const { terminal } = invocation;
  // RFC 7636 §4.1: a code verifier has 43 characters at least.
  const verifier = systemRandom.alphanumeric(43);
  const nonce = systemRandom.alphanumeric(22);
  const query = new URLSearchParams({
    response_type: "code",
    client_id: client.id,
    redirect_uri: callback.redirectUri,
    state,
    ...(scope !== undefined && { scope }),
    ...(resource !== undefined && { resource }),
    ...(scope?.split(" ").includes("openid") && { nonce }),
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const address = `${issuer}/v1/Oauth/authorization?${query}`;
  terminal.note(`Sign in at ${address}`);
  if (browser && terminal.isInteractive) openBrowser(address);
  const back = await Promise.race([came, lateness()]);
  if (back === "late")
    return refuse({
      exitCode: exitCodes.failed,
      cause: "Nobody came back from the sign-in in five minutes.",
    });
  const code = back.get("code");
  if (code === null) return refuse(refusedWith(Object.fromEntries(back)));
  const answer = await askJson(`${issuer}/v1/Oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: client.id,
      ...(secret !== undefined && { client_secret: secret.reveal() }),
      code,
      redirect_uri: callback.redirectUri,
      code_verifier: verifier,
    }),
  });
  return showTokens(invocation, command, { issuer, client }, answer);
}
