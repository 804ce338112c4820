import type { ShownCodes } from "../../flows/person/recovery-codes.ts";
import type { Account } from "../../identity/account.ts";
import type { Catalogue } from "../../pages/catalogue.ts";
import { type NewCodesPageModel, renderNewCodesPage } from "../../pages/recovery-codes.ts";
import type { Reply, ReplyHeaders } from "../reply.ts";
import { createNonce, type Web } from "../web.ts";

interface NewCodesPage extends Pick<NewCodesPageModel, "next"> {
  readonly codes: ShownCodes;
  readonly account: Account;
  readonly texts: Catalogue;
  /** The sources that the form may lead to, beside the service (`form-action`). */
  readonly formTargets?: string | undefined;
  readonly headers?: ReplyHeaders;
}

/** The page that shows new recovery codes, this once. */
export function newCodesPage(
  web: Web,
  { codes, account, next, texts, formTargets, headers = {} }: NewCodesPage,
): Reply {
  const cspNonce = createNonce(web);
  const html = renderNewCodesPage(
    {
      cspNonce,
      codes,
      service: new URL(web.ports.settings.issuer).host,
      username: account.username,
      next,
      isInsecureDevelopment: web.isInsecure,
    },
    texts,
  );
  return web.replies.page(200, html, cspNonce, { ...(formTargets && { formTargets }), headers });
}
