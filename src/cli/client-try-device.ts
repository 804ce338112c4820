import { setTimeout } from "node:timers/promises";
import type { Command } from "commander";
import type { Client } from "../protocol/client/client.ts";
import { deviceGrantType } from "../protocol/token/request.ts";
import { refuse } from "../values/result.ts";
import type { Secret } from "../values/secret.ts";
import { askJson, type Members, openBrowser, refusedWith, showTokens } from "./client-try-answer.ts";
import type { Invocation } from "./invocation.ts";
import type { Outcome } from "./outcome.ts";

/** What a device knows of itself. */
interface DeviceAttempt {
  readonly issuer: string;
  readonly client: Client;
  readonly secret: Secret | undefined;
  readonly scope: string | undefined;
  readonly resource: string | undefined;
}

/** What RFC 8628 §3.5 adds to the interval of a device that polls too fast, in seconds. */
const slowDownSeconds = 5;

/** Signs in as a device does (RFC 8628): prints where to go and what to type, polls, and shows the answer. */
export async function tryDevice(
  invocation: Invocation,
  command: Command,
  attempt: DeviceAttempt,
  { browser }: { readonly browser: boolean },
): Promise<Outcome> {
  const { terminal } = invocation;
  const { issuer, client, secret, scope, resource } = attempt;
  const credentials = {
    client_id: client.id,
    ...(secret !== undefined && { client_secret: secret.reveal() }),
  };
  const codes = await postForm(`${issuer}/v1/Oauth/device_authorization`, {
    ...credentials,
    ...(scope !== undefined && { scope }),
    ...(resource !== undefined && { resource }),
  });
  const { device_code, user_code, verification_uri, verification_uri_complete, interval } = codes;
  if (typeof device_code !== "string") return refuse(refusedWith(codes));
  terminal.note(`Open ${verification_uri} and enter ${user_code}`);
  terminal.note(`or open ${verification_uri_complete}`);
  if (browser && terminal.isInteractive) openBrowser(String(verification_uri_complete));
  const poll = { ...credentials, grant_type: deviceGrantType, device_code };
  const answer = await pollFor(`${issuer}/v1/Oauth/token`, poll, Number(interval));
  return showTokens(invocation, command, attempt, answer);
}

/** Polls until the person has answered, or the code is over. */
async function pollFor(
  url: string,
  fields: Readonly<Record<string, string>>,
  intervalSeconds: number,
): Promise<Members> {
  let seconds = intervalSeconds;
  for (;;) {
    await setTimeout(seconds * 1_000);
    const answer = await postForm(url, fields);
    if (answer.error === "slow_down") seconds += slowDownSeconds;
    else if (answer.error !== "authorization_pending") return answer;
  }
}

function postForm(url: string, fields: Readonly<Record<string, string>>): Promise<Members> {
  return askJson(url, { method: "POST", body: new URLSearchParams(fields) });
}
