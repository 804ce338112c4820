import type { Person } from "../../flows/authorize/visit.ts";
import { distrustBrowser } from "../../flows/person/browsers.ts";
import { evidenceOfOwnForm } from "../../flows/person/own-form.ts";
import { removeOwnTotp, type TotpRemovalRefusal } from "../../flows/person/remove-totp.ts";
import { startUsingTotp } from "../../flows/person/set-up-totp.ts";
import { describeOwnTotp, type SetUpRefusal } from "../../flows/person/totp.ts";
import { renderTotpPage, type TotpPageModel, type TotpProblem } from "../../pages/totp.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { unreachable } from "../../values/result.ts";
import { findFlash, redirectWithFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import { ownPagePath } from "../paths.ts";
import type { Reply } from "../reply.ts";
import { createNonce, csrfTokenFor, ensureBrowserCookie, type Web } from "../web.ts";
import { shownTrust } from "./browsers.ts";
import { signedInCookies } from "./completed-sign-in.ts";
import { replyWithCodes } from "./new-codes-page.ts";
import { openOwnPage } from "./own-page.ts";
import { readPageForm } from "./page-form.ts";
import { statusOfProblem } from "./problem-status.ts";
import { settingsModelOf, textsForPerson } from "./settings.ts";
import { putSecretAway, totpSetUp } from "./totp-set-up.ts";

/** GET of the page of the authenticator app. */
export function getTotp(web: Web, incoming: Incoming): Promise<Reply> {
  return openOwnPage(web, incoming, "account/totp", (person) => totpPage(web, incoming, person));
}

/** POST of that page: set an app up, set up another one, remove it, or end the trust in a browser. */
export async function postTotp(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const evidence = evidenceOfOwnForm(web.ports, "totp", form.only("step"), incoming.browser);
  return openOwnPage(
    web,
    incoming,
    "account/totp",
    (person) =>
      evidence === undefined
        ? tell(web, incoming, { problem: { kind: "stale" } })
        : answerForm(web, incoming, person, form),
    // A form that removes something needs a sign-in as fresh as the page itself.
    isSetUp(form) ? { evidence } : {},
  );
}

/** True for a form that sets an app up and does nothing else. */
function isSetUp(form: Parameters): boolean {
  return form.isSent("sealed") && !form.isSent("action") && !form.isSent("browser");
}

async function answerForm(web: Web, incoming: Incoming, person: Person, form: Parameters): Promise<Reply> {
  const { ports } = web;
  const { account } = person;
  const browser = incoming.browser;
  const trusted = form.only("browser");
  if (trusted !== undefined) {
    const wasTrusted = await distrustBrowser(ports, account, trusted, incoming);
    return tell(web, incoming, wasTrusted ? { done: "revoked" } : {});
  }
  if (form.only("action") === "replace") return tell(web, incoming, { setsUp: true });
  if (form.only("action") === "remove") {
    const password = form.only("password");
    const removed = await removeOwnTotp(ports, account, { password, browser, context: incoming });
    return tell(
      web,
      incoming,
      removed.ok ? { done: "removed" } : { problem: shownRemovalProblem(removed.reason) },
    );
  }
  const sealed = form.only("sealed");
  const otp = form.only("otp");
  const set = await startUsingTotp(ports, person, { sealed, otp }, { browser, context: incoming });
  if (!set.ok) {
    const problem = { kind: set.reason };
    return tell(web, incoming, { setsUp: true, problem, sealed, setUpRefusal: set.reason });
  }
  const cookies = [...signedInCookies(web, set.value), putSecretAway(web)];
  const { codes } = set.value;
  if (codes === undefined) return tell(web, incoming, { done: "done" }, cookies);
  return replyWithCodes(web, ownPagePath(web.paths, "account/recovery-codes"), {
    session: person.session,
    codes,
    cookies,
  });
}

interface Told extends Pick<TotpPageModel, "done"> {
  readonly problem?: TotpProblem | undefined;
  readonly setUpRefusal?: SetUpRefusal;
  readonly setsUp?: boolean;
  readonly sealed?: string | undefined;
}

function tell(web: Web, incoming: Incoming, told: Told, cookies?: readonly string[]): Reply {
  return redirectWithFlash(web, incoming, { told, cookies });
}

async function totpPage(web: Web, incoming: Incoming, person: Person): Promise<Reply> {
  const { account, sessionId } = person;
  const told: Told = findFlash<Told>(web, incoming) ?? {};
  const { problem, setUpRefusal, setsUp = account.hasTotp !== true, sealed, done } = told;
  const { paths } = web;
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const csrfToken = csrfTokenFor(web, { step: "totp", browser: browserCookie.value, request: "", sessionId });
  const form = { formAction: ownPagePath(paths, "account/totp"), csrfToken };
  const { since, mayRemove, asksPassword, trustedBrowsers } = await describeOwnTotp(web.ports, account);
  const trusted = trustedBrowsers.map(shownTrust);
  const setUp = setsUp
    ? await totpSetUp(web, incoming, person, { ...form, sealed, problem: setUpRefusal })
    : undefined;
  const html = renderTotpPage(
    {
      ...(await settingsModelOf(web, account, cspNonce)),
      setUp: setUp?.model,
      app: since === undefined ? undefined : { since, ...form, mayRemove, asksPassword, trusted },
      done,
      problem,
      recoveryCodesHref: ownPagePath(paths, "account/recovery-codes"),
      passwordHref: ownPagePath(paths, "account/password"),
    },
    textsForPerson(web, incoming, account),
  );
  const cookies = [browserCookie.setCookie, setUp?.setCookie].filter((cookie) => cookie !== undefined);
  return web.replies.page(statusOfProblem(problem?.kind), html, cspNonce, {
    headers: {
      ...(cookies.length > 0 && { "set-cookie": cookies }),
      ...(problem?.kind === "throttled" && { "retry-after": String(problem.waitSeconds) }),
    },
  });
}

/** Undefined if the page itself says why the app stays. */
function shownRemovalProblem(refusal: TotpRemovalRefusal): TotpProblem | undefined {
  switch (refusal.kind) {
    case "required":
      return undefined;
    case "gone":
    case "locked":
      return { kind: "stale" };
    case "throttled":
      return { kind: "throttled", waitSeconds: refusal.wait };
    case "missing-username":
    case "missing-password":
      return { kind: "missing-password" };
    case "unusable-password":
    case "unavailable":
    case "expired":
    case "not-moved":
      return { kind: "mismatch" };
    case "mismatch":
    case "too-weak":
    case "busy":
      return { kind: refusal.kind };
    default:
      return unreachable(refusal);
  }
}
