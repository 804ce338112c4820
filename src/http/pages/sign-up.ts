import { requestSignUp } from "../../flows/person/sign-up.ts";
import { nameOf } from "../../pages/layout.ts";
import { type LinkFormProblem, renderMailSentPage } from "../../pages/link-form.ts";
import { renderNoSignUpPage, renderSignUpPage } from "../../pages/sign-up.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import { createNonce, csrfTokenFor, ensureBrowserCookie, type Web } from "../web.ts";
import { queryLengthMax } from "./form-query.ts";
import { formProblem, linkFormReply, mailRequestOf, textsOf, typedText, withQuery } from "./link-form.ts";
import { readPageForm } from "./page-form.ts";

/** GET of the page that begins a sign-up. Its query is that of the sign-in that is interrupted. */
export function getSignUp(web: Web, incoming: Incoming): Reply {
  if (incoming.query.length > queryLengthMax)
    return web.errorResponses.refusedRequest(incoming, "query-too-long");
  return web.ports.settings.signUp === "open" ? signUpPage(web, incoming, "") : noSignUpPage(web, incoming);
}

/** POST of the form: the same answer for every address. */
export async function postSignUp(web: Web, incoming: Incoming): Promise<Reply> {
  const { query } = incoming;
  if (query.length > queryLengthMax) return web.errorResponses.refusedRequest(incoming, "query-too-long");
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const email = form.only("email");
  const texts = textsOf(web, incoming);
  const words = texts.signUp;
  const outcome = await requestSignUp(web.ports, { ...mailRequestOf(web, incoming, form), email, query });
  switch (outcome.kind) {
    case "closed":
      return noSignUpPage(web, incoming);
    case "sent": {
      const cspNonce = createNonce(web);
      const model = {
        cspNonce,
        lead: words.sentLead(nameOf(outcome.address)),
        againHref: withQuery(web.paths.signUp, query),
        signInHref: withQuery(web.paths.signIn, query),
        isInsecureDevelopment: web.isInsecure,
      };
      return web.replies.page(200, renderMailSentPage(model, texts), cspNonce);
    }
    case "not-an-email": {
      const problem = { kind: "field", field: "email", sentence: words.notAnEmail } as const;
      return signUpPage(web, incoming, typedText(email), problem);
    }
    default:
      return signUpPage(web, incoming, typedText(email), formProblem(outcome));
  }
}

function signUpPage(web: Web, incoming: Incoming, email: string, problem?: LinkFormProblem): Reply {
  const { query } = incoming;
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const model = {
    cspNonce,
    formAction: withQuery(web.paths.signUp, query),
    csrfToken: csrfTokenFor(web, { step: "sign-up", browser: browserCookie.value, request: query }),
    email,
    problem,
    signInHref: withQuery(web.paths.signIn, query),
    isInsecureDevelopment: web.isInsecure,
  };
  return linkFormReply(web, browserCookie, {
    html: renderSignUpPage(model, textsOf(web, incoming)),
    cspNonce,
    problem,
  });
}

function noSignUpPage(web: Web, incoming: Incoming): Reply {
  const cspNonce = createNonce(web);
  const model = {
    cspNonce,
    isByInvitation: web.ports.settings.signUp === "invite",
    signInHref: withQuery(web.paths.signIn, incoming.query),
    isInsecureDevelopment: web.isInsecure,
  };
  return web.replies.page(403, renderNoSignUpPage(model, textsOf(web, incoming)), cspNonce);
}
