import { noRecipes, recipeFacts, recipesFor } from "../../flows/operator/client-recipes.ts";
import type { Web } from "../../http/web.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import type { Client } from "../../protocol/client/client.ts";
import { copyable } from "./parts.ts";

/** The settings for the libraries that fit this application, to copy. */
export function recipesOf(
  { ports, origin, paths }: Web,
  client: Client,
  secret: string | undefined,
): SafeHtml {
  const facts = recipeFacts(client, secret, {
    issuer: ports.settings.issuer,
    authorizationEndpoint: origin + paths.authorization,
    tokenEndpoint: origin + paths.token,
    deviceEndpoint: origin + paths.deviceAuthorization,
  });
  const recipes = recipesFor(client, facts);
  if (recipes.length === 0) return html`<p class="muted">${noRecipes}</p>`;
  return html`<div class="choices">${recipes.map(
    ({ library, text }, index) => html`
      <details class="recipe"><summary>${library}</summary><div>${copyable(text, { id: `recipe-${index}`, isBlock: true })}</div></details>`,
  )}</div>`;
}
