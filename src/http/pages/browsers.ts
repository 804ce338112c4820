import { listOtherBrowsers, listTrustedBrowsers, signOutBrowsers } from "../../flows/person/browsers.ts";
import type { SessionFacts } from "../../flows/ports.ts";
import { browserParts } from "../../identity/browser-name.ts";
import type { TrustedBrowser } from "../../identity/trusted-browser.ts";
import {
  type BrowsersPageModel,
  renderBrowsersPage,
  type ShownTrust,
  type SignedInBrowser,
} from "../../pages/browsers.ts";
import { toBase64Url } from "../../values/base64url.ts";
import { formatSessionId } from "../../values/ids.ts";
import { findFlash, redirectWithFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { openOwnPage } from "./own-page.ts";
import { readPageForm } from "./page-form.ts";
import { ownFormOf, settingsFrame } from "./settings.ts";

const page = "account/sessions";

/** GET of the page that lists the browsers in which the person is signed in. */
export function getBrowsers(web: Web, incoming: Incoming): Promise<Reply> {
  return openOwnPage(web, incoming, page, (person) => browsersPage(web, incoming, person));
}

/** POST of the page: signs out the browser that the pressed button names, or all others. */
export async function postBrowsers(web: Web, incoming: Incoming): Promise<Reply> {
  const fields = await readPageForm(web, incoming);
  if ("status" in fields) return fields;
  return openOwnPage(web, incoming, page, async (person) => {
    const outcome = await signOutBrowsers(web.ports, person, ownFormOf(incoming, fields), {
      all: fields.only("others") === "all",
      sessionId: fields.only("session"),
      trustedId: fields.only("browser"),
    });
    const told: Told =
      outcome === "stale" ? { isStale: true } : { done: outcome === "none" ? undefined : outcome };
    return redirectWithFlash(web, incoming, { told });
  });
}

type Told = Pick<BrowsersPageModel, "done" | "isStale">;

async function browsersPage(web: Web, incoming: Incoming, person: SessionFacts): Promise<Reply> {
  const told = findFlash<Told>(web, incoming);
  const frame = await settingsFrame(web, incoming, page, person);
  const others = await listOtherBrowsers(web.ports, person);
  const trusted = await listTrustedBrowsers(web.ports, person.account);
  const html = renderBrowsersPage(
    {
      ...frame.model,
      ...frame.form("browsers"),
      ...told,
      current: browserOfSession(person),
      others: others.map(browserOfSession),
      trusted: trusted.map(shownTrust),
    },
    frame.texts,
  );
  return frame.reply(told?.isStale ? 403 : 200, html);
}

/** A trusted browser as pages show it. */
export function shownTrust({ id, userAgent, expiresAt }: TrustedBrowser): ShownTrust {
  return { id: toBase64Url(id), browser: browserParts(userAgent), until: expiresAt };
}

function browserOfSession({ session }: SessionFacts): SignedInBrowser {
  return {
    sessionId: formatSessionId(session.id),
    browser: browserParts(session.userAgent),
    network: session.network,
    firstSeenAt: session.firstSeenAt ?? session.authenticatedAt,
    lastSeenAt: session.lastSeenAt,
  };
}
