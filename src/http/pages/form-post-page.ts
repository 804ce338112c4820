import { type FormPostPageModel, renderFormPostPage } from "../../pages/form-post.ts";
import type { ShownRequest } from "../../protocol/authorization/request.ts";
import type { ResponseParameter } from "../../protocol/authorization/response.ts";
import type { Incoming } from "../incoming.ts";
import { formTargetsOf, type Reply, type ReplyHeaders } from "../reply.ts";
import { createNonce, hostOf, shownNameOf, type Web } from "../web.ts";

/** The content of the page. With `waits` nothing goes to the client before the person clicks. */
interface FormPost {
  readonly parameters: readonly ResponseParameter[];
  readonly headers?: ReplyHeaders | undefined;
  readonly waits?: boolean;
}

/** The page whose form takes the answer to the client (OAuth 2.0 Form Post Response Mode), so that no address contains it. */
export function formPostPage(
  web: Web,
  incoming: Incoming,
  { client, redirectUri, uiLocales }: Pick<ShownRequest, "client" | "redirectUri" | "uiLocales">,
  { parameters, headers = {}, waits }: FormPost,
): Reply {
  const cspNonce = createNonce(web);
  const model: FormPostPageModel = {
    cspNonce,
    clientName: shownNameOf(client),
    clientHost: hostOf(redirectUri),
    redirectUri,
    parameters,
    waits,
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderFormPostPage(model, web.textsFor(incoming, uiLocales, client));
  return web.replies.page(200, html, cspNonce, { formTargets: formTargetsOf(redirectUri), headers });
}
