import type { Catalogue } from "./catalogue.ts";
import { submitButton } from "./components.ts";
import { html, type SafeHtml } from "./html.ts";
import { nameOf } from "./layout.ts";

/** The providers that the sign-in page offers. */
export interface UpstreamChoice {
  /** Path and query to post to. */
  readonly formAction: string;
  readonly upstreams: readonly { readonly name: string; readonly displayName: string }[];
}

/** Why nobody came in from a provider. "refused": the person there has no account here. */
export type UpstreamProblem =
  | {
      readonly kind: "denied" | "unavailable" | "misconfigured" | "untrusted" | "refused" | "addressTaken";
      readonly displayName: string;
    }
  | { readonly kind: "late" | "gone" };

/** A button for each provider, below the form or instead of it. */
export function upstreamButtons(
  { formAction, upstreams }: UpstreamChoice,
  csrfToken: string,
  texts: Catalogue,
  { isOnlyWay = false } = {},
): SafeHtml {
  const words = texts.upstreamSignIn;
  return html`
    <form class="stack" method="post" action="${formAction}">
      <input type="hidden" name="step" value="${csrfToken}">
      ${!isOnlyWay && html`<p class="muted or">${words.or}</p>`}
      ${upstreams.map(
        ({ name, displayName }, index) => html`
          ${submitButton(words.button(nameOf(displayName)), { kind: isOnlyWay && index === 0 ? "action" : "action second", id: `upstream-${name}`, name: "upstream", value: name })}`,
      )}
    </form>`;
}

/** Says what went wrong at the provider. */
export function upstreamProblemOf(problem: UpstreamProblem, { upstreamSignIn: words }: Catalogue): string {
  return "displayName" in problem ? words[problem.kind](problem.displayName) : words[problem.kind];
}
