import type { MailFacts } from "../identity/mail.ts";
import { networkText } from "../values/network.ts";
import type { Instant } from "../values/time.ts";
import { browserText } from "./browsers.ts";
import type { Catalogue } from "./catalogue.ts";
import { dateFormat } from "./dates.ts";
import { html, type SafeHtml } from "./html.ts";

/** Where a message comes from and whom it is for. */
export interface MailFrame {
  /** The name of this installation. */
  readonly service: string;
  readonly accountHref: string;
  /** The name of the person; absent if it is not known. */
  readonly name?: string | undefined;
}

/** A message, ready to be sent. Nothing in it is loaded from anywhere. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a message is made of, for text and HTML alike. */
interface Parts {
  readonly subject: string;
  readonly greeting: string;
  readonly sentence: string;
  /** What happened, line by line: a label and a value. */
  readonly rows: readonly (readonly [label: string, value: string])[];
  /** What to do, and what to do if the message was not expected. */
  readonly advice: readonly string[];
  readonly button: { readonly label: string; readonly href: string };
  readonly copy: string;
  readonly closing: string;
}

/** Writes a message in the person's language, which is that of the texts. */
export function renderMail(facts: MailFacts, frame: MailFrame, texts: Catalogue): RenderedMail {
  const parts = partsOf(facts, frame, texts);
  return { subject: parts.subject, text: textOf(parts, texts), html: htmlOf(parts, texts).toString() };
}

function partsOf(facts: MailFacts, frame: MailFrame, texts: Catalogue): Parts {
  const { service, accountHref } = frame;
  const words = texts.mail;
  const [subject, sentence, label = words.account] = words.messages[facts.kind];
  const href = "link" in facts ? facts.link : accountHref;
  const name = visibleText(frame.name ?? "");
  return {
    subject,
    greeting: name === "" ? words.greetingOnly : words.greeting(name),
    sentence: sentence(service),
    rows: rowsOf(facts, texts),
    advice: adviceOf(facts, service, texts),
    button: { label, href },
    copy: words.copy,
    closing: words.closing(service),
  };
}

function adviceOf(facts: MailFacts, service: string, { lang, mail: words }: Catalogue): readonly string[] {
  if (facts.kind === "test") return [words.ignore];
  if (!("link" in facts)) return [words.notYou(service)];
  const once = "linkExpiresAt" in facts ? [words.once(timeText(facts.linkExpiresAt, lang))] : [];
  switch (facts.kind) {
    case "operator-recover":
      return [...once, words.unexpected(service)];
    case "deletion-announced":
      return [];
    default:
      return [...once, words.ignore];
  }
}

function rowsOf(facts: MailFacts, texts: Catalogue): Parts["rows"] {
  const { lang, mail: words } = texts;
  const rows: (readonly [string, string])[] = [];
  if ("at" in facts) rows.push([words.when, timeText(facts.at, lang)]);
  if ("deletedAt" in facts) rows.push([words.deletedAt, timeText(facts.deletedAt, lang)]);
  if ("browser" in facts)
    rows.push(
      [words.browser, browserText(facts.browser, texts)],
      [words.network, networkText(facts.network)],
    );
  if ("passkey" in facts && facts.passkey !== undefined) rows.push([words.passkey, facts.passkey]);
  if ("provider" in facts) rows.push([words.provider, facts.provider]);
  if ("newAddress" in facts) rows.push([words.newAddress, facts.newAddress]);
  if ("codesLeft" in facts) rows.push([words.codesLeft, String(facts.codesLeft)]);
  return rows.map(([label, value]) => [label, visibleText(value)]);
}

/** A date with a time, in UTC because nobody knows where the person is. */
function timeText(at: Instant, lang: Catalogue["lang"]): string {
  return `${timeInWords(at, { lang })} UTC`;
}

const timeInWords = dateFormat({ dateStyle: "long", timeStyle: "short" });

/** One line without characters that nobody sees: names are chosen by people, and must not shape a message. */
function visibleText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

function textOf(
  { greeting, sentence, rows, button, advice, closing }: Parts,
  { colon, gap }: Catalogue,
): string {
  const facts = rows.map(([label, value]) => `${label}${colon}${gap}${value}`).join("\n");
  const action = `${button.label}${colon}\n${button.href}`;
  const paragraphs = [greeting, sentence, facts, ...advice, action, `-- \n${closing}`];
  return `${paragraphs.filter((paragraph) => paragraph !== "").join("\n\n")}\n`;
}

const buttonStyle =
  "display:inline-block;padding:12px 20px;border-radius:8px;background:#17603f;color:#ffffff;font-weight:600;text-decoration:none";

/** Sets no colours but those of its button, so that it is readable on any background that the mail program chooses. */
function htmlOf(parts: Parts, { lang, dir, colon, gap }: Catalogue): SafeHtml {
  const { subject, greeting, sentence, rows, button, advice, copy, closing } = parts;
  return html`<!doctype html>
    <html lang="${lang}" dir="${dir}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>${subject}</title>
      </head>
      <body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif">
        <div lang="${lang}" dir="${dir}" style="max-width:34em;margin:0 auto">
          <h1 style="font-size:20px;line-height:1.3">${subject}</h1>
          <p>${greeting}</p>
          <p>${sentence}</p>
          ${rows.length > 0 && html`<p>${rows.map(([label, value]) => html`${label}${colon}${gap}<bdi>${value}</bdi><br>`)}</p>`}
          ${advice.map((sentence) => html`<p>${sentence}</p>`)}
          <p><a href="${button.href}" style="${buttonStyle}">${button.label}</a></p>
          <p style="font-size:14px">${copy}<br><bdi dir="ltr" style="word-break:break-all">${button.href}</bdi></p>
          <p style="font-size:14px">${closing}</p>
        </div>
      </body>
    </html>`;
}
