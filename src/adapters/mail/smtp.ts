import type { createTransport } from "nodemailer";
import type { MailServer, SendProblem } from "../../flows/mail-ports.ts";
import type { Issuer } from "../../values/issuer.ts";
import { ok, refuse } from "../../values/result.ts";
import type { Secret } from "../../values/secret.ts";

interface SmtpOptions {
  readonly host: string;
  readonly port: number;
  readonly encryption: "at-once" | "required" | "offered";
  readonly user?: string;
  readonly password?: Secret;
  readonly from: { readonly name: string; readonly address: string };
  /** Where servers send what they cannot deliver: the sender of the envelope (RFC 5321 §3.3), if it is not `from`. */
  readonly returnPath?: string;
  /** The host of Message-IDs. */
  readonly messageIdHost: string;
  /** A message that is not handed over by then failed. */
  readonly deadlineMilliseconds?: number;
  /** Certificates that are trusted instead of those that Node trusts. */
  readonly certificates?: string;
}

const deadlineDefault = 60_000;
const silenceMilliseconds = 20_000;

/** Hands messages to a mail server, each over a connection of its own. The library is loaded with the first one. */
export function openSmtpServer(options: SmtpOptions): MailServer {
  const { from, returnPath, messageIdHost, deadlineMilliseconds = deadlineDefault } = options;
  const underWay = new Set<() => void>();

  /** Lends a connection for one conversation with the server, until the deadline. */
  async function converse(talk: (transport: Transport) => Promise<unknown>): ReturnType<MailServer["check"]> {
    const { createTransport } = await import("nodemailer");
    // A pool of one, because only a pool can be closed while a server keeps its connection busy.
    const transport = createTransport({
      pool: true,
      maxConnections: 1,
      maxMessages: 1,
      ...connectionOf(options),
    });
    const { promise: cut, reject } = Promise.withResolvers<never>();
    const give = () => {
      reject(Object.assign(new Error("The mail server took too long."), { code: "ETIMEDOUT" }));
      transport.close({ force: true });
    };
    const deadline = setTimeout(give, deadlineMilliseconds);
    underWay.add(give);
    try {
      await Promise.race([talk(transport), cut]);
      return ok(undefined);
    } catch (error) {
      return refuse(problemOf(error));
    } finally {
      clearTimeout(deadline);
      underWay.delete(give);
      transport.close({ force: true });
    }
  }

  return {
    send: ({ id, to: address, language, subject, text, html, createdAt }) =>
      converse((transport) => {
        // An object is one address; a text with a comma would be several.
        const to = { name: "", address };
        return transport.sendMail({
          from,
          to,
          ...(returnPath !== undefined && { envelope: { from: returnPath, to } }),
          subject,
          text,
          html,
          date: new Date(createdAt),
          // The same at every try, so that a mailbox that gets a message twice can tell.
          messageId: `<${id}@${messageIdHost}>`,
          headers: { "Auto-Submitted": "auto-generated", "Content-Language": language },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
      }),
    check: () => converse((transport) => transport.verify()),
    close: () => {
      for (const give of underWay) give();
    },
  };
}

/** The mail server of a configuration; undefined if it has none. The deadline is for one conversation. */
export function configuredMailServer(
  { mailServer, mailFrom, mailReturnPath, brandName }: ConfiguredMail,
  issuer: Issuer,
  deadlineMilliseconds?: number,
): MailServer | undefined {
  if (mailServer === undefined) return undefined;
  const { hostname: messageIdHost } = new URL(issuer);
  const from = mailFrom ?? { name: brandName, address: `noreply@${messageIdHost}` };
  return openSmtpServer({
    ...mailServer,
    from,
    messageIdHost,
    ...(mailReturnPath !== undefined && { returnPath: mailReturnPath }),
    ...(deadlineMilliseconds !== undefined && { deadlineMilliseconds }),
  });
}

type Transport = ReturnType<typeof createTransport>;

/** How long it may take to answer `check` while somebody waits for the findings of doctor. */
export const checkMilliseconds = 5_000;

interface ConfiguredMail {
  readonly mailServer?: Omit<SmtpOptions, "from" | "returnPath" | "messageIdHost">;
  readonly mailFrom?: SmtpOptions["from"];
  readonly mailReturnPath?: string;
  readonly brandName: string;
}

function connectionOf({ host, port, encryption, user, password, certificates }: SmtpOptions) {
  return {
    host,
    port,
    secure: encryption === "at-once",
    requireTLS: encryption === "required",
    ...(user !== undefined && { auth: { user, pass: password?.reveal() ?? "" } }),
    ...(certificates !== undefined && { tls: { ca: certificates } }),
    connectionTimeout: silenceMilliseconds,
    greetingTimeout: silenceMilliseconds,
    socketTimeout: silenceMilliseconds,
    dnsTimeout: silenceMilliseconds,
  };
}

/** What the server said or the connection did. The server's own words may repeat the message, so only their number is kept. */
function problemOf(error: unknown): SendProblem {
  const { code, originalCode, responseCode, command } = Object(error) as Readonly<Record<string, unknown>>;
  // The library's own error code hides that of the system or of TLS, which says more.
  const isWord = (text: unknown) => typeof text === "string" && /^[A-Z0-9_]{1,40}$/.test(text);
  const word = String([originalCode, code].find(isWord) ?? "EUNKNOWN");
  if (typeof responseCode !== "number") return { reason: word, isPermanent: false };
  const step =
    typeof command === "string" && /^[A-Z ]{1,20}$/i.test(command) ? ` ${command.toUpperCase()}` : "";
  // RFC 5321 §4.2.1: 5yz is final. Before the recipient was named it is about the configuration, which an operator can repair.
  const isAboutMessage = step === " RCPT TO" || step === " DATA";
  return { reason: `${responseCode}${step}`, isPermanent: isAboutMessage && responseCode >= 500 };
}
