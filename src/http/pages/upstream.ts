import type { Person } from "../../flows/authorize/visit.ts";
import { finishUpstream, type UpstreamCallbackProblem } from "../../flows/upstream/callback.ts";
import { changeLink, type LinkNotice, listOwnUpstreams, upstreamsPage } from "../../flows/upstream/link.ts";
import type { UpstreamProblem } from "../../pages/upstream-buttons.ts";
import { renderUpstreamsPage, type UpstreamsNotice } from "../../pages/upstreams.ts";
import { queryTo } from "../../protocol/authorization/return-target.ts";
import { upstreamOfPath } from "../../protocol/upstream/callback.ts";
import { unreachable } from "../../values/result.ts";
import { findFlash, redirectWithFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import { ownPagePath } from "../paths.ts";
import type { Reply } from "../reply.ts";
import { createNonce, csrfTokenFor, ensureBrowserCookie, type Web } from "../web.ts";
import { replyToForm } from "./authorization.ts";
import { replyToSignIn } from "./completed-sign-in.ts";
import { openOwnPage } from "./own-page.ts";
import { readPageForm } from "./page-form.ts";
import { settingsModelOf, textsForPerson } from "./settings.ts";
import { signInAgain } from "./sign-in-page.ts";
import { awayPage } from "./upstream-start.ts";

/** GET of a callback: the browser comes back from a provider. */
export async function getCallback(web: Web, incoming: Incoming): Promise<Reply> {
  const upstream = upstreamOfPath(incoming.path);
  if (upstream === undefined) return web.errorResponses.notFound(incoming, undefined);
  const outcome = await finishUpstream(web.ports, {
    upstream,
    answer: incoming.query,
    browser: incoming.browser,
    context: incoming,
  });
  switch (outcome.kind) {
    case "foreign":
      return web.errorResponses.errorPage(400, incoming, { problem: { kind: "broken-request" } });
    case "signed-in":
      return replyToSignIn(web, incoming, outcome.query, outcome);
    case "elsewhere":
      return replyToForm(web, incoming, outcome.query, outcome.next);
    case "again": {
      const { form, query, problem, displayName, wait } = outcome;
      if (problem === "throttled" && wait !== undefined)
        return signInAgain(web, incoming, query, {
          form,
          problem: { kind: problem, wait, left: undefined },
          username: "",
        });
      const shown =
        problem === "account-locked"
          ? ({ kind: "locked" } as const)
          : ({ kind: "upstream", problem: shownProblem(problem, displayName) } as const);
      return signInAgain(web, incoming, query, { form, problem: shown, username: "" });
    }
    case "sign-in-first":
      return web.replies.redirect(303, `${web.paths.signIn}?${queryTo(upstreamsPage)}`);
    case "linking":
      return redirectWithFlash(web, incoming, {
        at: { path: ownPagePath(web.paths, upstreamsPage), query: "" },
        told: { notice: shownNotice(outcome.notice, outcome.displayName) } satisfies Told,
      });
    default:
      return unreachable(outcome);
  }
}

/**
 * POST of a callback, by a provider that answers with a form (`response_mode=form_post`). Another site posts it, so the browser leaves
 * its cookies out; it brings them when it is sent here again by GET.
 */
export async function postCallback(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const answer = new URLSearchParams();
  for (const name of ["code", "state", "iss", "error"]) {
    const value = form.only(name);
    if (value !== undefined) answer.set(name, value);
  }
  return web.replies.redirect(303, `${incoming.path}?${answer}`);
}

/** GET of the page on which people connect their accounts elsewhere. */
export function getUpstreams(web: Web, incoming: Incoming): Promise<Reply> {
  return openOwnPage(web, incoming, upstreamsPage, (person) => upstreamsReply(web, incoming, person));
}

/** POST of that page: connects or disconnects one. */
export async function postUpstreams(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  return openOwnPage(web, incoming, upstreamsPage, async (person) => {
    const outcome = await changeLink(web.ports, {
      verb: form.only("change") === "unlink" ? "unlink" : "link",
      upstream: form.only("upstream"),
      step: form.only("step"),
      person,
      browser: incoming.browser,
      context: incoming,
    });
    if (outcome.kind === "away") return awayPage(web, incoming, outcome);
    const told: Told = { notice: shownNotice(outcome.notice, outcome.displayName) };
    return redirectWithFlash(web, incoming, { told });
  });
}

interface Told {
  readonly notice: UpstreamsNotice;
}

async function upstreamsReply(web: Web, incoming: Incoming, { account, session }: Person): Promise<Reply> {
  const { notice } = findFlash<Told>(web, incoming) ?? {};
  const own = await listOwnUpstreams(web.ports, account);
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const step = {
    step: "account",
    browser: browserCookie.value,
    request: upstreamsPage,
    sessionId: session.id,
  } as const;
  const html = renderUpstreamsPage(
    {
      ...(await settingsModelOf(web, account, cspNonce, own.length > 0)),
      formAction: ownPagePath(web.paths, upstreamsPage),
      csrfToken: csrfTokenFor(web, step),
      upstreams: own.map(({ upstream: { name, displayName }, identity }) => ({
        name,
        displayName,
        isLinked: identity !== undefined,
        label: identity?.label,
      })),
      notice,
    },
    textsForPerson(web, incoming, account),
  );
  const headers = browserCookie.setCookie === undefined ? {} : { "set-cookie": browserCookie.setCookie };
  const isRefused = notice !== undefined && notice.kind !== "linked" && notice.kind !== "unlinked";
  return web.replies.page(isRefused ? 400 : 200, html, cspNonce, { headers });
}

/** A disabled account and an unknown person read the same. */
function shownProblem(
  problem: Exclude<UpstreamCallbackProblem, "account-locked">,
  displayName: string,
): UpstreamProblem {
  switch (problem) {
    case "late":
    case "gone":
      return { kind: problem };
    case "throttled":
      return { kind: "unavailable", displayName };
    case "address-taken":
      return { kind: "addressTaken", displayName };
    case "account-disabled":
    case "outside-domains":
    case "unknown-person":
      return { kind: "refused", displayName };
    default:
      return displayName === "" ? { kind: "late" } : { kind: problem, displayName };
  }
}

function shownNotice(notice: LinkNotice, displayName: string): UpstreamsNotice {
  switch (notice) {
    case "late":
    case "gone":
    case "stale":
      return { kind: notice };
    case "last-way":
      return { kind: "lastWay" };
    case "throttled":
      return { kind: "unavailable", displayName };
    default:
      return displayName === "" ? { kind: "late" } : { kind: notice, displayName };
  }
}
