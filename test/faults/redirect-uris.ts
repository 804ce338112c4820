// Proof: a browser is sent to no URI but the registered one. `npm run proof:redirect-uris -- --rounds 1`: every variant of every
// registered URI, at every door; a part of them runs with the tests.

import { ada, authorizationPath } from "../http/journey.ts";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import { startInProcess } from "../support/in-process.ts";
import { type Progress, type ProofReport, runProof } from "./proof.ts";

const registered = [
  "https://app.example/cb",
  "https://app.example/cb?tenant=1",
  "https://app.example/",
  "https://login.app.example:8443/oauth/callback",
  "http://127.0.0.1:3000/callback",
];

/** Redirect URIs of an installed app, at which any port counts (RFC 8252 §7.3). */
const installed = ["http://localhost:3000/callback", "http://[::1]/callback"];

/** The variants of an installed app's URI that are no variants: the same with another port. */
const otherPort = /^http:\/\/(localhost|\[::1\])(:[1-9][0-9]{0,3})?\/callback$/;

const pkce = {
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
};

/** Texts that parsers repair, ignore, decode or misread. */
const inserted = [
  "/",
  "\\",
  "@",
  ":",
  ";",
  ".",
  "..",
  "#",
  "?",
  "&",
  "%",
  "%2e",
  "%2f",
  "%5c",
  "%00",
  "%09",
  "%0a",
  "%0d",
  "%20",
  "%23",
  "%3f",
  "%40",
  "\t",
  "\n",
  "\r",
  " ",
  "\u00a0",
  "\u200b",
  "\u2028",
  "\ufeff",
  "\uff0e",
  "\uff0f",
  "\u3002",
  "a",
  "*",
  "|",
  "^",
  "`",
  "[",
  "]",
  "{",
  "<",
  '"',
  "'",
];
const hosts = [
  "evil.test",
  "app.example.evil.test",
  "evilapp.example",
  "app.example@evil.test",
  "evil.test#app.example",
  "evil.test?app.example",
  "evil.test\\app.example",
  "app.example%2eevil.test",
  "app.example%00.evil.test",
  "app.example.",
  "APP.example",
  "app.example:443",
  "app.example:80",
  "app.example:0",
  "xn--pp-yia.example",
  "аpp.example",
  "2130706433",
  "0x7f.1",
  "127.1",
  "localhost",
  "[::1]",
  "[::ffff:7f00:1]",
];
const schemes = [
  "HTTPS:",
  "http:",
  "ftp:",
  "javascript:",
  "data:",
  "vbscript:",
  "blob:",
  "file:",
  "about:",
  "com.evil:",
  "//",
  "",
  "https",
  " https:",
];

/** Every text that is not the URI itself but might be taken for it, once each. */
export function variantsOf(uri: string): readonly string[] {
  const variants = new Set<string>();
  for (let at = 0; at <= uri.length; at += 1) {
    if (at < uri.length) variants.add(uri.slice(0, at) + uri.slice(at + 1));
    for (const text of inserted)
      if (at % 3 === 0 || at === uri.length) variants.add(uri.slice(0, at) + text + uri.slice(at));
    const letter = uri[at];
    if (letter !== undefined) {
      variants.add(uri.slice(0, at) + letter.toUpperCase() + uri.slice(at + 1));
      variants.add(`${uri.slice(0, at)}%${letter.charCodeAt(0).toString(16)}${uri.slice(at + 1)}`);
    }
  }
  const [, rest = ""] = /^[a-z]+:\/\/[^/]+(.*)$/.exec(uri) ?? [];
  for (const host of hosts) variants.add(`https://${host}${rest}`);
  for (const scheme of schemes) variants.add(uri.replace(/^[a-z]+:/, scheme));
  for (const more of [
    "/../evil",
    "/..;/evil",
    "/%2e%2e/evil",
    "?x=1",
    "#x",
    "//evil.test",
    encodeURIComponent("/"),
  ])
    variants.add(uri + more);
  variants.add(encodeURIComponent(uri));
  variants.delete(uri);
  variants.delete("");
  return [...variants];
}

/** Sends every variant, or a regular sample of them, to each endpoint, from a signed-in browser. */
export async function redirectRounds(
  rounds: number,
  progress: Progress = () => {},
  every = 1,
): Promise<ProofReport> {
  await using service = await startInProcess();
  await service.addAccount(ada.username, ada.password);
  const violations: string[] = [];
  const sums = { variants: 0, requests: 0 };
  const uris = [...registered, ...installed];
  const work = uris.flatMap((uri) =>
    variantsOf(uri)
      .filter((sent, index) => index % every === 0 && !(installed.includes(uri) && otherPort.test(sent)))
      .map((sent) => ({ uri, sent })),
  );
  const clients = new Map<string, string>();
  for (const uri of uris)
    clients.set(
      uri,
      (await service.addClient({ redirectUris: [uri], isPublic: installed.includes(uri) })).id,
    );
  const browser = new FormClient(service.url);
  const queryOf = (uri: string, sent: string) =>
    new URLSearchParams({ client_id: clients.get(uri) ?? "", redirect_uri: sent, ...pkce }).toString();
  for (const uri of uris) {
    const target = `${authorizationPath}?${queryOf(uri, uri)}`;
    const isSignedIn = uri !== registered[0];
    const first = isSignedIn ? await browser.get(target) : await browser.signIn(target, ada);
    // A person chooses to continue to an app that proves nothing.
    const { headers } = first.status === 200 ? await browser.submit(first, {}) : first;
    if (!headers.location?.startsWith(uri)) violations.push(`${uri} itself is refused`);
  }
  for (let round = 1; round <= rounds; round += 1)
    for (const [index, { uri, sent }] of work.entries()) {
      const query = queryOf(uri, sent);
      const form = { "content-type": "application/x-www-form-urlencoded" };
      const answers: HttpAnswer[] = [
        await browser.get(`${authorizationPath}?${query}`),
        await browser.get(`${authorizationPath}?${query}&prompt=none&response_mode=form_post`),
        await browser.send({ method: "POST", target: authorizationPath, headers: form, body: query }),
      ];
      sums.variants += round === 1 ? 1 : 0;
      sums.requests += answers.length;
      for (const { status, headers } of answers) {
        // The POST leads to the same request as a GET on our own host, which was asked above.
        const isOwn = status === 303 && headers.location?.startsWith(`${authorizationPath}?`);
        if (!isOwn && (status !== 400 || headers.location !== undefined))
          violations.push(`${JSON.stringify(sent)} for ${uri}: ${status} ${headers.location ?? ""}`);
      }
      progress((round - 1) * work.length + index + 1, rounds * work.length);
    }
  browser.close();
  return { figures: sums, violations };
}

if (import.meta.main) await runProof("redirect-uris", 1, redirectRounds);
