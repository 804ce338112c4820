import type { Account } from "../../identity/account.ts";
import type { LinkMail } from "../../identity/mail.ts";
import type { Language } from "../../protocol/language.ts";
import { toBase64Url } from "../../values/base64url.ts";
import { sha256 } from "../../values/digest.ts";
import type { LinkKind } from "../../values/link-kind.ts";
import { plus, type Seconds, secondsOf } from "../../values/time.ts";
import type { Link } from "../link.ts";
import { linkPages } from "../link-pages.ts";
import { addressAt, createMessage, ownerOf, type Recipient } from "../mail/create-message.ts";
import type { OutboxMessage } from "../mail-ports.ts";
import type { Ports } from "../ports.ts";

const halfAnHour = secondsOf(30 * 60);
const day = secondsOf(24 * 60 * 60);

/** How long a link of each kind works. */
const lifetimes: Readonly<Record<LinkKind, Seconds>> = {
  recover: halfAnHour,
  "operator-recover": day,
  "verify-address": halfAnHour,
  "sign-up": day,
  invite: secondsOf(7 * day),
  lock: secondsOf(7 * day),
};

/** The kinds of links that have messages of their own. A link that locks an account comes with a notice. */
type MailedKind = Exclude<LinkKind, "lock">;

/** A link as it is wished. */
interface LinkWish<Kind extends LinkKind = MailedKind>
  extends Pick<Link, "address" | "query" | "groups" | "dropsSecondFactor"> {
  readonly kind: Kind;
  readonly account?: Account | undefined;
}

/** A new link, and the address that opens it. No other copy of that address is kept. */
export interface NewLink<Kind extends LinkKind = MailedKind> {
  readonly link: Link & { readonly kind: Kind };
  readonly href: string;
}

const secretBytes = 32;

/** Makes a link that nobody finds by trying: its secret has 256 random bits. Nothing is stored yet. */
export function createLink<Kind extends LinkKind>(
  ports: Omit<MailPorts, "sealer" | "mailTemplates">,
  wish: LinkWish<Kind>,
): NewLink<Kind> {
  const { kind, account, ...others } = wish;
  const secret = toBase64Url(ports.random.bytes(secretBytes));
  const createdAt = ports.clock.now();
  const link = {
    digest: sha256(secret),
    kind,
    ...(account !== undefined && {
      account: { id: account.id, ...(kind !== "lock" && { epoch: account.epoch }) },
    }),
    ...others,
    createdAt,
    expiresAt: plus(createdAt, lifetimes[kind]),
  };
  return { link, href: `${addressAt(ports, linkPages[kind])}?link=${secret}` };
}

/** What messages with links need from outside. */
export type MailPorts = Pick<Ports, "random" | "clock" | "sealer" | "mailTemplates"> & {
  readonly settings: Pick<Ports["settings"], "issuer" | "brandName">;
};

/** The message that brings a link to a person. */
export function createLinkMessage(
  ports: MailPorts,
  { link, href }: NewLink,
  recipient: Recipient,
): Promise<OutboxMessage> {
  const facts = { kind: mailOf(link.kind), link: href, linkExpiresAt: link.expiresAt };
  return createMessage(ports, facts, recipient);
}

/** The answer to a request for a mail: a link, and the messages of its transaction. */
export interface PreparedMail {
  readonly link: NewLink["link"];
  readonly messages: readonly OutboxMessage[];
}

/** The address that a mail goes to, and what is known of its reader. */
type MailReader = Pick<Recipient, "to" | "language" | "region">;

/** A new link, and the message that brings it. */
export async function createLinkMail(
  ports: MailPorts,
  wish: LinkWish,
  { to, ...reader }: MailReader,
): Promise<PreparedMail> {
  const made = createLink(ports, wish);
  const owner = wish.account === undefined ? { to, ...reader } : ownerOf(wish.account, reader, to);
  // Nobody has proved a new address yet. Strangers who read mail there are not greeted with what somebody chose for a name.
  const recipient = wish.kind === "verify-address" ? { ...owner, name: undefined } : owner;
  return { link: made.link, messages: [await createLinkMessage(ports, made, recipient)] };
}

/**
 * Tells the owner of an address that somebody wanted to use it for another account. It costs what `createLinkMail` costs, so that the
 * time of the next answer does not tell which of the two was done: the link is one that nobody has, and that has expired already.
 */
export async function createTakenMail(
  ports: MailPorts,
  owner: Account,
  { to, ...reader }: MailReader,
): Promise<PreparedMail> {
  const facts = { kind: "sign-up-taken", link: addressAt(ports, "/sign-in") } as const;
  const message = await createMessage(ports, facts, ownerOf(owner, reader, to));
  return { link: deadLink(ports), messages: [message] };
}

/** Does the work of `createLinkMail` for nobody, for the same reason. Nothing is mailed. */
export async function createNoMail(ports: MailPorts, language: Language): Promise<PreparedMail> {
  const link = deadLink(ports);
  await createLinkMessage(ports, { link, href: "" }, { to: "", language });
  return { link, messages: [] };
}

function deadLink(ports: MailPorts): NewLink["link"] {
  const { link } = createLink(ports, { kind: "recover" });
  return { ...link, expiresAt: link.createdAt };
}

function mailOf(kind: MailedKind): LinkMail {
  return kind === "invite" ? "invitation" : kind;
}
