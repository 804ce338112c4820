import type { Enrolment } from "../../flows/authorize/enrol.ts";
import type { SetUpRefusal } from "../../flows/person/totp.ts";
import { renderEnrolPage } from "../../pages/enrol.ts";
import { findFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import { formTargetsOf, type Reply, type ReplyHeaders } from "../reply.ts";
import { createNonce, csrfTokenFor, ensureBrowserCookie, personOf, shownNameOf, type Web } from "../web.ts";
import { cancelHrefOf } from "./application.ts";
import { newPasskeyForm } from "./passkey-form.ts";
import { statusOfProblem } from "./problem-status.ts";
import { totpSetUp } from "./totp-set-up.ts";

/** What the page tells after a code was refused. */
export interface ToldEnrol {
  readonly problem: SetUpRefusal;
  /** The hidden field of the form that is shown again. */
  readonly sealed: string | undefined;
}

interface EnrolPage {
  readonly form: Enrolment;
  readonly headers?: ReplyHeaders | undefined;
}

/** The page on which a person sets up the second proof that the sign-in needs. */
export async function enrolPage(
  web: Web,
  incoming: Incoming,
  query: string,
  { form, headers }: EnrolPage,
): Promise<Reply> {
  const { problem, sealed } = findFlash<ToldEnrol>(web, incoming) ?? {};
  const { person, request, strength } = form;
  const { account, sessionId } = person;
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const step = { step: "enrol", browser: browserCookie.value, request: query, sessionId } as const;
  const own = { formAction: `${web.paths.enrol}?${query}`, csrfToken: csrfTokenFor(web, step) };
  const setUp =
    strength === "two" ? await totpSetUp(web, incoming, person, { ...own, sealed, problem }) : undefined;
  const html = renderEnrolPage(
    {
      cspNonce,
      clientName: request && shownNameOf(request.client),
      account: personOf(account),
      totp: setUp?.model,
      passkey: newPasskeyForm(web, query, person, browserCookie.value),
      problem,
      useAnotherHref: `${web.paths.useAnother}?${query}`,
      cancelHref: request === undefined ? web.paths.home : cancelHrefOf(web, request, query),
      isInsecureDevelopment: web.isInsecure,
    },
    web.textsFor(incoming, request?.uiLocales ?? [], request?.client),
  );
  const cookies = [browserCookie.setCookie, setUp?.setCookie, headers?.["set-cookie"]].flatMap(
    (cookie) => cookie ?? [],
  );
  return web.replies.page(statusOfProblem(problem), html, cspNonce, {
    ...(request && { formTargets: formTargetsOf(request.redirectUri) }),
    headers: { ...headers, ...(cookies.length > 0 && { "set-cookie": cookies }) },
  });
}
