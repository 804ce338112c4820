import type { BrowserSession, Visitor } from "./browser-sessions.ts";
import { callList } from "./call-list.ts";
import { type Html, html, type Part } from "./html.ts";
import { orderScopes } from "./orders-api.ts";
import { type Claims, claimsIn } from "./relying-party.ts";

/** What the token allows at the demo's API, two ways to call it, and how the last call went. */
export function ordersCard({ accessToken }: Visitor, last: BrowserSession["orders"]): Html {
  const claims = claimsIn(accessToken);
  return html`<section class="card" id="orders">
    <h2>Call an API with the token</h2>
    <p>The orders live in an API of their own. It takes a token that was made for it, and a call needs its scope:
      <code>${orderScopes.read}</code> to see the orders, <code>${orderScopes.write}</code> to add one.</p>
    ${tokenOf(claims)}
    <div class="row"><form method="post" action="/call/read"><button class="action" id="read-orders">See the orders</button></form>
      <form method="post" action="/call/write"><button class="quiet" id="add-order">Add an order</button></form></div>
    ${last === undefined ? undefined : html`${callList(last.calls)}${outcomeOf(last)}`}
  </section>`;
}

/** The claims by which the API decides. */
function tokenOf({ aud, scope }: Claims): Part {
  if (typeof aud !== "string") return undefined;
  return html`<div class="wire"><div>Your access token says</div><dl><dt>aud</dt><dd>${aud}</dd><dt>scope</dt><dd id="token-scope">${String(scope ?? "")}</dd></dl></div>`;
}

function outcomeOf({ kind, calls }: NonNullable<BrowserSession["orders"]>): Html {
  const status = calls[0]?.answer?.status;
  if (status === 200 || status === 201) return html`<p class="good">The token allows this call.</p>`;
  if (status === 403)
    return html`<p>The token is valid, but it does not allow this call. The answer names the missing scope. Ask for it: you are signed in
        already, so no password is needed, and the call is made again with the new token.</p>
      <p class="row"><a class="action" id="ask-for-more" href="/start/more">Ask for ${orderScopes[kind]}</a></p>`;
  if (status === 401)
    return html`<p>The API does not take this token. It has expired, or it was made for another API.</p>
      <p class="row"><a class="action" id="fresh-token" href="/start">Get a new one</a></p>`;
  return html`<p class="bad">The API could not answer. Is the service still running?</p>`;
}
