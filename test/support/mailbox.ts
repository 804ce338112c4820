import { openBody } from "../../src/flows/mail/create-message.ts";
import type { KeptMessage } from "../../src/flows/mail-ports.ts";
import type { Ports } from "../../src/flows/ports.ts";
import { until } from "./until.ts";

/** A service of a test, as far as its mail goes. */
export interface MailedService {
  readonly ports: Pick<Ports, "outbox" | "sealer">;
}

/** A message as the person reads it. */
export interface Letter {
  readonly to: string;
  readonly kind: string;
  readonly language: string;
  readonly subject: string;
  readonly text: string;
  /** Path and query of the link; empty where there is none that works once. */
  readonly link: string;
}

/** What is in the outbox of a service, in the order of its creation. */
export async function letters({ ports }: MailedService): Promise<readonly Letter[]> {
  const { items } = await ports.outbox.list({ limit: 1_000 });
  const inOrder = items.toSorted((left, right) => left.createdAt - right.createdAt);
  return inOrder.map((message) => letterOf(ports, message));
}

/** Waits for the next message of this kind to this address, after the first `seen` of them. */
export function letterTo(service: MailedService, to: string, kind: string, seen = 0): Promise<Letter> {
  return until(async () => {
    const found = (await letters(service)).filter((letter) => letter.to === to && letter.kind === kind);
    return found[seen];
  }, `no ${kind} to ${to} came`);
}

function letterOf(ports: MailedService["ports"], message: KeptMessage): Letter {
  const { to, kind, language, subject } = message;
  const text = openBody(ports, message)?.text ?? "";
  const href = /https?:\/\/\S+\?link=[\w-]+/.exec(text)?.[0];
  const link = href === undefined ? "" : href.slice(new URL(href).origin.length);
  return { to, kind, language, subject, text, link };
}
