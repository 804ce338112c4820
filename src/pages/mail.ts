import type { MailFacts } from "../identity/mail.ts";
import type { Accent } from "../values/brand.ts";
import { networkText } from "../values/network.ts";
import type { Instant } from "../values/time.ts";
import { brandPalettes } from "./brand.ts";
import { browserText } from "./browsers.ts";
import type { Catalogue } from "./catalogue.ts";
import { localeOf } from "./dates.ts";
import { html, type SafeHtml } from "./html.ts";
import { dark, light } from "./tokens.ts";

/** Where a message comes from and whom it is for. */
export interface MailFrame {
  /** The name of this installation. */
  readonly service: string;
  readonly accountHref: string;
  /** The name of the person; absent if it is not known. */
  readonly name?: string | undefined;
  /** The person's time zone; absent if it is not known, and times are in UTC then. */
  readonly timeZone?: string | undefined;
  readonly brand: MailBrand;
}

/** The look of an installation, as far as messages show it. */
export interface MailBrand {
  readonly name: string;
  /** Absent if buttons have the service's own colours. */
  readonly accent?: Accent | undefined;
  /** The address of a PNG; absent if messages show no picture. */
  readonly logoSrc?: string | undefined;
}

/** A message, ready to be sent. Nothing in it is loaded from anywhere but the logo, if the operator wants one. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a message is made of, for text and HTML alike. */
interface Parts {
  readonly brand: MailBrand;
  readonly subject: string;
  readonly greeting: string;
  readonly sentence: string;
  /** What happened, line by line: a label and a value. */
  readonly rows: readonly (readonly [label: string, value: string])[];
  readonly advice: Advice;
  readonly button: Action;
  /** Another thing to do, which is less likely. */
  readonly other?: Action | undefined;
  readonly copy: string;
  readonly closing: string;
}

/** What to do, for which the button is; and what is good to know about it, such as how long its link works. */
interface Advice {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

interface Action {
  readonly label: string;
  readonly href: string;
}

/** Writes a message in the person's language, which is that of the texts. */
export function renderMail(facts: MailFacts, frame: MailFrame, texts: Catalogue): RenderedMail {
  const parts = partsOf(facts, frame, texts);
  return { subject: parts.subject, text: textOf(parts, texts), html: htmlOf(parts, texts).toString() };
}

function partsOf(facts: MailFacts, frame: MailFrame, texts: Catalogue): Parts {
  const { service, accountHref, brand } = frame;
  const words = texts.mail;
  const [subject, sentence, label = words.account] = words.messages[facts.kind];
  const own = { label, href: "link" in facts ? facts.link : accountHref };
  const lock = "lock" in facts ? facts.lock : undefined;
  const name = visibleText(frame.name ?? "");
  const inWords = (at: Instant) => timeText(at, localeOf(texts), frame.timeZone);
  return {
    brand,
    subject,
    greeting: name === "" ? words.greetingOnly : words.greeting(name),
    sentence: sentence(service),
    rows: rowsOf(facts, texts, inWords),
    advice: adviceOf(facts, service, texts, inWords),
    button: lock === undefined ? own : { label: words.lockButton, href: lock.link },
    other: lock && own,
    copy: words.copy,
    closing: words.closing(service),
  };
}

type TimeInWords = (at: Instant) => string;

function adviceOf(
  facts: MailFacts,
  service: string,
  { mail: words }: Catalogue,
  inWords: TimeInWords,
): Advice {
  if (facts.kind === "test") return { before: [], after: [words.ignore] };
  if ("lock" in facts && facts.lock !== undefined)
    return { before: [words.lock], after: [words.once(inWords(facts.lock.linkExpiresAt))] };
  if (!("link" in facts)) return { before: [words.notYou(service)], after: [] };
  const once = "linkExpiresAt" in facts ? [words.once(inWords(facts.linkExpiresAt))] : [];
  switch (facts.kind) {
    case "operator-recover":
    case "account-locked":
      return { before: [], after: [...once, words.unexpected(service)] };
    case "deletion-announced":
      return { before: [], after: [] };
    default:
      return { before: [], after: [...once, words.ignore] };
  }
}

function rowsOf(facts: MailFacts, texts: Catalogue, inWords: TimeInWords): Parts["rows"] {
  const words = texts.mail;
  const rows: (readonly [string, string])[] = [];
  if ("at" in facts) rows.push([words.when, inWords(facts.at)]);
  if ("deletedAt" in facts) rows.push([words.deletedAt, inWords(facts.deletedAt)]);
  if ("browser" in facts)
    rows.push(
      [words.browser, browserText(facts.browser, texts)],
      [words.network, networkText(facts.network)],
    );
  // The default name of a passkey tells nothing.
  if ("passkey" in facts && facts.passkey !== undefined && facts.passkey !== texts.passkeys.unnamed)
    rows.push([words.passkey, facts.passkey]);
  if ("provider" in facts) rows.push([words.provider, facts.provider]);
  if ("newAddress" in facts) rows.push([words.newAddress, facts.newAddress]);
  if ("codesLeft" in facts) rows.push([words.codesLeft, String(facts.codesLeft)]);
  return rows.map(([label, value]) => [label, visibleText(value)]);
}

/** Making a format takes far longer than using it, so those of recent readers and zones are kept. */
const timeFormats = new Map<
  string,
  { readonly zone: Intl.DateTimeFormat; readonly time: Intl.DateTimeFormat }
>();
const timeFormatsMax = 100;

function timeFormatsOf(locale: string, timeZone: string) {
  const key = `${locale} ${timeZone}`;
  const formats = timeFormats.get(key) ?? {
    zone: new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "short" }),
    time: new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "long", timeStyle: "short" }),
  };
  if (timeFormats.size >= timeFormatsMax) timeFormats.clear();
  timeFormats.set(key, formats);
  return formats;
}

/** A date with a time and the name of the zone; in UTC if the runtime no longer knows the zone. */
function timeText(at: Instant, locale: string, timeZone = "UTC"): string {
  try {
    const { zone, time } = timeFormatsOf(locale, timeZone);
    const name = zone.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
    return `${time.format(at)} ${name}`;
  } catch (error) {
    if (timeZone === "UTC") throw error;
    return timeText(at, locale);
  }
}

/** One line without characters that nobody sees: names are chosen by people, and must not shape a message. */
function visibleText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

function textOf(
  { brand, greeting, sentence, rows, button, other, advice, closing }: Parts,
  { colon, gap }: Catalogue,
): string {
  const facts = rows.map(([label, value]) => `${label}${colon}${gap}${value}`).join("\n");
  const linkOf = ({ label, href }: Action) => `${label}${colon}\n${href}`;
  const paragraphs = [
    ...[brand.name, greeting, sentence, facts, ...advice.before],
    ...[linkOf(button), ...advice.after, other ? linkOf(other) : "", `-- \n${closing}`],
  ];
  return `${paragraphs.filter((paragraph) => paragraph !== "").join("\n\n")}\n`;
}

const buttonShape =
  "display:inline-block;padding:12px 20px;border-radius:8px;font-weight:600;text-decoration:none";

/**
 * Sets no colours but those of the button and of the line below the name, so that the message is readable on any background that the mail
 * program chooses. Both are the colours of pages, light and dark, whose contrast was checked when the accent was set.
 */
function htmlOf(parts: Parts, { lang, dir, colon, gap }: Catalogue): SafeHtml {
  const { brand, subject, greeting, sentence, rows, button, other, advice, copy, closing } = parts;
  const { day, night } = coloursOf(brand);
  return html`<!doctype html>
    <html lang="${lang}" dir="${dir}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>${subject}</title>
        <style>@media (prefers-color-scheme:dark){.action{background:${night.action}!important;color:${night.onAction}!important}.brand{border-color:${night.action}!important}}</style>
      </head>
      <body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif">
        <div lang="${lang}" dir="${dir}" style="max-width:34em;margin:0 auto">
          <p class="brand" style="margin:0 0 24px;padding:0 0 8px;border-bottom:3px solid ${day.action};font-size:18px;font-weight:700">${logoOf(brand)}<bdi>${brand.name}</bdi></p>
          <h1 style="font-size:20px;line-height:1.3">${subject}</h1>
          <p>${greeting}</p>
          <p>${sentence}</p>
          ${rows.length > 0 && html`<p>${rows.map(([label, value]) => html`${label}${colon}${gap}<bdi>${value}</bdi><br>`)}</p>`}
          ${advice.before.map((sentence) => html`<p>${sentence}</p>`)}
          <p><a class="action" href="${button.href}" style="${buttonShape};background:${day.action};color:${day.onAction}">${button.label}</a></p>
          <p style="font-size:14px">${copy}<br>${address(button.href)}</p>
          ${advice.after.map((sentence) => html`<p style="font-size:14px">${sentence}</p>`)}
          ${other && html`<p style="font-size:14px">${other.label}${colon}<br><a href="${other.href}">${address(other.href)}</a></p>`}
          <p style="font-size:14px">${closing}</p>
        </div>
      </body>
    </html>`;
}

/** The logo as on pages: on white, beside the name, which also stands there where the picture is not loaded. */
function logoOf({ logoSrc }: MailBrand): SafeHtml | undefined {
  if (logoSrc === undefined) return undefined;
  const style =
    "height:32px;width:auto;max-width:160px;padding:2px;border:0;border-radius:6px;background:#fff;vertical-align:middle";
  return html`<img src="${logoSrc}" alt="" height="32" style="${style}">\u2002`;
}

function address(href: string): SafeHtml {
  return html`<bdi dir="ltr" style="word-break:break-all">${href}</bdi>`;
}

/** The colours of the button in the light and the dark scheme. */
function coloursOf({ accent }: MailBrand) {
  const own = accent && brandPalettes(accent);
  return { day: { ...light, ...own?.light }, night: { ...dark, ...own?.dark } };
}
