import { submitAnswer } from "./browser/form-post.ts";
import type { Catalogue } from "./catalogue.ts";
import { harmlessHref, submitButton } from "./components.ts";
import { exactValue, html, type SafeHtml } from "./html.ts";
import { nameOf, renderDocument, scriptOf } from "./layout.ts";

/** The model of the page that posts the answer to the client (OAuth 2.0 Form Post Response Mode). */
export interface FormPostPageModel {
  readonly cspNonce: string;
  readonly clientName: string;
  readonly clientHost: string;
  /** The redirect URI, verified. */
  readonly redirectUri: string;
  /** Names and values as the client must receive them. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  /** True if no script sends the form, so that the person decides. */
  readonly waits?: boolean | undefined;
  readonly isInsecureDevelopment?: boolean | undefined;
}

const script = scriptOf(submitAnswer);

/**
 * Sends the browser on by a script, or by the page's button if no script runs. Values arrive exactly, except that browsers post
 * every line break as CR LF.
 */
export function renderFormPostPage(model: FormPostPageModel, texts: Catalogue): SafeHtml {
  const words = texts.formPost;
  return renderDocument({
    texts,
    cspNonce: model.cspNonce,
    title: words.title(model.clientName),
    shape: "door",
    picker: false,
    ...(!model.waits && { script }),
    main: html`
      <div class="opening">
        <h1>${texts.backTo(nameOf(model.clientName))}</h1>
        <p class="host">${nameOf(model.clientHost)}</p>
      </div>
      <form class="stack" method="post" action="${harmlessHref(model.redirectUri)}" id="answer">
        ${model.parameters.map(
          ([name, value]) => html`<input type="hidden" name="${name}" value="${exactValue(value)}">`,
        )}
        ${!model.waits && html`<p>${words.lead}</p>`}
        ${submitButton(words.submit, { id: "continue" })}
      </form>`,
    isInsecureDevelopment: model.isInsecureDevelopment,
  });
}
