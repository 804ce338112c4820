import { setTimeout as pause } from "node:timers/promises";
import type { Command } from "commander";
import { type Config, resolveIssuer } from "../ops/config.ts";
import { refuse } from "../values/result.ts";
import { action, type Invocation, readConfig, wantsJson } from "./invocation.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";

const answerMilliseconds = 3000;
const askAgainMilliseconds = 200;
const waitSecondsMax = 600;

interface HealthcheckOptions {
  readonly url?: string;
  readonly wait?: string;
}

/** `latchkey healthcheck`: for containers, supervisors and monitors; exit code 0 says that the service is ready. */
export function addHealthcheckCommand(program: Command, invocation: Invocation): void {
  program
    .command("healthcheck")
    .option("--url <url>", "another base URL than the one of this configuration")
    .option("--wait <seconds>", `repeat until it is ready, for at most this long, 1 to ${waitSecondsMax}`)
    .action(
      action(invocation, (options: HealthcheckOptions, command: Command) =>
        healthcheck(invocation, command, options),
      ),
    );
}

async function healthcheck(
  invocation: Invocation,
  command: Command,
  { url: base, wait }: HealthcheckOptions,
): Promise<Outcome> {
  const loaded = readConfig(invocation, command);
  if (!loaded.ok) return loaded;
  const url = `${(base ?? localBaseOf(loaded.value.config)).replace(/(?<!\/)\/+$/, "")}/readyz`;
  if (!URL.canParse(url)) return refuse({ exitCode: exitCodes.usage, cause: `${url} is not a URL.` });
  const seconds = wait === undefined ? 0 : Number(wait);
  if (wait !== undefined && !(Number.isInteger(seconds) && seconds >= 1 && seconds <= waitSecondsMax))
    return refuse({
      exitCode: exitCodes.usage,
      cause: `--wait takes a whole number of seconds from 1 to ${waitSecondsMax}.`,
    });
  const status = await statusWithin(url, seconds * 1_000);
  if (wantsJson(command))
    invocation.terminal.printJson({ url, ready: status === 200, status: status ?? null });
  if (status === 200) {
    invocation.terminal.note(`${url} is ready.`);
    return done;
  }
  const answer = status === undefined ? "does not answer" : `answers ${status}`;
  return refuse({
    exitCode: exitCodes.unavailable,
    cause: `${url} ${answer}.`,
    hint: `\`${invocation.runLatchkey} doctor\` looks for the reason.`,
  });
}

/** The address at which this machine reaches the configured service, past any proxy. */
export function localBaseOf(config: Config): string {
  const everywhere: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };
  const host = everywhere[config.host] ?? config.host;
  const path = new URL(resolveIssuer(config, config.port)).pathname.replace(/\/$/, "");
  return `http://${host.includes(":") ? `[${host}]` : host}:${config.port}${path}`;
}

/** The status of the first answer that says ready, or of the last one within the time. */
async function statusWithin(url: string, milliseconds: number): Promise<number | undefined> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const status = await statusOf(url);
    if (status === 200 || performance.now() + askAgainMilliseconds > end) return status;
    await pause(askAgainMilliseconds);
  }
}

/** The status that a URL answers with; undefined where no answer comes in time. */
export async function statusOf(url: string, milliseconds = answerMilliseconds): Promise<number | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(milliseconds), redirect: "manual" });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return undefined; // The caller need not know whether it was refused, timed out, or is no HTTP.
  }
}
