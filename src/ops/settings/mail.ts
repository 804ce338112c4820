/** Settings of mail: the server that takes messages, and their sender. */
import { isLoopbackName } from "../../values/issuer.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { Secret } from "../../values/secret.ts";
import { parseYesOrNo } from "../setting-readers.ts";
import type { SettingsOf } from "./setting.ts";

/** Where messages are handed over, as an operator writes it: `smtps://user:password@mail.example.org`. */
interface MailServerAddress {
  readonly host: string;
  readonly port: number;
  /** "at-once": TLS from the first byte. "required": STARTTLS or nothing. "offered": STARTTLS if the server has it. */
  readonly encryption: "at-once" | "required" | "offered";
  readonly user?: string;
  readonly password?: Secret;
}

/** The sender of every message. */
export interface MailSender {
  readonly name: string;
  readonly address: string;
}

export interface MailConfig {
  /** Absent if messages stay in the outbox. */
  readonly mailServer?: MailServerAddress;
  /** Absent: `noreply` at the host of the base URL. */
  readonly mailFrom?: MailSender;
  /** Absent: what cannot be delivered goes back to the sender. */
  readonly mailReturnPath?: string;
  /** Whether mails show the logo of the pages, which mail programs then load from this service. */
  readonly mailLogo: boolean;
}

export const mailSettings: SettingsOf<MailConfig> = {
  mailServer: {
    name: "LATCHKEY_SMTP_URL",
    defaultText: "none: messages stay in the outbox",
    fallback: undefined,
    parse: parseMailServer,
    example: "smtps://user:password@mail.example.org",
    help: "the mail server: smtp:// (port 587, STARTTLS) or smtps:// (port 465), with user and password where it needs them",
    isSecret: true,
  },
  mailFrom: {
    name: "LATCHKEY_MAIL_FROM",
    defaultText: "noreply@ the host of the base URL",
    fallback: undefined,
    parse: parseMailSender,
    example: "Example <noreply@example.org>",
    help: "the sender of every message, as an address or as Name <address>",
    isSecret: false,
  },
  mailReturnPath: {
    name: "LATCHKEY_MAIL_RETURN_PATH",
    defaultText: "the address of LATCHKEY_MAIL_FROM",
    fallback: undefined,
    parse: (text) => (addressShape.test(text) ? ok(text) : refuse("It must be one e-mail address.")),
    example: "bounces@example.org",
    help: "where mail servers report what they could not deliver",
    isSecret: false,
  },
  mailLogo: {
    name: "LATCHKEY_MAIL_LOGO",
    defaultText: "no",
    fallback: false,
    parse: parseYesOrNo,
    example: "yes",
    help: "yes: mails show LATCHKEY_BRAND_LOGO, a PNG, which mail programs load from this service when a message is opened",
    isSecret: false,
  },
};

/** Says what is missing if mails shall show the logo. */
export function mailLogoProblem(
  found: ReadonlyMap<string, unknown>,
): { readonly setting: { readonly name: string }; readonly cause: string } | undefined {
  if (found.get("mailLogo") !== true) return undefined;
  const setting = mailSettings.mailLogo;
  if (!found.has("brandLogo"))
    return { setting, cause: "There is no logo: set LATCHKEY_BRAND_LOGO, or remove this setting." };
  if (!String(found.get("issuer")).startsWith("https:"))
    return {
      setting,
      cause: "Mail programs load pictures by https only: set LATCHKEY_BASE_URL to an https address.",
    };
  return undefined;
}

const ports: Readonly<Record<string, number>> = { "smtp:": 587, "smtps:": 465 };

/**
 * Reads `smtp://` (STARTTLS) or `smtps://` (TLS from the first byte). A password is never sent in the clear, except to this machine.
 */
export function parseMailServer(text: string): Result<MailServerAddress, string> {
  const url = URL.parse(text);
  const port = url === null ? undefined : ports[url.protocol];
  if (url === null || port === undefined || url.hostname === "")
    return refuse("It must look like smtps://user:password@mail.example.org.");
  if (!/^\/?$/.test(url.pathname) || url.search !== "" || url.hash !== "")
    return refuse("It must end after the host and its port.");
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if (user === undefined || password === undefined)
    return refuse("Its user and password must be percent-encoded.");
  if ((user === "") !== (password === ""))
    return refuse("It must have both a user and a password, or neither.");
  const isSecret = user !== "" && !isLoopbackName(url.hostname);
  return ok({
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? port : Number(url.port),
    encryption: url.protocol === "smtps:" ? "at-once" : isSecret ? "required" : "offered",
    ...(user !== "" && { user, password: new Secret(password) }),
  });
}

const senderShape = /^(?:"?(?<name>[^"<>]*?)"?\s*<(?<inside>[^<>]*)>|(?<alone>[^<>"]*))$/;
const addressShape = /^[^\s@,;:"<>()[\]\\]{1,64}@[^\s@,;:"<>()[\]\\]{1,253}$/;

/** Reads `noreply@example.org` or `Example <noreply@example.org>`. */
export function parseMailSender(text: string): Result<MailSender, string> {
  const parts = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) ? undefined : senderShape.exec(text.trim())?.groups;
  const address = parts?.inside ?? parts?.alone ?? "";
  if (!addressShape.test(address))
    return refuse("It must look like noreply@example.org or Example <noreply@example.org>.");
  return ok({ name: parts?.name?.trim() ?? "", address });
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
