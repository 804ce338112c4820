import type { NextStep } from "../../flows/authorize/authorize.ts";
import type { ReleasedRefusal } from "../../flows/endpoint/answer-refusal.ts";
import { type FormPostPageModel, renderFormPostPage } from "../../pages/form-post.ts";
import type { RedirectRefusal, ShownRequest } from "../../protocol/authorization/request.ts";
import {
  type ResponseParameter,
  refusalParameters,
  refusalRedirect,
  successParameters,
  successRedirect,
} from "../../protocol/authorization/response.ts";
import type { Incoming } from "../incoming.ts";
import { formTargetsOf, type Reply, type ReplyHeaders } from "../reply.ts";
import { createNonce, hostOf, type Web } from "../web.ts";

/** Sends the browser to the client with its code, in the response mode that the request asks for. */
export function replyWithCode(
  web: Web,
  incoming: Incoming,
  { request, code }: Extract<NextStep, { kind: "issued" }>,
  headers?: ReplyHeaders,
): Reply {
  const { issuer } = web.ports.settings;
  if (request.responseMode === "form_post") {
    const parameters = successParameters(request, code, issuer);
    return formPostPage(web, incoming, { ...request, parameters, headers });
  }
  return web.replies.redirect(redirectStatus(incoming), successRedirect(request, code, issuer), headers);
}

/** Sends the browser to the client with a refusal, likewise. */
export function replyWithRefusal(
  web: Web,
  incoming: Incoming,
  refusal: ReleasedRefusal,
  headers?: ReplyHeaders,
): Reply {
  const { issuer } = web.ports.settings;
  if (refusal.responseMode === "form_post") {
    const parameters = refusalParameters(refusal, issuer);
    return formPostPage(web, incoming, { ...refusal, parameters, headers });
  }
  return web.replies.redirect(redirectStatus(incoming), refusalRedirect(refusal, issuer), headers);
}

/** A page that leads to the client with a refusal in form_post, when the person clicks. Nothing goes there by itself. */
export function offerRefusal(web: Web, incoming: Incoming, refusal: RedirectRefusal): Reply {
  const parameters = refusalParameters(refusal, web.ports.settings.issuer);
  return formPostPage(web, incoming, { ...refusal, parameters, waits: true });
}

function redirectStatus({ method }: Incoming): 302 | 303 {
  return method === "POST" ? 303 : 302;
}

/** OAuth 2.0 Form Post Response Mode: nothing of the answer stands in an address. */
function formPostPage(
  web: Web,
  incoming: Incoming,
  {
    client,
    redirectUri,
    uiLocales,
    parameters,
    headers = {},
    waits,
  }: Pick<ShownRequest, "client" | "redirectUri" | "uiLocales"> & {
    readonly parameters: readonly ResponseParameter[];
    readonly headers?: ReplyHeaders | undefined;
    readonly waits?: boolean;
  },
): Reply {
  const cspNonce = createNonce(web);
  const model: FormPostPageModel = {
    cspNonce,
    clientName: client.name,
    clientHost: hostOf(redirectUri),
    redirectUri,
    parameters,
    waits,
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderFormPostPage(model, web.textsFor(incoming, uiLocales));
  return web.replies.page(200, html, cspNonce, { formTargets: formTargetsOf(redirectUri), headers });
}
