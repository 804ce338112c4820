import { answerClientCall } from "../../flows/endpoint/client-endpoint.ts";
import type { IssuedTokens } from "../../flows/endpoint/issued-tokens.ts";
import { revocationEndpoint } from "../../flows/endpoint/revocation.ts";
import { tokenEndpoint } from "../../flows/endpoint/token.ts";
import { readUserinfo } from "../../flows/endpoint/userinfo.ts";
import { createTrial, describeTrialProblem, whyNoTrial } from "../../flows/operator/trial.ts";
import type { Reply } from "../../http/reply.ts";
import { type Fact, factsOf, linkButton, submitButton } from "../../pages/components.ts";
import { html, type Printable, type SafeHtml } from "../../pages/html.ts";
import { openCode } from "../../protocol/authorization/code.ts";
import { trialRedirectUri } from "../../protocol/authorization/trial.ts";
import { type Client, isProtected } from "../../protocol/client/client.ts";
import { tokenErrorOf } from "../../protocol/errors.ts";
import { headersOf } from "../../protocol/forward-auth/identity-headers.ts";
import { idTokenType } from "../../protocol/openid/id-token.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { toBase64Url } from "../../values/base64url.ts";
import { sha256 } from "../../values/digest.ts";
import { parseClientId } from "../../values/ids.ts";
import { Secret } from "../../values/secret.ts";
import { type Instant, instantOf, plus } from "../../values/time.ts";
import { claimFacts } from "./claim-facts.ts";
import { clientPath } from "./client-path.ts";
import { withClient } from "./client-show.ts";
import { boxes, type FormState, formOf, hiddenFields, textField } from "./forms.ts";
import { spanOf } from "./overview-words.ts";
import { panel } from "./parts.ts";
import { consolePath } from "./places.ts";
import { openAs, sealAs } from "./sealed.ts";
import { callOf } from "./sign-in.ts";
import { formTo, mayDo, notHere, type Screen, show, type Visit, valuesOf } from "./visit.ts";

/** A test sign-in in progress. It is kept sealed in a cookie, because it may hold a secret. */
interface Trial {
  readonly clientId: string;
  readonly secret: string;
  readonly seed: string;
  readonly begunAt: Instant;
}

const trialSeconds = 900;

/** The test sign-in of an application: the page that starts it, and the one that it returns to. */
export const clientTryScreens: readonly Screen[] = [
  {
    path: "/clients/{id}/try",
    scope: "clients:read",
    changes: "clients:write",
    get: (visit) => withClient(visit, (client) => tryPage(visit, client, { values: visit.savedForm ?? {} })),
    post: (visit, form) => withClient(visit, (client) => begin(visit, client, form)),
  },
  { path: "/try", scope: "clients:write", get: finish },
];

/** The panel that starts a test with the secret that the page shows. */
export function trialForm(visit: Visit, client: Client, secret: string | undefined): SafeHtml | undefined {
  if (whyNoTrial(client) !== undefined) return undefined;
  const path = clientPath(client, "/try");
  return panel(
    "Test the sign-in",
    formOf(
      formTo(visit, path),
      html`<p>This signs in as the application would, with the same request, and shows what it would receive. The token is revoked at once.</p>
        ${hiddenFields({ secret })}`,
      submitButton("Test the sign-in", { id: "try" }),
    ),
  );
}

function tryPage(visit: Visit, client: Client, state: FormState, problem?: string): Reply {
  const up = { href: consolePath(visit.web, clientPath(client)), text: client.name };
  const title = `Test the sign-in to ${client.name}`;
  const reason = whyNoTrial(client);
  if (reason !== undefined)
    return show(visit, { title, up, main: html`<p>${describeTrialProblem(reason)}</p>` });
  const fields = html`
    <p>The console signs in as the application would, with the same request: with the redirect rules, the consent and the groups that hold
      for it. For this one request the console's own address stands in for the application's. The token is revoked at once.</p>
    ${!client.isPublic && textField({ name: "secret", label: "Client secret", hint: "Only its digest is stored, so paste it here.", type: "password", isRequired: true }, state)}
    ${client.metadata.isOpenid && textField({ name: "scope", label: "Scope", hint: "The scope to ask for. If empty, openid profile email." }, state)}
    ${boxes("How", [{ name: "other", label: "Choose the account", hint: "Otherwise your own account is used, because you are signed in." }], state)}`;
  const form = formOf(
    formTo(visit, visit.path),
    fields,
    html`${submitButton("Test the sign-in", { id: "try" })}${linkButton(up.href, "Cancel")}`,
  );
  return show(
    visit,
    { title, up, problem, main: html`<section class="panel">${form}</section>` },
    problem === undefined ? 200 : 400,
  );
}

function begin(visit: Visit, client: Client, form: Parameters): Reply {
  const { web } = visit;
  const { ports, cookies } = web;
  const secret = form.get("secret");
  const seed = toBase64Url(ports.random.bytes(32));
  const proofs = proofsOf(seed);
  const { isOpenid } = client.metadata;
  const query = new URLSearchParams({
    response_type: "code",
    client_id: client.id,
    redirect_uri: trialRedirectUri(ports.settings.issuer),
    ...(isOpenid && { scope: form.get("scope") ?? "openid profile email", nonce: proofs.nonce }),
    ...(form.get("other") === "on" && { prompt: "select_account" }),
    state: proofs.state,
    code_challenge: toBase64Url(sha256(proofs.codeVerifier)),
    code_challenge_method: "S256",
  });
  const made = createTrial(ports, client, {
    form: query.toString(),
    secret: secret === undefined ? undefined : new Secret(secret),
  });
  if (!made.ok) {
    const problem = describeTrialProblem(made.reason);
    const problems = made.reason === "wrong-secret" ? { secret: problem } : {};
    return tryPage(visit, client, { values: valuesOf(form), problems }, problem);
  }
  const trial: Trial = { clientId: client.id, secret: secret ?? "", seed, begunAt: ports.clock.now() };
  const to = new URLSearchParams({ client_id: client.id, request_uri: made.value });
  const cookie = cookies.write(cookies.consoleTrial, sealAs(ports.sealer, "trial", trial), trialSeconds);
  return web.replies.redirect(303, `${web.paths.authorization}?${to}`, { "set-cookie": [cookie] });
}

async function finish(visit: Visit): Promise<Reply> {
  const { web, incoming, query } = visit;
  // HEAD would spend the code without showing the page.
  if (incoming.method === "HEAD") return web.errorResponses.methodNotAllowed("page", incoming, "GET");
  const trial = openTrial(visit);
  const clientId = trial && parseClientId(trial.clientId);
  const client = clientId && (await web.ports.clients.find(clientId));
  if (trial === undefined || client === undefined || query.get("state") !== proofsOf(trial.seed).state)
    return notHere(
      visit,
      "No test sign-in is in progress in this browser. Start one on the page of an application.",
      {
        path: "/clients",
        text: "Applications",
      },
    );
  const code = query.get("code");
  const outcome =
    code === undefined
      ? refusedWith(query.get("error") ?? "", query.get("error_description") ?? "")
      : await exchange(visit, client, trial, code);
  const reply = resultPage(visit, client, outcome);
  return withoutTrial(visit, reply);
}

function openTrial({ web, incoming }: Visit): Trial | undefined {
  const { ports, cookies } = web;
  const opened = openAs(ports.sealer, "trial", incoming.cookie(cookies.consoleTrial));
  const { clientId, secret, seed, begunAt } = opened ?? {};
  if (typeof clientId !== "string" || typeof secret !== "string" || typeof seed !== "string")
    return undefined;
  if (typeof begunAt !== "number") return undefined;
  const begun = instantOf(begunAt);
  return ports.clock.now() < plus(begun, trialSeconds)
    ? { clientId, secret, seed, begunAt: begun }
    : undefined;
}

function withoutTrial({ web: { cookies } }: Visit, reply: Reply): Reply {
  const before = reply.headers["set-cookie"] ?? [];
  const removal = cookies.write(cookies.consoleTrial, "", 0);
  return { ...reply, headers: { ...reply.headers, "set-cookie": [...[before].flat(), removal] } };
}

/** The outcome of a test: facts in parts, or the refusal. */
type TrialOutcome =
  | { readonly kind: "refused"; readonly error: string; readonly description: string }
  | { readonly kind: "works"; readonly checks: readonly Check[]; readonly parts: readonly Part[] };

/** A part of what the application received. */
type Part = readonly [heading: string, content: Printable];

/** Something that an application has to check, and whether it was right. */
interface Check {
  readonly text: string;
  readonly isRight: boolean;
}

function refusedWith(error: string, description: string): TrialOutcome {
  return { kind: "refused", error, description };
}

async function exchange(
  visit: Visit,
  client: Client,
  { seed, secret }: Trial,
  code: string,
): Promise<TrialOutcome> {
  const { web, incoming } = visit;
  const { nonce, codeVerifier } = proofsOf(seed);
  const credentials = { client_id: client.id, ...(secret !== "" && { client_secret: secret }) };
  const form = new URLSearchParams({
    ...credentials,
    grant_type: "authorization_code",
    redirect_uri: trialRedirectUri(web.ports.settings.issuer),
    code,
    code_verifier: codeVerifier,
  });
  const call = callOf(web, incoming, web.paths.token, form.toString());
  const answered = await answerClientCall(web.ports, tokenEndpoint, call);
  if (!answered.ok) {
    const { error, description } = tokenErrorOf(answered.reason.reason, { usedBasic: false });
    return refusedWith(error, description);
  }
  const tokens = answered.value.answer;
  const idToken = await readIdToken(visit, tokens, nonce);
  const parts = isProtected(client)
    ? await headerPart(visit, code)
    : [
        ["Token response", factsOf(answerFacts(tokens))] as const,
        ...(await userinfoPart(visit, tokens)),
        ...idToken.parts,
      ];
  const checks = [
    { text: "The person signed in, and the browser came back with a code.", isRight: true },
    { text: "The code was exchanged for tokens.", isRight: true },
    ...idToken.checks,
  ];
  for (const token of [tokens.refreshToken, tokens.accessToken])
    if (token !== undefined) {
      const revocation = new URLSearchParams({ ...credentials, token }).toString();
      await answerClientCall(
        web.ports,
        revocationEndpoint,
        callOf(web, incoming, web.paths.revocation, revocation),
      );
    }
  return { kind: "works", checks, parts };
}

/** What the proxy would hand to a protected application, which never sees a token. */
async function headerPart({ web: { ports } }: Visit, code: string): Promise<readonly Part[]> {
  const payload = openCode(code, (sealed) => ports.sealer.open("code", sealed));
  const account = payload && (await ports.accounts.find(payload.accountId));
  if (account === undefined) return [];
  const headers = Object.entries(headersOf(account));
  const facts = headers.map(
    ([name, value]): Fact => [html`<code>${name}</code>`, value === "" ? "empty" : value],
  );
  return [["Headers that the application gets", factsOf(facts)]];
}

function answerFacts({
  accessToken,
  tokenType,
  expiresIn,
  scope,
  refreshToken,
  idToken,
}: IssuedTokens): readonly Fact[] {
  return [
    [
      "Access token",
      `${accessToken.startsWith("eyJ") ? "a JWT" : "opaque"}, ${accessToken.length.toLocaleString("en")} characters`,
    ],
    ["Type", tokenType],
    ["Expires in", spanOf(expiresIn)],
    ["Scope", scope === undefined ? "none: this application uses no scope" : scope.join(", ") || "empty"],
    ["Refresh token", refreshToken === undefined ? "none" : "yes"],
    ["ID token", idToken === undefined ? "none" : "yes"],
  ];
}

async function readIdToken(
  { web }: Visit,
  { idToken }: IssuedTokens,
  nonce: string,
): Promise<{ readonly checks: readonly Check[]; readonly parts: readonly Part[] }> {
  const claims = idToken === undefined ? undefined : await web.ports.signer.verifyOwn(idToken, idTokenType);
  if (claims === undefined) return { checks: [], parts: [] };
  const isOwnNonce = claims.nonce === nonce;
  return {
    checks: [
      { text: "The signature of the ID token is valid.", isRight: true },
      {
        text: isOwnNonce ? "Its nonce is that of the request." : "Its nonce is not that of the request.",
        isRight: isOwnNonce,
      },
    ],
    parts: [["Claims of the ID token", factsOf(claimFacts(claims))]],
  };
}

async function userinfoPart({ web }: Visit, { accessToken, scope }: IssuedTokens) {
  if (scope !== undefined && !scope.includes("openid")) return [];
  const answer = await readUserinfo(web.ports, {
    method: "GET",
    url: web.origin + web.paths.userinfo,
    authorization: `Bearer ${accessToken}`,
    dpop: undefined,
    query: undefined,
  });
  if (!answer.ok) return [["Userinfo", html`<p>It was refused: ${answer.reason.reason}.</p>`] as const];
  const { value } = answer;
  const content =
    value.kind === "claims"
      ? factsOf(claimFacts(value.claims))
      : html`<p>The response is a signed JWT, as registered for the application.</p>`;
  return [["Userinfo response", content] as const];
}

/** The page that says why, about the operator who tried. */
function whyPath({ account }: Visit, { id }: Client): string {
  return `/why?${new URLSearchParams({ user: account.username, client_id: id })}`;
}

function resultPage(visit: Visit, client: Client, outcome: TrialOutcome): Reply {
  const up = { href: consolePath(visit.web, clientPath(client)), text: client.name };
  const again = linkButton(consolePath(visit.web, clientPath(client, "/try")), "Test again");
  if (outcome.kind === "refused") {
    const { error, description } = outcome;
    const main = html`${panel(
      "The refusal",
      factsOf([
        ["error", html`<code>${error}</code>`],
        // What the application's developer reads, word for word; the console explains it by "Explain access".
        ["error_description", html`<code class="machine">${description}</code>`],
      ]),
    )}
      <div class="actions">${again}${mayDo(visit, "users:read") && linkButton(consolePath(visit.web, whyPath(visit, client)), "Explain access")}</div>`;
    return show(visit, {
      title: "The sign-in was refused",
      up,
      problem: "The application would be refused in the same way.",
      main,
    });
  }
  return show(visit, {
    title: "The sign-in works",
    up,
    lead: `This is what ${client.name} would receive. The token was revoked, and no token is shown.`,
    actions: again,
    main: html`
      <ul class="checks">${outcome.checks.map(checkOf)}</ul>
      <div class="pair">${pairOf(outcome.parts)}</div>`,
  });
}

function checkOf({ text, isRight }: Check): SafeHtml {
  return html`<li${!isRight && html` class="bad"`}>${!isRight && html`<span class="vh">Wrong: </span>`}${text}</li>`;
}

/** The longest part, the claims of the ID token, stands beside all others. */
function pairOf(parts: readonly Part[]): readonly SafeHtml[] {
  const panels = parts.map(([heading, content]) => panel(heading, content));
  const [others, last] =
    panels.length > 2 ? [panels.slice(0, -1), panels.slice(-1)] : [panels.slice(0, 1), panels.slice(1)];
  return [html`<div>${others}</div>`, html`${last.length > 0 && html`<div>${last}</div>`}`];
}

function proofsOf(seed: string) {
  const derived = (what: string) => toBase64Url(sha256(`trial ${what} ${seed}`));
  return { state: derived("state"), nonce: derived("nonce"), codeVerifier: derived("verifier") };
}
