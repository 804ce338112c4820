import type { SignInProblem as FlowProblem, SignInForm } from "../../flows/authorize/sign-in.ts";
import {
  type PasskeyRequest,
  renderSignInPage,
  type SignInPageModel,
  type SignInProblem,
} from "../../pages/sign-in.ts";
import { unreachable } from "../../values/result.ts";
import type { Incoming } from "../incoming.ts";
import { formTargetsOf, type Reply, type ReplyHeaders } from "../reply.ts";
import { createNonce, csrfTokenFor, hostOf, tieToBrowser, type Web } from "../web.ts";
import { cancelHrefOf, pagesOf } from "./application.ts";
import { pickerActionOf } from "./language-picker.ts";

/** The content of the form besides the request. */
interface SignInPage {
  readonly form: SignInForm;
  readonly username: string;
  readonly problem?: FlowProblem;
  readonly currentAccount?: { readonly displayName: string } | undefined;
  readonly headers?: ReplyHeaders | undefined;
}

/** The sign-in page. With a problem it shows the form again, with the username and without the password. */
export function signInPage(web: Web, incoming: Incoming, query: string, page: SignInPage): Reply {
  const { form, problem } = page;
  const request = form.kind === "sign-in" ? form.request : undefined;
  const uiLocales = request?.uiLocales ?? [];
  const tie = tieToBrowser(web, incoming);
  const cspNonce = createNonce(web);
  const model: SignInPageModel = {
    cspNonce,
    clientName: request?.client.name,
    clientHost: request && hostOf(request.redirectUri),
    ...(request && pagesOf(web, request.client)),
    formAction: `${web.paths.signIn}?${query}`,
    csrfToken: csrfTokenFor(web, { step: "sign-in", browser: tie.value, request: query }),
    username: page.username,
    problem: problem && shownProblem(problem),
    passkey: passkeyRequestOf(web, problem),
    recoverHref: `${web.paths.recover}?${query}`,
    signUpHref: web.ports.settings.signUp === "open" ? `${web.paths.signUp}?${query}` : undefined,
    cancelHref: request === undefined ? web.paths.home : cancelHrefOf(web, request, query),
    pickerAction: pickerActionOf(web, query, uiLocales),
    currentAccount: page.currentAccount,
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderSignInPage(model, web.textsFor(incoming, uiLocales, request?.client));
  const headers = {
    ...(tie.setCookie && { "set-cookie": tie.setCookie }),
    ...retryAfterOf(problem),
    ...page.headers,
  };
  return web.replies.page(statusOf(problem), html, cspNonce, {
    ...(request && { formTargets: formTargetsOf(request.redirectUri) }),
    headers,
  });
}

function passkeyRequestOf({ ports }: Web, problem: FlowProblem | undefined): PasskeyRequest | undefined {
  const { passkeys } = ports.settings;
  const unknown = problem?.kind === "passkey-refused" ? problem.unknown : undefined;
  return passkeys && { rpId: passkeys.rpId, unknown };
}

function shownProblem(problem: FlowProblem): SignInProblem {
  switch (problem.kind) {
    case "throttled":
      return { kind: "throttled", waitSeconds: problem.wait };
    case "busy":
      return { kind: "busy" };
    case "unusable-password":
      return problem.reason === "too-long" ? { kind: "too-long-password" } : { kind: "mismatch" };
    case "stale":
    case "no-cookie":
    case "missing-username":
    case "missing-password":
    case "mismatch":
      return problem;
    case "passkey-refused":
      return { kind: "passkey-refused" };
    default:
      return unreachable(problem);
  }
}

function statusOf(problem: FlowProblem | undefined): number {
  switch (problem?.kind) {
    case undefined:
      return 200;
    case "stale":
    case "no-cookie":
      return 403;
    case "throttled":
      return 429;
    case "busy":
      return 503;
    case "missing-username":
    case "missing-password":
    case "unusable-password":
    case "mismatch":
    case "passkey-refused":
      return 400;
    default:
      return unreachable(problem);
  }
}

function retryAfterOf(problem: FlowProblem | undefined): ReplyHeaders {
  if (problem?.kind !== "throttled" && problem?.kind !== "busy") return {};
  return { "retry-after": String(problem.wait) };
}
