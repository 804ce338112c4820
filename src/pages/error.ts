import type { RequestId } from "../values/ids.ts";
import { unreachable } from "../values/result.ts";
import { enhanceCopying } from "./browser/copy.ts";
import { type Catalogue, describeWait } from "./catalogue.ts";
import { factsOf, harmlessHref, linkButton } from "./components.ts";
import { codePointOf, html, type SafeHtml } from "./html.ts";
import { commandOf, linkRow, renderDocument, scriptOf } from "./layout.ts";
import type { ErrorText } from "./words/general.ts";

/**
 * The words for developers, on a page of their own or beside the person's words. They stay English in every language, like
 * `error_description` on the wire (RFC 6749 §4.1.2.1), so that developers can search for them.
 */
export const developerWords = {
  heading: "For the developer",
  whyShown: "You see this because the service runs on this computer.",
  receivedHeading: "What arrived",
  received: "Received",
  nearest: "Registered",
  nothingHere: "nothing",
  differsFrom: "[differs:",
  differsUntil: "]",
  repairHeading: "Repair",
  copy: "Copy",
  copied: "Copied",
  connectHeading: "Connect an application",
  documents: "All documents",
  connectLead: "Register the address to send people back to, and you get a client ID and a secret:",
} as const;

/** The kind of error, as far as the person is concerned. */
export type PersonProblem =
  /** The authorization request cannot be answered to the application: repeated, missing or foreign parameters. */
  | { readonly kind: "broken-request" }
  | { readonly kind: "unknown-application" }
  /** A form of the service arrived incomplete, or from another site. */
  | { readonly kind: "broken-form" }
  | { readonly kind: "not-found" }
  | { readonly kind: "wrong-method" }
  | { readonly kind: "unavailable" | "throttled"; readonly waitSeconds: number }
  | { readonly kind: "internal" };

/** Two addresses, cut where they differ: received is `same + receivedDiffers + rest`, registered is `same + registeredDiffers + rest`. */
interface UriDifference {
  readonly same: string;
  readonly receivedDiffers: string;
  readonly registeredDiffers: string;
  readonly rest: string;
}

/** Help for the developer. Never pass it in production, because it tells strangers what is registered. */
export interface DeveloperDetail {
  /** One sentence that names the cause. */
  readonly cause: string;
  /** The parameters that matter, as they arrived. */
  readonly received: readonly { readonly name: string; readonly value: string }[];
  /** The nearest registered redirect URI, and one sentence that says what differs. */
  readonly difference?: (UriDifference & { readonly sentence: string }) | undefined;
  readonly repair?: { readonly sentence?: string | undefined; readonly command: string } | undefined;
}

/** The ways on from an error page: the same request again, or the page at the base URL. */
export interface WayOut {
  readonly kind: "retry" | "home";
  readonly href: string;
}

export interface ErrorPageModel {
  readonly cspNonce: string;
  readonly requestId: RequestId;
  readonly problem: PersonProblem;
  readonly wayOut?: WayOut | undefined;
  readonly developer?: DeveloperDetail | undefined;
}

/** Lets the button beside the command copy it. */
export const copyingScript = scriptOf(enhanceCopying);

/** The page for every error that is not redirected: calm words for the person, the repair for the developer. */
export function renderErrorPage(model: ErrorPageModel, texts: Catalogue): SafeHtml {
  const { title, sentence } = wordsOf(model.problem, texts);
  const { problem, developer, wayOut } = model;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: texts.problemTitle(title),
    shape: developer === undefined ? "door" : "wide",
    ...(developer?.repair && { script: copyingScript }),
    main: html`
      <div class="opening">
        <h1>${title}</h1>
        <p class="lead">${sentence}</p>
      </div>
      ${wayOut && wayOutOf(wayOut, developer === undefined, texts)}
      ${developer && developerPart(developer)}
      ${isInLog(problem) && reference(model, texts)}`,
  });
}

/** A mistyped address and a limit need no reference, because the log has no line for them. */
function isInLog({ kind }: PersonProblem): boolean {
  return kind !== "not-found" && kind !== "wrong-method" && kind !== "throttled";
}

function reference({ requestId, developer }: ErrorPageModel, texts: Catalogue): SafeHtml {
  const words = texts.error;
  return html`
    <p class="muted">
      ${words.reference} <code>${requestId}</code>
      ${developer === undefined && html`<br>${words.whereDetailIs}`}
    </p>`;
}

function wordsOf(problem: PersonProblem, texts: Catalogue): ErrorText {
  const words = texts.error;
  switch (problem.kind) {
    case "broken-request":
      return words.brokenRequest;
    case "unknown-application":
      return words.unknownApplication;
    case "broken-form":
      return words.brokenForm;
    case "not-found":
      return words.notFound;
    case "wrong-method":
      return words.wrongMethod;
    case "unavailable":
      return words.unavailable(describeWait(texts.lang, problem.waitSeconds));
    case "throttled":
      return words.throttled(describeWait(texts.lang, problem.waitSeconds));
    case "internal":
      return words.internal;
    default:
      return unreachable(problem);
  }
}

/** A button where there is nothing else to do; a link above the developer's part. */
function wayOutOf({ kind, href }: WayOut, isOnlyThing: boolean, texts: Catalogue): SafeHtml | undefined {
  const harmless = harmlessHref(href);
  if (harmless === undefined) return undefined;
  const label = kind === "retry" ? texts.error.tryAgain : texts.error.home;
  return isOnlyThing
    ? linkButton(harmless, label, "action")
    : linkRow(html`<a href="${harmless}">${label}</a>`);
}

/** The developer's part: the cause, the parameters that arrived, the registered URI, and the command that repairs it. */
export function developerPart(detail: DeveloperDetail): SafeHtml {
  const words = developerWords;
  return html`
    <section class="developer" lang="en" dir="ltr" aria-labelledby="developer">
      <div class="opening">
        <h2 id="developer">${words.heading}</h2>
        <p class="muted">${words.whyShown}</p>
      </div>
      <p>${detail.cause}</p>
      ${detail.difference && comparison(detail.difference)}
      ${detail.repair && repair(detail.repair)}
      ${received(detail)}
    </section>`;
}

/** The parameters that arrived, except the address that the comparison already shows. */
function received(detail: DeveloperDetail): SafeHtml | undefined {
  const { difference } = detail;
  const compared = difference && difference.same + difference.receivedDiffers + difference.rest;
  const others = detail.received.filter(({ value }) => value !== compared);
  if (others.length === 0) return undefined;
  // Markup, because a parameter without a value is a fact too.
  const facts = others.map(
    ({ name, value }) => [html`<code>${name}</code>`, html`${showing(value)}`] as const,
  );
  return html`
    <div class="field">
      <h3>${developerWords.receivedHeading}</h3>
      ${factsOf(facts)}
    </div>`;
}

function comparison(difference: UriDifference & { readonly sentence: string }): SafeHtml {
  const words = developerWords;
  const { same, receivedDiffers, registeredDiffers, rest, sentence } = difference;
  return html`
    <div class="field">
      <p>${sentence}</p>
      <dl class="facts compare">
        <div>
          <dt>${words.received}</dt>
          <dd>${showing(same)}<del>${differing(receivedDiffers)}</del>${showing(rest)}</dd>
        </div>
        <div>
          <dt>${words.nearest}</dt>
          <dd>${showing(same)}<ins>${differing(registeredDiffers)}</ins>${showing(rest)}</dd>
        </div>
      </dl>
    </div>`;
}

function differing(text: string): SafeHtml {
  const words = developerWords;
  const shown = text === "" ? html`<span class="gap">${words.nothingHere}</span>` : showing(text);
  return html`<span class="vh"> ${words.differsFrom} </span>${shown}<span class="vh">${words.differsUntil} </span>`;
}

function repair({ sentence, command }: NonNullable<DeveloperDetail["repair"]>): SafeHtml {
  const words = developerWords;
  return html`
    <div class="field">
      <h3>${words.repairHeading}</h3>
      ${sentence !== undefined && html`<p>${sentence}</p>`}
      ${copyableCommand(command)}
    </div>`;
}

/** A command, and the button that copies it where `copyingScript` runs. */
export function copyableCommand(
  command: string,
  words: Readonly<Record<"copy" | "copied", string>> = developerWords,
): SafeHtml {
  return html`
      <div class="command">
        ${commandOf(command)}
        <button type="button" id="copy" hidden>${words.copy}</button>
      </div>
      <p class="muted" id="copied" role="status" data-on="${words.copied}"></p>`;
}

/** Spaces and characters without a shape of their own are printed as code points, so that a difference cannot hide. */
function showing(text: string): string {
  return text.replace(/[\p{C}\p{Z}]/gu, codePointOf);
}
