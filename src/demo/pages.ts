import { readFileSync } from "node:fs";
import type { BrowserSession, Visitor } from "./browser-sessions.ts";
import { callList, laneName, words } from "./call-list.ts";
import { type Call, mask } from "./calls.ts";
import { Html, html } from "./html.ts";
import { ordersCard } from "./orders-card.ts";
import { passkeyCard } from "./passkey-card.ts";
import type { RelyingParty, SignInProblem } from "./relying-party.ts";
import { style } from "./style.ts";
import type { TrialAccount } from "./trial-account.ts";

// A checkout has the TypeScript file here, the npm package its compiled JavaScript.
const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
const exampleSource = readFileSync(new URL(`./relying-party.${extension}`, import.meta.url), "utf8");

/** A sign-in from start to end. */
const plan = [
  { name: "leave", lane: "browser" },
  { name: "return", lane: "browser" },
  { name: "exchange", lane: "server" },
  { name: "user", lane: "server" },
] as const;

interface HomeModel {
  readonly nonce: string;
  readonly party: RelyingParty;
  readonly session: BrowserSession | undefined;
  readonly trial: TrialAccount | undefined;
}

/** The front page: the signed-in person and the calls so far, or what is going to happen. */
export function homePage({ nonce, party, session, trial }: HomeModel): Html {
  const visitor = session?.visitor;
  return layout(
    nonce,
    visitor === undefined ? "Sign in, and watch every call" : greetingOf(visitor),
    html`${visitor === undefined ? welcome(party, trial) : signedIn(visitor)}
      ${
        visitor === undefined
          ? undefined
          : html`${passkeyCard(party, visitor)}${ordersCard(visitor, session?.orders)}<h2>How it went</h2>
      <p class="muted">The browser is sent twice, and the server makes two calls. Secrets are cut short here; the rest is what went over the wire.</p>
      ${callList(session?.calls ?? [])}`
      }
      ${nextSteps(party, trial)}
      ${trials(party, visitor)}
      ${source()}`,
  );
}

/** Says why nobody was signed in. */
export function problemPage(model: { nonce: string; problem: SignInProblem; calls: readonly Call[] }): Html {
  const { title, text } = problemWords(model.problem);
  return layout(
    model.nonce,
    title,
    html`<section class="card"><h1>${title}</h1>
      ${text}
      <p class="row"><a class="action" href="/start">Try again</a><a class="quiet" href="/">Back to the start</a></p></section>
      <h2>How far it came</h2>
      ${callList(model.calls)}`,
  );
}

/** Shows the answers to a deliberate mistake. */
export function experimentPage(nonce: string, calls: readonly Call[]): Html {
  return layout(
    nonce,
    "What the service answered",
    html`<section class="card"><h1>What the service answered</h1>
      <p class="lead">Every refusal has a word for your program, <code>error</code>, and a sentence for you, <code>error_description</code>.</p>
      <p class="row"><a class="action" href="/start">Sign in again</a><a class="quiet" href="/">Back to the start</a></p></section>
      <h2>The calls</h2>
      ${callList(calls)}`,
  );
}

/** Says that the person is signed out here, and offers to sign out of the service too. */
export function signedOutPage(nonce: string, party: RelyingParty): Html {
  return layout(
    nonce,
    "You are signed out of this application",
    html`<section class="card"><h1>You are signed out of this application</h1>
      <p class="lead">The service at ${hostOf(party.issuer)} still knows this browser, as it should: other applications may be using it.
        The next sign-in needs no password.</p>
      <p class="row"><a class="action" id="service-sign-out" href="${party.issuer}/v1/Oauth/logout?client_id=${party.clientId}">Sign out of the service too</a>
        <a class="quiet" href="/">Back to the start</a></p></section>`,
  );
}

/** Shows a wrong address, or a fault of the demo itself. */
export function notFoundPage(nonce: string): Html {
  return layout(
    nonce,
    "There is nothing here",
    html`<section class="card"><h1>There is nothing here</h1><p><a class="action" href="/">To the start</a></p></section>`,
  );
}

function welcome(party: RelyingParty, trial: TrialAccount | undefined): Html {
  return html`<section class="card">
    <h1>Sign in, and watch every call</h1>
    <p class="lead">This is an ordinary web application without a password form. The sign-in service at
      <strong>${hostOf(party.issuer)}</strong> asks for the password; this application never sees it.</p>
    ${trial === undefined ? html`<p class="row"><a class="action" id="start" href="/start">Sign in</a></p>` : offer(trial)}
    <ol class="plan">${plan.map((step) => html`<li class="${step.lane}"><span class="lane">${laneName(step.lane)}</span>${words[step.name].title}</li>`)}</ol>
    <p class="muted">Afterwards this page shows what was sent, what came back and how long it took.</p>
  </section>`;
}

/** The shortest way in for a newcomer: the username is filled in, and the password is here to be pasted. */
function offer({ username, name, password }: TrialAccount): Html {
  return html`<p class="row"><a class="action" id="start-as" href="/start/as">Sign in as ${name}</a><a class="quiet" id="start" href="/start">Sign in as somebody else</a></p>
    ${
      password === undefined
        ? html`<p class="muted">The demo does not know the password of <code>${username}</code>: it was shown at the first start, and may have been changed since. To set another:
        <code>npx latchkey user set-password ${username} --password-random</code></p>`
        : html`<div class="trial"><p>The password of <code>${username}</code>: <code id="password">${password.reveal()}</code></p>
        <button class="copy" type="button" id="copy-password" hidden>Copy</button></div>
        <p class="muted">The demo made this account, so it knows the password until it stops. Your own applications never see one.</p>`
    }`;
}

function signedIn(visitor: Visitor): Html {
  return html`<section class="card">
    <div class="person"><span class="initial" aria-hidden="true">✓</span>
      <div><h1>${greetingOf(visitor)}</h1>
        <p class="muted">This application knows you as <code>${subjectOf(visitor)}</code></p></div></div>
    <p class="muted">Access token <code id="access-token">${mask(visitor.accessToken)}</code></p>
    <div class="row"><a class="quiet" id="again" href="/start">Try again</a>
      <form method="post" action="/sign-out"><button class="quiet" id="demo-sign-out">Sign out</button></form></div>
  </section>`;
}

/** What else there is to see, for somebody who has just met the service. */
function nextSteps({ issuer }: RelyingParty, trial: TrialAccount | undefined): Html {
  const user = trial?.username ?? "NAME";
  return html`<h2>Where to go from here</h2>
    <ul class="trials">
      <li><a href="${issuer}/account">The account page</a>
        <p>What people change themselves: passkeys, a second factor, browsers, applications and data.</p></li>
      <li><a href="${issuer}/admin">The console</a>
        <p>Applications, people and the audit trail, for administrators. To become one: <code>npx latchkey user update ${user} --admin</code>,
          then <code>npx latchkey user recover ${user}</code> for the second factor.</p></li>
      <li><a href="${issuer}/docs/clients/index.html">Your own application</a>
        <p>Guides for libraries and frameworks. The console registers it with settings to copy.</p></li>
      <li><a id="docs" href="${issuer}/docs/">All documents</a>
        <p>The interface, every error, deploying and operating.</p></li>
    </ul>`;
}

/** Deliberate mistakes, so that a developer has met the service's errors before they matter. */
function trials(party: RelyingParty, visitor: Visitor | undefined): Html {
  const authorization = `${party.issuer}/v1/Oauth/authorization`;
  const unregistered = new URLSearchParams({
    client_id: party.clientId,
    redirect_uri: `${party.redirectUri}s`,
  });
  const unknown = new URLSearchParams({ client_id: "nobody", redirect_uri: party.redirectUri });
  return html`<h2>Errors, on purpose</h2>
    <p class="muted">See how each mistake looks before you make it.</p>
    <ul class="trials">
      <li><a id="wrong-redirect-uri" href="${authorization}?${unregistered.toString()}">A redirect URI with a typing error</a>
        <p>One letter too many. The service shows where it differs and never sends the browser there.</p></li>
      <li><a id="unknown-client" href="${authorization}?${unknown.toString()}">An application nobody registered</a>
        <p>A page of the service, since no redirect URI can be trusted.</p></li>
      <li><a id="wrong-response-type" href="/start/refused">A response type that is not offered</a>
        <p>Client and redirect URI are right, so this one comes back here, with error and state.</p></li>
      <li><a id="foreign-state" href="/callback?code=stolen&amp;state=foreign">A callback this browser did not ask for</a>
        <p>Caught by this application: state is not its own.</p></li>
      ${
        visitor === undefined
          ? undefined
          : html`<li><form method="post" action="/replay"><button id="replay">The same code, a second time</button></form>
        <p>Refused, and the token of the first time is revoked.</p></li>`
      }
    </ul>`;
}

function source(): Html {
  return html`<h2>The code behind it</h2>
    <p class="muted">Everything an application needs to do, without a library.</p>
    <details><summary>relying-party.${extension}</summary>
      <div class="source"><button class="copy" type="button" id="copy" hidden>Copy</button><pre id="source" role="region" aria-label="relying-party.${extension}" tabindex="0">${exampleLines()}</pre></div></details>`;
}

function exampleLines(): readonly Html[] {
  return exampleSource
    .split("\n")
    .map((line) => (/^\s*(\/\*\*|\*|\/\/)/.test(line) ? html`<i>${line}</i>\n` : html`${line}\n`));
}

function problemWords(problem: SignInProblem): { title: string; text: Html } {
  switch (problem.kind) {
    case "unknown-state":
      return {
        title: "This sign-in was not started here",
        text: html`<p class="lead">The browser came back with a <code>state</code> that this application did not give it. The link may be
          somebody else’s, or the page was opened twice. Nothing was exchanged.</p>`,
      };
    case "refused":
      return {
        title: problem.error === "access_denied" ? "The sign-in was cancelled" : "The service refused",
        text: html`<p class="lead">${problem.description}</p><p class="muted">error <code id="error">${problem.error}</code></p>`,
      };
    case "foreign-id-token":
      return {
        title: "The ID token is not for this sign-in",
        text: html`<p class="lead">It names another issuer or another application, its nonce is not the one of this sign-in, or it is too old.
          Nobody was signed in.</p>`,
      };
    case "unreachable":
      return {
        title: "The sign-in service does not answer",
        text: html`<p class="lead">The browser came back, but this server got no usable answer. Is the service still running?
          The code was not spent, or the answer was lost: sign in again.</p>`,
      };
  }
}

/** Greets the person by name if the account has one. */
function greetingOf({ claims: { name } }: Visitor): string {
  return typeof name === "string" && name !== "" ? `Hello, ${name}` : "You are signed in";
}

function subjectOf({ claims: { sub } }: Visitor): string {
  return typeof sub === "string" ? sub : "nobody";
}

function hostOf(url: string): string {
  return new URL(url).host;
}

const script = `
for (const [id, what] of [["copy", "source"], ["copy-password", "password"]]) {
  const button = document.getElementById(id);
  if (!button || !navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(what).textContent);
    button.textContent = "Copied";
  });
}`;

function layout(nonce: string, title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} · Demo application</title><link rel="icon" href="data:,">
<style nonce="${nonce}">${new Html(style)}</style></head>
<body><header><strong>Demo application</strong><span>a client of Latchkey</span></header>
<main>${content}</main>
<script nonce="${nonce}">${new Html(script)}</script></body>
</html>`;
}
