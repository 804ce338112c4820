import type { Catalogue } from "./catalogue.ts";
import type { SafeHtml } from "./html.ts";
import { type LinkRequestPageModel, renderLinkRequestPage } from "./link-form.ts";

/** The model of the page for a forgotten password. */
export interface RecoverPageModel extends LinkRequestPageModel {
  /** The name that was typed before; empty if there is none. */
  readonly username: string;
}

/** Asks for the username or e-mail address, to which a link is sent. */
export function renderRecoverPage(model: RecoverPageModel, texts: Catalogue): SafeHtml {
  const words = texts.recover;
  return renderLinkRequestPage(model, texts, {
    title: words.title,
    lead: words.lead,
    name: "username",
    label: words.name,
    value: model.username,
    type: "text",
    autocomplete: "username",
    signIn: texts.link.signIn,
    help: words.noAddress,
  });
}
