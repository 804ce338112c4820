import type { FreshProof } from "../../flows/authorize/fresh-proof.ts";
import type { SignInProblem as FlowProblem, SignInForm } from "../../flows/authorize/sign-in.ts";
import type { Catalogue } from "../../pages/catalogue.ts";
import type { FreshProofPageModel } from "../../pages/fresh-proof.ts";
import type { SafeHtml } from "../../pages/html.ts";
import { renderSignInPage, type SignInPageModel, type SignInProblem } from "../../pages/sign-in.ts";
import type { UpstreamProblem } from "../../pages/upstream-buttons.ts";
import type { ShownRequest } from "../../protocol/authorization/request.ts";
import { hostOfDocument } from "../../protocol/client/document.ts";
import type { Upstream } from "../../protocol/upstream/upstream.ts";
import { unreachable } from "../../values/result.ts";
import { findFlash, redirectWithFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import { formTargetsOf, type Reply, type ReplyHeaders } from "../reply.ts";
import {
  createNonce,
  csrfTokenFor,
  ensureBrowserCookie,
  hostOf,
  personOf,
  shownNameOf,
  type Web,
} from "../web.ts";
import { cancelHrefOf, pagesOf } from "./application.ts";
import { pickerActionOf } from "./language-picker.ts";
import { passkeyRequestOf } from "./passkey-request.ts";
import { statusOfProblem } from "./problem-status.ts";

/** The reason why the form is shown again, also after a provider. */
type ShownProblem = FlowProblem | { readonly kind: "upstream"; readonly problem: UpstreamProblem };

/** What a posted form leaves for the page. The problem is told once; the rest is kept. */
export interface SignInFlash {
  readonly problem: ShownProblem;
  readonly username: string;
  /** True after the first of two steps, if the name led to no provider. */
  readonly isNameTyped: boolean;
  /** See `Visit`. */
  readonly isFromForm: boolean;
}

/** The answer to a form that signed nobody in: the page again, with the username. */
export function signInAgain(
  web: Web,
  incoming: Incoming,
  query: string,
  { form, problem, username, isNameTyped = false }: SignInPage & Pick<SignInFlash, "username">,
): Reply | Promise<Reply> {
  // A browser that keeps no cookies would not keep the problem either.
  if (problem?.kind === "no-cookie") return signInPage(web, incoming, query, { form, problem, username });
  const { isFromForm = false } = form.progress;
  const kept = { username: username.slice(0, typedNameLengthMax).toWellFormed(), isNameTyped, isFromForm };
  return redirectWithFlash(web, incoming, {
    at: { path: signInPathOf(web, incoming), query },
    told: { problem },
    kept,
  });
}

const typedNameLengthMax = 254;

/** The address of the form, which is its own for "Use another account". */
function signInPathOf({ paths }: Web, { path }: Incoming): string {
  return path === paths.useAnother ? path : paths.signIn;
}

/** What the page shows apart from the request. */
interface SignInPage {
  readonly form: SignInForm;
  /** The name that was typed, or is a hint of the client; empty if there is none. */
  readonly username: string;
  readonly problem?: ShownProblem | undefined;
  readonly isNameTyped?: boolean;
  readonly headers?: ReplyHeaders | undefined;
}

/**
 * The sign-in page, or the one that asks the person who is signed in for a fresh proof. With a problem it shows the form again, with the
 * username and without the password.
 */
export async function signInPage(
  web: Web,
  incoming: Incoming,
  query: string,
  given: SignInPage,
): Promise<Reply> {
  const page = {
    ...given,
    ...findFlash<SignInFlash>(web, incoming, { path: signInPathOf(web, incoming), query }),
  };
  const { form, problem } = page;
  const proof = form.person && (await freshProofOf(web, page));
  const request = form.kind === "sign-in" ? form.request : undefined;
  const isForDocument = form.kind === "sign-in-for-document";
  const uiLocales = request?.uiLocales ?? (isForDocument ? form.uiLocales : []);
  const isForAnother = incoming.path === web.paths.useAnother;
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const model: SignInPageModel = {
    cspNonce,
    clientName: isForDocument ? hostOfDocument(form.clientId) : request && shownNameOf(request.client),
    clientHost: request && hostOf(request.redirectUri),
    ...(request && pagesOf(web, request.client)),
    formAction: `${signInPathOf(web, incoming)}?${query}`,
    csrfToken: csrfTokenFor(web, {
      step: "sign-in",
      browser: browserCookie.value,
      request: query,
      ...(proof && { sessionId: proof.person.sessionId }),
    }),
    username: page.username,
    problem: problem && shownProblem(problem, originElsewhere(web, incoming, problem)),
    passkey: passkeyRequestOf(web, problem),
    recoverHref: `${web.paths.recover}?${query}`,
    signUpHref: web.ports.settings.signUp === "open" ? `${web.paths.signUp}?${query}` : undefined,
    ...(proof === undefined && upstreamsOf(web, query, await web.ports.upstreams.listInUse(), page)),
    cancelHref: isForDocument ? undefined : cancelOf(web, request, query),
    pickerAction: pickerActionOf(web, query, uiLocales, { isForAnother }),
    isInsecureDevelopment: web.isInsecure,
  };
  const texts = web.textsFor(incoming, uiLocales, request?.client);
  const html = await render(web, query, model, { proof, texts });
  const headers = {
    ...(browserCookie.setCookie && { "set-cookie": browserCookie.setCookie }),
    ...retryAfterOf(problem),
    ...page.headers,
  };
  return web.replies.page(statusOfProblem(problem?.kind), html, cspNonce, {
    ...(request && { formTargets: formTargetsOf(request.redirectUri) }),
    headers,
  });
}

async function freshProofOf({ ports }: Web, { form, username }: SignInPage): Promise<FreshProof | undefined> {
  const { findFreshProof } = await import("../../flows/authorize/fresh-proof.ts");
  return findFreshProof(ports, form, username);
}

async function render(
  web: Web,
  query: string,
  model: SignInPageModel,
  { proof, texts }: { readonly proof: FreshProof | undefined; readonly texts: Catalogue },
): Promise<SafeHtml> {
  if (proof === undefined) return renderSignInPage(model, texts);
  const { person, takesPasskey, takesPassword, upstreams } = proof;
  const own: FreshProofPageModel = {
    ...model,
    account: personOf(person.account),
    username: person.account.username,
    takesPassword,
    problem: takesPasskey ? model.problem : withoutPasskey(model.problem),
    passkey: takesPasskey ? model.passkey : undefined,
    upstreams: { formAction: `${web.paths.upstream}?${query}`, upstreams },
    useAnotherHref: `${web.paths.useAnother}?${query}`,
  };
  const { renderFreshProofPage } = await import("../../pages/fresh-proof.ts");
  return renderFreshProofPage(own, texts);
}

/** The problem without the advice to use a passkey, for a person who has none. */
function withoutPasskey(problem: SignInProblem | undefined): SignInProblem | undefined {
  if (problem?.kind !== "throttled") return problem;
  return { ...problem, left: problem.left === "passkey" ? undefined : problem.left && "reset" };
}

function cancelOf(web: Web, request: ShownRequest | undefined, query: string): string {
  return request === undefined ? web.paths.home : cancelHrefOf(web, request, query);
}

/** The buttons of the providers, and whether the name is asked for first, because its domain may belong to one of them. */
function upstreamsOf(
  { paths }: Web,
  query: string,
  upstreams: readonly Upstream[],
  { problem, isNameTyped = false }: SignInPage,
): Pick<SignInPageModel, "upstreams" | "asksNameOnly"> {
  if (upstreams.length === 0) return {};
  const isAboutPassword = problem !== undefined && !nameFirstKinds.has(problem.kind);
  return {
    upstreams: { formAction: `${paths.upstream}?${query}`, upstreams },
    asksNameOnly: !isNameTyped && !isAboutPassword && upstreams.some(({ domains }) => domains.length > 0),
  };
}

/** After these the person begins anew, with the name. */
const nameFirstKinds: ReadonlySet<string> = new Set([
  "stale",
  "no-cookie",
  "missing-username",
  "passkey-refused",
  "locked",
  "upstream",
]);

function shownProblem(problem: ShownProblem, origin: string | undefined): SignInProblem {
  switch (problem.kind) {
    case "throttled":
      return { kind: "throttled", waitSeconds: problem.wait, left: problem.left };
    case "busy":
      return { kind: "busy" };
    case "unusable-password":
      return problem.reason === "too-long" ? { kind: "too-long-password" } : { kind: "mismatch" };
    case "no-cookie":
      return { kind: "no-cookie", origin };
    case "stale":
    case "missing-username":
    case "upstream":
    case "missing-password":
    case "mismatch":
    case "unavailable":
    case "not-moved":
    case "expired":
    case "locked":
      return problem;
    case "passkey-refused":
      return { kind: "passkey-refused" };
    default:
      return unreachable(problem);
  }
}

/**
 * The origin of the service, if a browser that sent no cookie named another host: then the address is wrong rather than the browser.
 * Some proxies change the Host header, so nothing else depends on it.
 */
function originElsewhere(web: Web, incoming: Incoming, problem: ShownProblem): string | undefined {
  if (problem.kind !== "no-cookie") return undefined;
  const received = incoming.header("host") ?? "";
  if (received === new URL(web.origin).host) return undefined;
  web.ports.events.record({ kind: "host-differs", received, own: web.origin }, incoming);
  return web.origin;
}

function retryAfterOf(problem: ShownProblem | undefined): ReplyHeaders {
  // The same for everybody, as the sentence is.
  if (problem?.kind === "unavailable") return { "retry-after": "60" };
  if (problem?.kind !== "throttled" && problem?.kind !== "busy") return {};
  return { "retry-after": String(problem.wait) };
}
