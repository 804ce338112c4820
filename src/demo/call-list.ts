import type { Answer, Call, CallStep } from "./calls.ts";
import { type Html, html, type Part } from "./html.ts";

/** The title and the reason of each call of a sign-in. */
export const words: Readonly<Record<CallStep, { readonly title: string; readonly why: string }>> = {
  leave: {
    title: "Your application sends the browser to the service",
    why: "The application remembers state and code_verifier, and shows only the SHA-256 of the verifier.",
  },
  return: {
    title: "The service sends the browser back with a code",
    why: "The application compares state with what this browser was given, and goes on only if they are equal. The time is how long the browser was away.",
  },
  exchange: {
    title: "Your server exchanges the code for an ID token and an access token",
    why: "The secret travels from server to server. The code works once and for a minute; the verifier proves that the same application asked. The ID token says who signed in: the application checks iss, aud, exp and nonce, then greets by name.",
  },
  user: {
    title: "Your server asks about the person again",
    why: "Userinfo says the same as the ID token, at any later time and as things stand then. Recognise the person by sub: it never changes, while names and addresses do.",
  },
  replay: {
    title: "The same code, a second time",
    why: "Refused. Because it came from the code's owner with the right secret, the service suspects a theft.",
  },
  recheck: {
    title: "And the access token of the first exchange",
    why: "A code that comes back takes its token with it (RFC 6749 §4.1.2).",
  },
  read: {
    title: "Your server asks the API for the orders",
    why: "The API reads the token by itself: signature, iss, aud, exp and typ, then whether scope has orders:read.",
  },
  write: {
    title: "Your server adds an order",
    why: "The same token goes to the same API, and this call wants orders:write.",
  },
};

/** The calls in order, each with its reason, its answer and its time. */
export function callList(calls: readonly Call[]): Html {
  return html`<ol class="calls">${calls.map((call, index) => callItem(call, index + 1))}</ol>`;
}

function callItem(call: Call, number: number): Html {
  const { title, why } = wordsOf(call);
  const time =
    call.milliseconds === undefined
      ? undefined
      : html`<span class="time">${duration(call.milliseconds)}</span>`;
  const failed = call.fields.some(({ name }) => name === "error") ? " failed" : "";
  return html`<li class="call ${call.lane}${failed}"><div class="top"><h3>${number}. ${title}</h3><span class="lane">${laneName(call.lane)}</span>${time}</div>
    <p class="muted">${why}</p>
    <div class="wire"><div><b>${call.method}</b> ${call.url}</div>${fieldList(call.headers)}${fieldList(call.fields)}</div>
    ${call.lane === "server" ? answerBlock(call) : undefined}</li>`;
}

/** Shows an error that came back in place of a code. */
function wordsOf({ step, fields }: Call): { readonly title: string; readonly why: string } {
  if (step !== "return" || !fields.some(({ name }) => name === "error")) return words[step];
  return {
    title: "The service sends the browser back without a code",
    why: "Nobody is signed in, and there is nothing to exchange: error says why. The application compares state all the same.",
  };
}

function fieldList(fields: Call["fields"]): Part {
  if (fields.length === 0) return undefined;
  return html`<dl>${fields.map(({ name, value }) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

function answerBlock({ answer }: Call): Html {
  if (answer === undefined) return html`<p class="bad">No answer.</p>`;
  const mood = answer.status < 400 ? "good" : "bad";
  const response = html`<div class="wire"><div class="${mood}">${answer.status}</div>${challengeOf(answer)}<pre>${answer.body}</pre></div>`;
  if (answer.idToken === undefined) return response;
  return html`<div class="pair">${response}<div class="wire" id="id-token"><div><b>id_token</b>, decoded</div><pre>${answer.idToken}</pre></div></div>`;
}

function challengeOf({ challenge }: Answer): Part {
  return challenge === undefined ? undefined : html`<dl><dt>WWW-Authenticate</dt><dd>${challenge}</dd></dl>`;
}

/** Who makes a call of this lane. */
export function laneName(lane: Call["lane"]): string {
  return lane === "browser" ? "the browser" : "server to server";
}

function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds.toFixed(1)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
