import type { MailFacts } from "../identity/mail.ts";
import type { Language } from "../protocol/language.ts";
import type { Instant } from "../values/time.ts";
import { browserText } from "./browsers.ts";
import { catalogues } from "./catalogues.ts";
import { html, type SafeHtml } from "./html.ts";
import { mailWords } from "./words/mail.ts";
import type { MailWords } from "./words/mail-words.ts";

/** Where a message comes from and whom it is for. */
export interface MailFrame {
  readonly language: Language;
  /** The name of this installation. */
  readonly service: string;
  readonly accountHref: string;
  /** The name of the person; absent where it is not known. */
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
  /** What to do, and what to do where the message was not expected. */
  readonly advice: readonly string[];
  readonly button: { readonly label: string; readonly href: string };
  readonly copy: string;
  readonly closing: string;
}

/** Writes a message in the person's language. */
export function renderMail(facts: MailFacts, frame: MailFrame): RenderedMail {
  const parts = partsOf(facts, frame, mailWords[frame.language]);
  return { subject: parts.subject, text: textOf(parts), html: htmlOf(parts, frame.language).toString() };
}

function partsOf(facts: MailFacts, frame: MailFrame, words: MailWords): Parts {
  const { service, accountHref, language } = frame;
  const [subject, sentence, label = words.account] = words.messages[facts.kind];
  const href = "link" in facts ? facts.link : accountHref;
  const name = visibleText(frame.name ?? "");
  return {
    subject,
    greeting: name === "" ? words.greetingOnly : words.greeting(name),
    sentence: sentence(service),
    rows: rowsOf(facts, words, language),
    advice: adviceOf(facts, words, frame),
    button: { label, href },
    copy: words.copy,
    closing: words.closing(service),
  };
}

function adviceOf(facts: MailFacts, words: MailWords, { service, language }: MailFrame): readonly string[] {
  if (facts.kind === "test") return [words.ignore];
  if (!("link" in facts)) return [words.notYou(service)];
  const once = "linkExpiresAt" in facts ? [words.once(timeText(facts.linkExpiresAt, language))] : [];
  switch (facts.kind) {
    case "operator-recover":
      return [...once, words.unexpected(service)];
    case "deletion-announced":
      return [];
    default:
      return [...once, words.ignore];
  }
}

function rowsOf(facts: MailFacts, words: MailWords, language: Language): Parts["rows"] {
  const rows: (readonly [string, string])[] = [];
  if ("at" in facts) rows.push([words.when, timeText(facts.at, language)]);
  if ("deletedAt" in facts) rows.push([words.deletedAt, timeText(facts.deletedAt, language)]);
  if ("browser" in facts)
    rows.push([words.browser, browserText(facts.browser, language)], [words.network, facts.network]);
  if ("passkey" in facts && facts.passkey !== undefined) rows.push([words.passkey, facts.passkey]);
  if ("provider" in facts) rows.push([words.provider, facts.provider]);
  if ("newAddress" in facts) rows.push([words.newAddress, facts.newAddress]);
  if ("codesLeft" in facts) rows.push([words.codesLeft, String(facts.codesLeft)]);
  return rows.map(([label, value]) => [label, visibleText(value)]);
}

/** A date with a time, in UTC because nobody knows where the person is. */
function timeText(at: Instant, language: Language): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return `${format.format(at)} UTC`;
}

/** One line without characters that nobody sees: names are chosen by people, and must not shape a message. */
function visibleText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

function textOf({ greeting, sentence, rows, button, advice, closing }: Parts): string {
  const facts = rows.map(([label, value]) => `${label}: ${value}`).join("\n");
  const action = `${button.label}:\n${button.href}`;
  const paragraphs = [greeting, sentence, facts, ...advice, action, `-- \n${closing}`];
  return `${paragraphs.filter((paragraph) => paragraph !== "").join("\n\n")}\n`;
}

const buttonStyle =
  "display:inline-block;padding:12px 20px;border-radius:8px;background:#17603f;color:#ffffff;font-weight:600;text-decoration:none";

/** Sets no colours but those of its button, so that it is readable on any background that the mail program chooses. */
function htmlOf(parts: Parts, language: Language): SafeHtml {
  const { subject, greeting, sentence, rows, button, advice, copy, closing } = parts;
  const { dir } = catalogues[language];
  return html`<!doctype html>
    <html lang="${language}" dir="${dir}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>${subject}</title>
      </head>
      <body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif">
        <div lang="${language}" dir="${dir}" style="max-width:34em;margin:0 auto">
          <h1 style="font-size:20px;line-height:1.3">${subject}</h1>
          <p>${greeting}</p>
          <p>${sentence}</p>
          ${rows.length > 0 && html`<p>${rows.map(rowOf)}</p>`}
          ${advice.map((sentence) => html`<p>${sentence}</p>`)}
          <p><a href="${button.href}" style="${buttonStyle}">${button.label}</a></p>
          <p style="font-size:14px">${copy}<br><bdi dir="ltr" style="word-break:break-all">${button.href}</bdi></p>
          <p style="font-size:14px">${closing}</p>
        </div>
      </body>
    </html>`;
}

function rowOf([label, value]: readonly [string, string]): SafeHtml {
  return html`${label}: <bdi>${value}</bdi><br>`;
}
