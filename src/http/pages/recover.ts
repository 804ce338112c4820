import { requestRecovery } from "../../flows/person/recover.ts";
import type { LinkFormProblem } from "../../pages/link-form.ts";
import { renderMailSentPage } from "../../pages/link-form.ts";
import { renderRecoverPage } from "../../pages/recover.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import { createNonce, csrfTokenFor, ensureBrowserCookie, type Web } from "../web.ts";
import { queryLengthMax } from "./form-query.ts";
import { formProblem, linkFormReply, mailRequestOf, textsOf, typedText, withQuery } from "./link-form.ts";
import { readPageForm } from "./page-form.ts";

/** GET of the page for a forgotten password. Its query is that of the sign-in that is interrupted. */
export function getRecover(web: Web, incoming: Incoming): Reply {
  if (incoming.query.length > queryLengthMax)
    return web.errorResponses.refusedRequest(incoming, "query-too-long");
  return recoverPage(web, incoming, "");
}

/** POST of the form: the same answer for every name. */
export async function postRecover(web: Web, incoming: Incoming): Promise<Reply> {
  const { query } = incoming;
  if (query.length > queryLengthMax) return web.errorResponses.refusedRequest(incoming, "query-too-long");
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const name = form.only("username") ?? form.only("email");
  const texts = textsOf(web, incoming);
  const words = texts.recover;
  const outcome = await requestRecovery(web.ports, { ...mailRequestOf(web, incoming, form), name, query });
  switch (outcome.kind) {
    case "sent": {
      const cspNonce = createNonce(web);
      const model = {
        cspNonce,
        lead: words.sentLead,
        note: words.noAddress,
        againHref: withQuery(web.paths.recover, query),
        signInHref: withQuery(web.paths.signIn, query),
        isInsecureDevelopment: web.isInsecure,
      };
      return web.replies.page(200, renderMailSentPage(model, texts), cspNonce);
    }
    case "missing":
      return recoverPage(web, incoming, "", { kind: "field", field: "username", sentence: words.missing });
    default:
      return recoverPage(web, incoming, typedText(name), formProblem(outcome));
  }
}

function recoverPage(web: Web, incoming: Incoming, username: string, problem?: LinkFormProblem): Reply {
  const { query } = incoming;
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const model = {
    cspNonce,
    formAction: withQuery(web.paths.recover, query),
    csrfToken: csrfTokenFor(web, { step: "recover", browser: browserCookie.value, request: query }),
    username,
    problem,
    signInHref: withQuery(web.paths.signIn, query),
    isInsecureDevelopment: web.isInsecure,
  };
  return linkFormReply(web, browserCookie, {
    html: renderRecoverPage(model, textsOf(web, incoming)),
    cspNonce,
    problem,
  });
}
