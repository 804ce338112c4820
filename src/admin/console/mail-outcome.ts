import type { KeptMessage } from "../../flows/mail-ports.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import { certificateProblemOf, certificateSentence } from "../../values/certificate.ts";
import { momentOf } from "./parts.ts";

/** What became of a message, in words. `sendsMail` is false if there is no mail server. */
export function outcomeOf(message: KeptMessage, { sendsMail }: { readonly sendsMail: boolean }): SafeHtml {
  const { state, lastError, nextTryAt } = message;
  const why = lastError === undefined ? undefined : failureWords(lastError);
  if (state === "sent")
    return lastError === undefined
      ? html`The mail server took it. If it does not arrive, look in the spam folder.`
      : html`The mail server took it, and it came back: ${why}`;
  if (state === "dead") return html`It was given up. ${why}`;
  if (!sendsMail) return html`There is no mail server, so it waits until LATCHKEY_SMTP_URL names one.`;
  return lastError === undefined
    ? html`It is on its way to the mail server. Look again in a moment.`
    : html`The mail server did not take it. ${why} It is tried again at ${momentOf(nextTryAt)}.`;
}

const failures: readonly (readonly [code: RegExp, sentence: string])[] = [
  [/^(?:ENOTFOUND|EAI_AGAIN|EDNS)/, "The host name in LATCHKEY_SMTP_URL does not resolve."],
  [
    /^(?:ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ESOCKET)/,
    "Nothing answers at the address in LATCHKEY_SMTP_URL.",
  ],
  [/^(?:EAUTH|53[0458])/, "The mail server refuses the username or password in LATCHKEY_SMTP_URL."],
  [/^5\d\d MAIL/, "The mail server refuses the sender."],
  [/^(?:5\d\d RCPT|bounced 5\.1\.)/, "There is no such address, or the mail server does not serve it."],
  [/^4\d\d/, "The mail server asks to try again later."],
];

/** The reason of a failure as a sentence, with its code for the operator of the mail server. */
function failureWords(code: string): SafeHtml {
  const certificate = certificateProblemOf({ code });
  const known =
    certificate === undefined
      ? failures.find(([pattern]) => pattern.test(code))?.[1]
      : certificateSentence("The mail server", certificate);
  return html`${known ?? "The reason:"} <code>${code}</code>`;
}
