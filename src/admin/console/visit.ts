import type { Operator } from "../../flows/operator/access.ts";
import { type Delegable, mayDoInGroup } from "../../flows/operator/rights.ts";
import type { Incoming } from "../../http/incoming.ts";
import type { Reply } from "../../http/reply.ts";
import { type BrowserCookie, createNonce, csrfTokenFor, type Web } from "../../http/web.ts";
import type { Account } from "../../identity/account.ts";
import { linkButton } from "../../pages/components.ts";
import type { AdminScope } from "../../protocol/api/admin-scopes.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import type { OperatorCall } from "../call.ts";
import { buttonForm, type RefusedForm, type Values } from "./forms.ts";
import { type Content, type Frame, renderPage } from "./page.ts";
import { consolePath, placesFor } from "./places.ts";
import { type ConsoleSession, type FlashMessage, flashSeconds, openFlash, sealFlash } from "./sealed.ts";
import { emptyNote } from "./table.ts";

/** A request of somebody who may enter the console. */
export interface Visit {
  readonly web: Web;
  readonly incoming: Incoming;
  readonly operator: Operator;
  readonly account: Account;
  readonly session: ConsoleSession;
  /** Ties the forms of the page to the browser. */
  readonly browserCookie: BrowserCookie;
  /** The path below the console, without query: "/clients". */
  readonly path: string;
  /** The parameters of the screen's path. */
  readonly names: Readonly<Record<string, string>>;
  readonly query: Parameters;
  /** What was typed into the form of this page before a sign-in interrupted it. */
  readonly savedForm: Values | undefined;
  /** What this page has to say about its form, which was refused. */
  readonly refusedForm: RefusedForm | undefined;
  /** The id of the page's form if it shows something once, and the version of its claim while it is handled. */
  readonly once?: { readonly id: string; readonly version?: number };
  /** What its calls of operations have in common. */
  readonly call: OperatorCall;
}

/** A page of the console at a path below it, and what it does. */
export interface Screen {
  /** `{name}` stands for one segment. */
  readonly path: string;
  /** The scopes that the operator needs to see it and to send its form. "any": every operator who may enter sees it. */
  readonly scope: AdminScope | "any";
  readonly changes?: AdminScope;
  /** Whether people who administer the group `{name}` of the path may use it too, or find their own groups by it. */
  readonly delegable?: Delegable | undefined;
  /** True if the act requires a sign-in that is not older than `operatorFreshSeconds`. */
  readonly needsFreshSignIn?: boolean;
  /** True for a request that continues what began after a recent sign-in, so that it needs no newer one. */
  readonly goesOn?: (visit: Visit, form?: Parameters) => Promise<boolean>;
  /** Present if a GET returns something other than a page. A stream never asks anybody to sign in. */
  readonly answers?: "stream" | "download";
  readonly get?: (visit: Visit) => Reply | Promise<Reply>;
  readonly post?: (visit: Visit, form: Parameters) => Reply | Promise<Reply>;
}

/** A screen with a form. */
export type FormScreen = Screen & Required<Pick<Screen, "get" | "post">>;

/** The ports of the flows of operators, with the auditor of this visit. */
export function registryOf({ call }: Pick<Visit, "call">): OperatorCall["registry"] {
  return call.registry;
}

/** Where a form of the console posts to, its CSRF token, and the id of a form that shows something once. */
export function formTo(
  visit: Pick<Visit, "web" | "session" | "browserCookie"> & Partial<Pick<Visit, "path" | "once">>,
  path: string,
): { readonly action: string; readonly csrfToken: string; readonly once?: string | undefined } {
  const { web, session, browserCookie } = visit;
  const request = csrfRequest(path, session.accountId);
  const browser = browserCookie.value;
  return {
    action: consolePath(web, path),
    csrfToken: csrfTokenFor(web, { step: "console", browser, request }),
    once: path === visit.path ? visit.once?.id : undefined,
  };
}

/** What a form's CSRF token covers: the person and the form. It outlives the access token, which is renewed silently. */
export function csrfRequest(path: string, accountId: string): string {
  return `${accountId} ${path}`;
}

const savedFormSentence: FlashMessage = {
  text: "Nothing has been saved yet: the console first had to make sure that it is you. Check the form and send it again.",
  tone: "warning",
};

/** Shows a page to somebody who has entered. */
export function show(visit: Visit, content: Content, status = 200): Reply {
  const { web, incoming, operator, account, path } = visit;
  const { cookies } = web;
  const cspNonce = createNonce(web);
  const sealedFlash = incoming.cookie(cookies.consoleFlash);
  const { accountId } = visit.session;
  const told = openFlash(web.ports.sealer, sealedFlash, { accountId, now: web.ports.clock.now() });
  // What another page has to tell stays for that page.
  const isForAnother = told !== undefined && told.to !== path;
  const flash = isForAnother ? undefined : told;
  const frame: Frame = {
    cspNonce,
    brand: web.brand,
    homeHref: consolePath(web, ""),
    places: placesFor(web, operator, path),
    searchHref: consolePath(web, "/search"),
    self: {
      name: account.name ?? account.username,
      accountHref: web.paths.account,
      signOutAction: consolePath(web, "/leave"),
      csrfToken: formTo(visit, "/leave").csrfToken,
    },
    flash: flash ?? (visit.savedForm && savedFormSentence),
    undo:
      flash?.undo &&
      buttonForm(
        { ...formTo(visit, flash.undo.path), values: flash.undo.values ?? {} },
        "Undo",
        "action second",
      ),
    isInsecureDevelopment: web.isInsecure,
  };
  const setCookies = [
    ...(sealedFlash === undefined || isForAnother ? [] : [cookies.write(cookies.consoleFlash, "", 0)]),
    ...(visit.savedForm === undefined && visit.refusedForm === undefined
      ? []
      : [cookies.write(cookies.consoleSavedForm, "", 0)]),
    ...(visit.browserCookie.setCookie === undefined ? [] : [visit.browserCookie.setCookie]),
  ];
  return web.replies.page(status, renderPage(frame, content), cspNonce, {
    // The search of every page asks the service.
    isLive: true,
    headers: setCookies.length === 0 ? {} : { "set-cookie": setCookies },
  });
}

/** Redirects to another page of the console, which says what was done. */
export function goTo(
  { web, session }: Pick<Visit, "web" | "session">,
  path: string,
  flash?: FlashMessage | string,
): Reply {
  const sentence: FlashMessage | undefined =
    typeof flash === "string" ? { text: flash, tone: "done" } : flash;
  const { cookies } = web;
  const [to] = path.split("?");
  const about = { accountId: session.accountId, to: to ?? "", now: web.ports.clock.now() };
  const sealed = sentence && sealFlash(web.ports.sealer, sentence, about);
  return web.replies.redirect(
    303,
    consolePath(web, path),
    sealed === undefined ? {} : { "set-cookie": [cookies.write(cookies.consoleFlash, sealed, flashSeconds)] },
  );
}

/** The page for something that does not exist, or no longer does. */
export function notHere(
  visit: Visit,
  what: string,
  up: { readonly path: string; readonly text: string },
): Reply {
  const content = {
    title: "Not found",
    up: { href: consolePath(visit.web, up.path), text: up.text },
    main: emptyNote(what, linkButton(consolePath(visit.web, up.path), up.text, "little")),
  };
  return show(visit, content, 404);
}

/** What an operator reads who lacks a right. */
export const insufficientRights =
  "Your rights are not sufficient. Somebody with full administrator rights can do this.";

/** True if the operator may do this. */
export function mayDo({ operator }: Pick<Visit, "operator">, scope: Screen["scope"]): boolean {
  return scope === "any" || operator.scopes.has(scope);
}

/** True if the operator may do this with the group of the page. */
export function mayDoInThisGroup({ operator, names }: Visit, scope: AdminScope): boolean {
  return mayDoInGroup(operator, scope, names.name ?? "");
}

/** Every field of a form as it was sent. */
export function valuesOf(form: Parameters): Values {
  return Object.fromEntries([...form.names()].map((name) => [name, form.get(name) ?? ""]));
}
