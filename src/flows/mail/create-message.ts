import type { Account } from "../../identity/account.ts";
import type { MailFacts } from "../../identity/mail.ts";
import { findLanguage, findRegion, type Language } from "../../protocol/language.ts";
import { type AccountId, mailIdOf } from "../../values/ids.ts";
import { parseJsonObject } from "../../values/json-object.ts";
import { type Instant, plus } from "../../values/time.ts";
import type { Browser } from "../browser.ts";
import type { KeptMessage, OutboxMessage } from "../mail-ports.ts";
import type { Ports } from "../ports.ts";

/** The person whom a message is for. */
export interface Recipient {
  /** The e-mail address. */
  readonly to: string;
  readonly language: Language;
  /** The region by whose habits dates are written, such as GB; absent for those of the language. */
  readonly region?: string | undefined;
  readonly name?: string | undefined;
  /** The claim `zoneinfo` of the person; absent for UTC. */
  readonly timeZone?: string | undefined;
  /** The message goes with this account; absent if there is none. */
  readonly accountId?: AccountId | undefined;
}

export type MessagePorts = Pick<Ports, "clock" | "random" | "sealer" | "mailTemplates"> & {
  readonly settings: Pick<Ports["settings"], "issuer" | "brandName">;
};

/** How long a message without a link waits for a mail server. News of a sign-in is no use after that. */
const noticeSeconds = 7 * 86_400;

/** The owner of the account, in language and region of the claim `locale`, or else of the request. */
export function ownerOf(
  account: Account,
  reader: Pick<Browser, "language" | "region">,
  to: string,
): Recipient {
  const { id, name, username, claims } = account;
  const own = claims?.locale === undefined ? [] : [claims.locale];
  return {
    to,
    language: findLanguage(own) ?? reader.language,
    region: findRegion(own) ?? reader.region,
    name: name ?? username,
    timeZone: claims?.zoneinfo,
    accountId: id,
  };
}

/**
 * Writes a message for the outbox; the caller puts it there in the transaction that causes it. The addresses in it begin with the
 * configured issuer, never with a header of the request.
 */
export async function createMessage(
  ports: MessagePorts,
  facts: MailFacts,
  { to, language, region, name, timeZone, accountId }: Recipient,
): Promise<OutboxMessage> {
  const { issuer, brandName } = ports.settings;
  const createdAt = ports.clock.now();
  const { subject, text, html } = await ports.mailTemplates.render(facts, {
    language,
    region,
    name,
    timeZone,
    service: `${brandName} (${new URL(issuer).host})`,
    accountHref: addressAt(ports, "/account"),
  });
  return {
    id: mailIdOf(ports.random.alphanumeric(20)),
    to,
    kind: facts.kind,
    language,
    subject,
    sealedBody: ports.sealer.seal("mail", Buffer.from(JSON.stringify({ text, html }))),
    ...(accountId !== undefined && { accountId }),
    createdAt,
    expiresAt: expiryOf(facts, createdAt),
  };
}

/** An address of this service, for a message: the issuer and a path behind it. */
export function addressAt(
  { settings }: { readonly settings: Pick<Ports["settings"], "issuer"> },
  path: string,
): string {
  return `${settings.issuer}${path}`;
}

/** The body of a message, in text and in HTML. */
export interface MailBody {
  readonly text: string;
  readonly html: string;
}

/** Opens the body of a message. Undefined once it was sent or has expired, and if the key that sealed it is gone. */
export function openBody(
  { sealer }: Pick<Ports, "sealer">,
  { sealedBody }: Pick<KeptMessage, "sealedBody">,
): MailBody | undefined {
  const opened = sealedBody === undefined ? undefined : sealer.open("mail", sealedBody);
  const body = opened && parseJsonObject(Buffer.from(opened).toString());
  const [text, html] = [body?.text, body?.html];
  return typeof text === "string" && typeof html === "string" ? { text, html } : undefined;
}

function expiryOf(facts: MailFacts, createdAt: Instant): Instant {
  if ("linkExpiresAt" in facts) return facts.linkExpiresAt;
  return "deletedAt" in facts ? facts.deletedAt : plus(createdAt, noticeSeconds);
}
