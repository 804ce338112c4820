import type { VerifyProblem as FlowProblem, StepUp } from "../../flows/authorize/verify.ts";
import { isJustMade } from "../../identity/passkey.ts";
import { renderVerifyPage, type VerifyProblem } from "../../pages/verify.ts";
import { findFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import { formTargetsOf, type Reply, type ReplyHeaders } from "../reply.ts";
import { createNonce, csrfTokenFor, ensureBrowserCookie, personOf, shownNameOf, type Web } from "../web.ts";
import { cancelHrefOf } from "./application.ts";
import { passkeyRequestOf } from "./passkey-request.ts";
import { statusOfProblem } from "./problem-status.ts";

/** What the page tells after a code was refused. */
export interface ToldVerify {
  readonly problem: FlowProblem;
  /** True if the box was ticked in the form that is shown again. */
  readonly trusts: boolean;
}

interface VerifyPage {
  readonly form: StepUp;
  readonly headers?: ReplyHeaders | undefined;
}

/** The page that asks for one more factor. Its address is that of the request, so that every tab goes on for its own. */
export async function verifyPage(
  web: Web,
  incoming: Incoming,
  query: string,
  { form, headers }: VerifyPage,
): Promise<Reply> {
  const { problem, trusts } = findFlash<ToldVerify>(web, incoming) ?? {};
  const { person, request, mayTrust } = form;
  const { account, sessionId } = person;
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const { hasPasskey = false } = account;
  const isPasskeyNew =
    hasPasskey &&
    isJustMade(await web.ports.passkeys.list(account.id), person.authenticatedAt, web.ports.clock.now());
  const hasCodes = (await web.ports.recoveryCodes.find(account.id)) !== undefined;
  const html = renderVerifyPage(
    {
      cspNonce,
      clientName: request && shownNameOf(request.client),
      formAction: `${web.paths.verify}?${query}`,
      csrfToken: csrfTokenFor(web, {
        step: "verify",
        browser: browserCookie.value,
        request: query,
        sessionId,
      }),
      account: personOf(account),
      // Codes are two factors, so they do not help if only a passkey is strong enough.
      takesCode: form.strength === "two" && (account.hasTotp === true || hasCodes),
      hasApp: account.hasTotp === true,
      passkey: hasPasskey ? passkeyRequestOf(web, problem) : undefined,
      isPasskeyNew,
      mayTrust,
      trusts,
      isRemoving: form.progress.reviewsWaysIn === "removing",
      problem: problem && shownProblem(problem),
      useAnotherHref: `${web.paths.useAnother}?${query}`,
      cancelHref: request === undefined ? web.paths.home : cancelHrefOf(web, request, query),
      isInsecureDevelopment: web.isInsecure,
    },
    web.textsFor(incoming, request?.uiLocales ?? [], request?.client),
  );
  return web.replies.page(statusOfProblem(problem?.kind), html, cspNonce, {
    ...(request && { formTargets: formTargetsOf(request.redirectUri) }),
    headers: {
      ...(browserCookie.setCookie && { "set-cookie": browserCookie.setCookie }),
      ...(problem?.kind === "throttled" && { "retry-after": String(problem.wait) }),
      ...headers,
    },
  });
}

function shownProblem(problem: FlowProblem): VerifyProblem {
  switch (problem.kind) {
    case "throttled":
      return { kind: "throttled", waitSeconds: problem.wait, left: problem.left };
    // The lock has ended the session, so the form leads to the sign-in page, which tells why.
    case "locked":
      return { kind: "stale" };
    default:
      return { kind: problem.kind };
  }
}
