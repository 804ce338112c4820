import { verifyCsrfToken } from "../../flows/csrf-token.ts";
import { isFreshOperator } from "../../flows/operator/access.ts";
import { mayAct } from "../../flows/operator/rights.ts";
import { createFindPath, type FoundPath } from "../../http/find-path.ts";
import type { Incoming } from "../../http/incoming.ts";
import { readPageForm } from "../../http/pages/page-form.ts";
import type { Reply } from "../../http/reply.ts";
import { ensureBrowserCookie, type Web } from "../../http/web.ts";
import { linkButton } from "../../pages/components.ts";
import { html } from "../../pages/html.ts";
import { type Parameters, parseParameters } from "../../protocol/parameters.ts";
import { operatorCall } from "../call.ts";
import type { Values } from "./forms.ts";
import { againField, longFormPage, notAdmitted, problemPage, signedOutPage } from "./outside.ts";
import { consolePath, visiblePath } from "./places.ts";
import { keepable, keptLengthMax, openRefusedForm } from "./refused-form.ts";
import { screens } from "./screens.ts";
import { type ConsoleSession, openSavedForm, openSession, sealAs } from "./sealed.ts";
import {
  beginSignIn,
  endSession,
  finishSignIn,
  forgetSession,
  operatorOf,
  sessionCookie,
} from "./sign-in.ts";
import {
  csrfRequest,
  formTo,
  goTo,
  insufficientRights,
  notHere,
  type Screen,
  show,
  type Visit,
  valuesOf,
} from "./visit.ts";

/** Handles every request at and below the console's path. */
export async function answerConsole(web: Web, incoming: Incoming): Promise<Reply> {
  const path = incoming.path.slice(web.paths.console.length);
  const isPost = incoming.method === "POST";
  if (!isPost && incoming.method !== "GET" && incoming.method !== "HEAD")
    return web.errorResponses.methodNotAllowed("page", incoming, "GET, HEAD, POST");
  if (path === "/callback") return callback(web, incoming);
  if (path === "/leave") return leave(web, incoming);
  const found = findScreen(path);
  if (found === undefined) return web.errorResponses.notFound(incoming, undefined);
  if (isPost) return post(web, incoming, path, found);
  return get(web, incoming, path, found);
}

const findScreen = createFindPath(new Map(screens.map((screen) => [screen.path, screen])));

async function get(web: Web, incoming: Incoming, path: string, found: FoundPath<Screen>): Promise<Reply> {
  const { place: screen } = found;
  const to = incoming.query === "" ? path : `${path}?${incoming.query}`;
  const entered = await enter(web, incoming, path, found);
  // A browser's event source does not reconnect after 204.
  if (entered === "sign-in" && screen.answers === "stream") return { status: 204, headers: {}, body: "" };
  if (entered === "sign-in") return beginSignIn(web, incoming, { to });
  if ("status" in entered) return entered;
  if (!mayUse(entered, screen, screen.scope)) {
    const elsewhere = path === "" ? visiblePath(entered.operator, path) : undefined;
    return elsewhere === undefined ? lacking(entered) : goTo(entered, elsewhere);
  }
  if (screen.get === undefined) return notHere(entered, "This address only accepts a form.", firstPage);
  if (await isTooOld(screen, entered)) return beginSignIn(web, incoming, { to, isFresh: true });
  return screen.get(entered);
}

async function post(web: Web, incoming: Incoming, path: string, found: FoundPath<Screen>): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const { place: screen } = found;
  const entered = await enter(web, incoming, path, found);
  if (entered === "sign-in") return keepAndSignIn(web, incoming, path, form, false);
  if ("status" in entered) return entered;
  if (!mayUse(entered, screen, screen.changes ?? screen.scope)) return lacking(entered);
  if (screen.post === undefined) return notHere(entered, "This address does not accept a form.", firstPage);
  if (!isOwnForm(web, incoming, path, entered.session, form)) return staleForm(entered);
  if (await isTooOld(screen, entered, form)) return keepAndSignIn(web, incoming, path, form, true);
  if (screen.get !== undefined && form.get(againField) !== undefined)
    return screen.get({ ...entered, savedForm: keepableIn(form) });
  return screen.post(entered, form);
}

/** True if the request needs a more recent sign-in of the operator. */
async function isTooOld(screen: Screen, visit: Visit, form?: Parameters): Promise<boolean> {
  if (!screen.needsFreshSignIn || isFreshOperator(visit.operator, visit.web.ports.clock.now())) return false;
  return !(await screen.goesOn?.(visit, form));
}

function mayUse({ operator, names }: Visit, { delegable }: Screen, scope: Screen["scope"]): boolean {
  return scope === "any" || mayAct(operator, { scope, delegable }, names.name);
}

const firstPage = { path: "", text: "Console" };

/** The visit of a request, "sign-in" if there is none, or the page for somebody who may not enter. */
async function enter(
  web: Web,
  incoming: Incoming,
  path: string,
  { names }: FoundPath<Screen>,
): Promise<Visit | "sign-in" | Reply> {
  const { ports, cookies } = web;
  const session = openSession(ports.sealer, incoming.cookie(cookies.console));
  if (session === undefined) return "sign-in";
  const found = await operatorOf(web, session.token);
  if (!found.ok) return found.reason.reason === "not-an-admin" ? notAdmitted(web) : "sign-in";
  const operator = found.value;
  const { account } = operator;
  if (account === undefined || account.id !== session.accountId) return "sign-in";
  const query = parseParameters(incoming.query);
  if (!query.ok) return web.errorResponses.refusedRequest(incoming, query.reason);
  const here = { to: path, accountId: session.accountId, now: ports.clock.now() };
  const kept = incoming.cookie(cookies.consoleSavedForm);
  return {
    web,
    incoming,
    operator,
    account,
    session,
    browserCookie: ensureBrowserCookie(web, incoming),
    path,
    names,
    query: query.value,
    savedForm: openSavedForm(ports.sealer, kept, here),
    refusedForm: openRefusedForm(ports.sealer, kept, here),
    call: operatorCall(web, operator, incoming),
  };
}

function isOwnForm(
  web: Web,
  incoming: Incoming,
  path: string,
  { accountId }: ConsoleSession,
  form: Parameters,
): boolean {
  const browser = incoming.cookie(web.cookies.browser);
  const expected = { step: "console", browser, request: csrfRequest(path, accountId) } as const;
  return verifyCsrfToken(web.ports.sealer, form.only("step"), expected).ok;
}

/**
 * Sends the person through the sign-in and back to the form with what they typed. Values that did not come from a page of this console
 * are not kept; values that are too long stay in a page while another tab signs in.
 */
async function keepAndSignIn(
  web: Web,
  incoming: Incoming,
  path: string,
  form: Parameters,
  needsFreshSignIn: boolean,
): Promise<Reply> {
  const { ports, cookies } = web;
  const to = incoming.query === "" ? path : `${path}?${incoming.query}`;
  const session = openSession(ports.sealer, incoming.cookie(cookies.console));
  const isOwn = session !== undefined && isOwnForm(web, incoming, path, session, form);
  if (!isOwn) return beginSignIn(web, incoming, { to, isFresh: needsFreshSignIn });
  const values = keepableIn(form);
  const { accountId } = session;
  const savedForm = sealAs(ports.sealer, "kept", { to: path, accountId, keptAt: ports.clock.now(), values });
  if (savedForm.length > keptLengthMax) {
    const form = formTo({ web, session, browserCookie: ensureBrowserCookie(web, incoming) }, path);
    return longFormPage(web, { ...form, values, href: consolePath(web, to) });
  }
  const setCookies = [cookies.write(cookies.consoleSavedForm, savedForm)];
  return beginSignIn(web, incoming, { to, isFresh: needsFreshSignIn, setCookies });
}

function keepableIn(form: Parameters): Values {
  const { [againField]: _, ...values } = valuesOf(form);
  return keepable(values);
}

async function callback(web: Web, incoming: Incoming): Promise<Reply> {
  if (incoming.method !== "GET") return web.errorResponses.methodNotAllowed("page", incoming, "GET");
  const finished = await finishSignIn(web, incoming);
  if (finished.ok) {
    const { session, to } = finished.value;
    // Otherwise the previous token would keep working, even after its owner has left.
    const before = openSession(web.ports.sealer, incoming.cookie(web.cookies.console));
    if (before !== undefined) await endSession(web, incoming, before.token);
    const headers = { "set-cookie": [sessionCookie(web, session)] };
    return web.replies.redirect(303, consolePath(web, to), headers);
  }
  const { reason } = finished;
  if (reason.kind === "not-an-admin") return notAdmitted(web, reason.username);
  if (reason.kind === "unknown") return problemPage(web, "unknown-sign-in");
  return problemPage(web, reason.error === "access_denied" ? "cancelled" : "refused", reason.description);
}

/** Ends the visit. The person stays signed in to Latchkey; the next page offers to sign them out of it too. */
async function leave(web: Web, incoming: Incoming): Promise<Reply> {
  if (incoming.method !== "POST") return signedOutPage(web);
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const session = openSession(web.ports.sealer, incoming.cookie(web.cookies.console));
  if (session !== undefined && !isOwnForm(web, incoming, "/leave", session, form))
    return web.replies.redirect(303, consolePath(web, ""));
  if (session !== undefined) await endSession(web, incoming, session.token);
  return web.replies.redirect(303, consolePath(web, "/leave"), { "set-cookie": [...forgetSession(web)] });
}

function lacking(visit: Visit): Reply {
  return show(
    visit,
    {
      title: "Not allowed",
      up: { href: consolePath(visit.web, ""), text: "Console" },
      main: insufficientRights,
    },
    403,
  );
}

function staleForm(visit: Visit): Reply {
  const href = consolePath(visit.web, visit.path);
  return show(
    visit,
    {
      title: "This form has expired",
      main: html`<p>It was not made for this session in this browser, so nothing was changed.</p>
        <div class="actions">${linkButton(href, "Open the page again", "action")}</div>`,
    },
    403,
  );
}
