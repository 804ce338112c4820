import { proxyFilesFor, proxyNames } from "../flows/operator/proxy-files.ts";
import type { Client } from "../protocol/client/client.ts";
import { shellWord } from "../values/words.ts";

/** What follows a change after which the proxy of an application needs a new configuration; nothing if the old one still fits. */
export interface ProxyChange {
  readonly notes: readonly string[];
  /** The commands that print the configuration, one for each proxy; absent if none is needed. */
  readonly next?: readonly string[];
}

/** Compares what is printed for the proxies, because only their writers know which property is in it. */
export function proxyChange(before: Client | undefined, after: Client, latchkey: string): ProxyChange {
  const isSame = proxyNames.every(
    (name) => before === undefined || printed(before, name) === printed(after, name),
  );
  if (isSame) return { notes: [] };
  const [first, ...others] = proxyNames;
  return {
    next: proxyNames.map((name) => showFor(after, name)),
    notes: [
      `Give its proxy the new configuration before you rely on the change: ${latchkey} ${showFor(after, first)} (or ${others.join(", ")})`,
    ],
  };
}

function showFor({ id }: Client, proxy: string): string {
  return `client show ${shellWord(id)} --proxy ${proxy}`;
}

function printed(client: Client, proxy: (typeof proxyNames)[number]): string {
  return JSON.stringify(proxyFilesFor(client, proxy) ?? null);
}
