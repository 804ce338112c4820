import type { Account } from "../../identity/account.ts";
import { isRecoverable } from "../../identity/credentials.ts";
import { requestedMailReservation } from "../../identity/try-limits.ts";
import { longestWaits } from "../../values/longest-waits.ts";
import { unreachable } from "../../values/result.ts";
import { plus } from "../../values/time.ts";
import type { LeasedMailRequest } from "../mail-ports.ts";
import type { Ports } from "../ports.ts";
import { createLinkMail, createNoMail, createTakenMail, type PreparedMail } from "./mail-link.ts";
import { openMailRequest } from "./request-mail.ts";

type Wanted = NonNullable<ReturnType<typeof openMailRequest>>;

/** The answer to a request: the recipient whose mails are counted, and the mail, which is undefined if nobody gets one. */
interface Decision {
  readonly recipient: string;
  readonly mail?: (() => Promise<PreparedMail>) | undefined;
  /** True if the mail brings a link. */
  readonly isLink?: boolean;
}

/** Takes the request that waits longest, so that nobody else answers it. */
export function leaseMailRequest({
  mailRequests,
  clock,
}: Pick<Ports, "mailRequests" | "clock">): Promise<LeasedMailRequest | undefined> {
  const now = clock.now();
  return mailRequests.lease(now, plus(now, longestWaits.mailRequest));
}

/**
 * Answers a request: link, message and the end of the request are one transaction, so of several nodes, and of several tries, one mails.
 * A request that mails nothing costs as much: it leaves a link that nobody has.
 */
export async function answerMailRequest(ports: Ports, request: LeasedMailRequest): Promise<void> {
  const claims = [{ kind: "mail-request", id: request.id }] as const;
  const wanted = openMailRequest(ports, request);
  if (wanted === undefined) {
    const { link } = await createNoMail(ports, "en");
    await ports.links.create(link, { claims });
    return;
  }
  const decision = await decide(ports, wanted);
  const mail = (await countMail(ports, wanted.kind, decision, request)) ? decision.mail : undefined;
  const { link, messages } = await (mail?.() ?? createNoMail(ports, wanted.language));
  const isAnswered = await ports.links.create(link, { claims, messages });
  if (!isAnswered || mail === undefined || !decision.isLink) return;
  const { kind, requestId, network } = wanted;
  const forAccount = link.account === undefined ? {} : { accountId: link.account.id };
  ports.events.record(
    { kind: "link-mailed", link: kind, ...forAccount },
    { requestId, network: () => network },
  );
}

/**
 * Counts a mail of this kind for its recipient. False if there were too many: then none is sent, and nobody is told. A try that did
 * not come to its end may have been counted, so a further one is not.
 */
async function countMail(
  { attempts, clock }: Pick<Ports, "attempts" | "clock">,
  kind: string,
  { recipient }: Decision,
  { tries }: LeasedMailRequest,
): Promise<boolean> {
  return tries > 1 || (await attempts.reserve([requestedMailReservation(kind, recipient)], clock.now())).ok;
}

async function decide(ports: Ports, wanted: Wanted): Promise<Decision> {
  const { name, query, language, region } = wanted;
  const owner = name === "" ? undefined : await ports.accounts.findByName(name);
  switch (wanted.kind) {
    case "recover": {
      // A link would not work for an account that the operator disabled.
      if (owner?.email === undefined || !isRecoverable(owner)) return { recipient: owner?.id ?? name };
      const recipient = { to: owner.email, language, region };
      const mail = () => createLinkMail(ports, { kind: "recover", account: owner, query }, recipient);
      return { recipient: owner.id, mail, isLink: true };
    }
    case "sign-up":
      if (owner !== undefined) return decideTaken(ports, wanted, owner);
      return {
        recipient: name,
        mail: () =>
          createLinkMail(ports, { kind: "sign-up", address: name, query }, { to: name, language, region }),
        isLink: true,
      };
    case "verify-address": {
      const asker = wanted.asker && (await ports.accounts.find(wanted.asker.id));
      if (asker === undefined || asker.epoch !== wanted.asker?.epoch) return { recipient: name };
      if (owner !== undefined && owner.id !== asker.id) return decideTaken(ports, wanted, owner);
      const wish = { kind: "verify-address", account: asker, address: name } as const;
      return {
        recipient: name,
        mail: () => createLinkMail(ports, wish, { to: name, language, region }),
        isLink: true,
      };
    }
    default:
      return unreachable(wanted.kind);
  }
}

/** The owner of an address hears of it. Somebody whose username merely looks like it does not, nor does a disabled account. */
function decideTaken(ports: Ports, { name, language, region }: Wanted, owner: Account): Decision {
  if (owner.email !== name || !isRecoverable(owner)) return { recipient: name };
  return { recipient: name, mail: () => createTakenMail(ports, owner, { to: name, language, region }) };
}
