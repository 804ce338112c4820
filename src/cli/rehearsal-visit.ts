import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openWebhookSender } from "../adapters/webhook/sender.ts";
import type { Service } from "../compose.ts";
import { recoverAccount } from "../flows/operator/recover.ts";
import { everyRight } from "../flows/operator/rights.ts";
import { createWebhook, removeWebhook, testWebhook } from "../flows/operator/webhook.ts";
import { send } from "../ops/browser-sign-in.ts";
import { flowSettings } from "../ops/flow-settings.ts";
import { counted } from "../values/words.ts";
import { expectOk, type Found, type Scene } from "./rehearsal-scene.ts";

const pagesMax = 300;
const hopsMax = 6;
/** Pages of one kind, such as those of two people. */
const alikeMax = 4;
/** Messages that waited when the copy was made go first, to the same mailbox. */
const mailMilliseconds = 60_000;

/** Opens what links lead to from the pages of people and from the console. A GET changes nothing. */
export async function openPages({ service, browser, signal, onShare }: Scene): Promise<Found> {
  const consoleStatus = await openConsole(service, browser.cookies);
  const waiting = ["/", "/account", "/admin", "/sign-in", "/recover", "/sign-up", "/device"];
  const seen = new Set(waiting);
  const alike = new Map<string, number>();
  const faults = consoleStatus === 200 ? [] : [`/admin: ${consoleStatus}`];
  let count = 0;
  for (let target = waiting.shift(); target !== undefined && count < pagesMax; target = waiting.shift()) {
    signal.throwIfAborted();
    onShare("opening pages", count / seen.size);
    count += 1;
    const asked = new URL(target, service.issuer);
    const answer = await send(asked, undefined, browser.cookies);
    const page = await answer.text();
    if (answer.status >= 500) faults.push(`${target}: ${answer.status}`);
    const led = answer.headers.get("location");
    for (const link of led === null ? linksOn(page) : [led]) {
      const { origin, pathname, search } = new URL(link, asked);
      const path = `${pathname}${search}`;
      // The pages of two people or applications are alike, and so are those of a list, however it is sorted and cut.
      const shape = pathname.replace(/[^/]{16,}|\d+/g, "…");
      const others = alike.get(shape) ?? 0;
      if (origin !== asked.origin || seen.has(path) || others === alikeMax) continue;
      alike.set(shape, others + 1);
      seen.add(path);
      waiting.push(path);
    }
  }
  const leftOut =
    waiting.length > 0 ? [`left out: ${counted(waiting.length, "page")} after ${pagesMax}`] : [];
  return { found: `${counted(count, "page")} opened.`, faults, leftOut };
}

/** Follows the way into the console, which leads through its own sign-in; returns the status of its first page. */
async function openConsole(service: Service, cookies: Map<string, string>): Promise<number> {
  let target = "/admin";
  for (let hops = 0; ; hops += 1) {
    const answer = await send(new URL(target, service.issuer), undefined, cookies);
    await answer.body?.cancel();
    const led = answer.headers.get("location");
    if (led === null || hops === hopsMax) return answer.status;
    target = led;
  }
}

function linksOn(page: string): readonly string[] {
  return [...page.matchAll(/<a\b[^>]*\bhref="(\/[^"#]*)/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
}

/** A mail with a link, by way of the outbox and the queue of the service; it is received here, and its link opens a page. */
export async function mailToOurselves({ service, config, browser, mailbox }: Scene): Promise<Found> {
  const { store, keyring: sealer, ...tools } = service.administration;
  const ports = { ...store, ...tools, sealer, settings: flowSettings(config, service.issuer) };
  const { username: who } = browser.credentials;
  const made = await recoverAccount(
    ports,
    { who, isMailed: true, dropsSecondFactor: false, language: "en" },
    { by: everyRight },
  );
  const { href } = expectOk(made);
  const isTaken = await mailbox.took(href, mailMilliseconds);
  const answer = await send(new URL(href), undefined, new Map());
  await answer.body?.cancel();
  const faults = [
    ...(isTaken ? [] : [`not delivered within ${mailMilliseconds / 1_000} s`]),
    ...(answer.status === 200 ? [] : [`its link answered ${answer.status}`]),
  ];
  return { found: "A mail was sent to this command itself, and its link opens a page.", faults };
}

/** A webhook of the rehearsal, received here: nobody else gets one. */
export async function deliverToOurselves({ service }: Scene): Promise<Found> {
  const { store, keyring: sealer, clock, random, audit } = service.administration;
  const receiver = createServer((request, response) => {
    request.resume();
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo;
  const sender = openWebhookSender({ mayReachLoopback: true });
  const { webhooks, auditTrail } = store;
  const registry = { webhooks, auditTrail, sealer, clock, random, audit, sender, mayReachLoopback: true };
  try {
    const wanted = { url: `http://127.0.0.1:${port}/`, acts: ["webhook-tested"] };
    const { webhook } = expectOk(await createWebhook(registry, wanted, { by: everyRight }));
    const { isDelivered, error } = expectOk(await testWebhook(registry, webhook.id));
    expectOk(await removeWebhook(registry, webhook.id));
    return {
      found: "A webhook was sent to this command itself.",
      faults: isDelivered ? [] : [`not delivered: ${error}`],
    };
  } finally {
    sender.close();
    receiver.closeAllConnections();
    receiver.close();
  }
}
