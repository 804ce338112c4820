/** A case: its id, which tests carry in a title or a row; what happens; what must follow. The texts are Markdown. */
export type Case = readonly [id: string, happens: string, follows: string];

/** The cases of one subject, under the heading that docs/cases.md gives them. */
export interface CaseGroup {
  readonly title: string;
  /** What holds for every row, where something does. */
  readonly remark?: string;
  readonly cases: readonly Case[];
}

/**
 * Every broken, hostile or unlucky input that we know of. docs/cases.md is made of this list and of the tests, and a case
 * without a test fails. Ids are stable and not consecutive.
 */
export const caseGroups: readonly CaseGroup[] = [
  {
    title: "A. Parameters and the shape of HTTP",
    cases: [
      ["A1", "Authorization request with `client_id` twice, values equal or not", "Page"],
      [
        "A3",
        "A parameter once in the query and once in the form of a POST to the authorization endpoint",
        "Page: it was sent twice",
      ],
      ["A4", "Token request with two codes", "`invalid_request`; neither code is spent"],
      ["A6", "Client secret by HTTP Basic and in the form", "`invalid_request`"],
      [
        "A7",
        "`client_id[]=`, `client_id[0]=`, `__proto__[x]=1`, `constructor.prototype`",
        "Unknown names like any other; no prototype changes",
      ],
      [
        "A9",
        "Token request as multipart, as text/plain, without a content type, or in UTF-16",
        "415; UTF-8 is taken in any spelling",
      ],
      ["A10", "Parameters that are there but empty", "As good as absent (RFC 6749 §3.1)"],
      [
        "A12",
        "`%FF`, `%C0%AF`, `%ED%A0%80`, a sequence that is cut off",
        "Refused, never read as U+FFFD: two inputs must not become equal",
      ],
      [
        "A13",
        "NUL in a client id, redirect URI, code, state, username or password",
        "Refused, never cut off there",
      ],
      [
        "A15",
        "Control characters, ESC, right-to-left overrides in names and headers",
        "Refused as a username; escaped on pages and in the log",
      ],
      [
        "A16",
        "Secrets with `%`, `:` and `+`, form-encoded or raw, by Basic or form",
        "Decoded once; the secret matches",
      ],
      [
        "A18",
        "`;` between pairs, `&&`, a trailing `&`, `=x`",
        "`;` is data; empty pairs and empty names mean nothing",
      ],
      ["A19", "10,000 parameters", "Refused before anything is built; the limit is 64"],
      [
        "A21",
        "A query of 8 KiB; of more than 12 KiB; of more than 16 KiB",
        "Works; page with 414; 431 from the parser",
      ],
      ["A22", "`state` of 2 KiB; of more than 4,096 bytes", "Comes back unchanged; page"],
      ["A24", "Token request whose chunked body never ends", "Cut at 64 KiB: 413, connection closed"],
      ["A25", "A compressed body", "415, never inflated"],
      ["A27", "HEAD on the authorization endpoint, with a live session too", "No code, no session, no body"],
      ["A28", "OPTIONS on either endpoint", "405 with `Allow`, no CORS header"],
      [
        "A30",
        "Credentials in the query of the token request",
        "`invalid_request`, the secret in no log, the exposure recorded",
      ],
      [
        "A31",
        "Content-Length with Transfer-Encoding, doubled or odd lengths, bare LF, folded headers",
        "400, connection closed, nothing after it answered",
      ],
      [
        "A33",
        "Absolute request line for another host; `Host` missing or doubled",
        "Our links keep the base URL; missing or doubled is 400",
      ],
      [
        "A34",
        "`X-Forwarded-Host` or `Forwarded` from anybody",
        "Ignored: every address comes from the base URL",
      ],
      [
        "A36",
        "1,000 pipelined requests, good and bad",
        "Answered in order or closed; nobody gets another's answer",
      ],
      [
        "A37",
        "Senders that drip one byte every few seconds",
        "Cut off after 10 s of headers or 15 s of request; others sign in meanwhile",
      ],
      [
        "A34",
        "`X-Forwarded-Host`, `Forwarded` and `Host` of a request for a link name another host",
        "The link begins with the configured address",
      ],
    ],
  },
  {
    title: "B. Redirect URIs",
    remark:
      "Registered is `https://app.example/cb`, unless the row says otherwise. Each variant gets the page.",
    cases: [
      ["B1", "A slash more at the end", "Page that marks the difference"],
      ["B2", "The registered string itself", "Code issued"],
      ["B3", "Capitals in scheme or host", "Page: comparison is by byte"],
      ["B4", "A query more", "Page"],
      ["B6", "`:443` spelled out", "Page"],
      ["B7", "Another port", "Page"],
      ["B9", "`https://evilapp.example/cb`", "Page"],
      ["B10", "`https://app.example@evil.test/cb`", "Page"],
      ["B12", "Backslashes in place of slashes or before an `@`", "Page"],
      ["B13", "`..`, `%2e%2e` or `%2f` in the path", "Page; refused at registration too"],
      ["B14", "`/cb/..;/evil`: a path parameter before the dots", "Page"],
      ["B15", "Percent-encoded scheme, or the whole URI encoded twice", "Page"],
      ["B16", "An encoded dot or NUL inside the host", "Page"],
      [
        "B18",
        "The Unicode spelling of a host that is registered as `xn--…`",
        "Page; registration takes ASCII only and names the form to use",
      ],
      ["B19", "A dot after the host", "Page"],
      ["B21", "A URI without scheme, or without host", "Page"],
      ["B22", "One slash or three after `https:`", "Page, though URL parsers repair it"],
      [
        "B23",
        "White space or control characters before, after or inside",
        "Page; refused at registration too",
      ],
      [
        "B24",
        "`javascript:`, `data:`, `vbscript:`, `blob:`, `file:`, `about:`, in any letter case",
        "Page; refused at registration too",
      ],
      [
        "B25",
        "`com.example.app:/cb` of a public client, and `com.example.app://cb`",
        "Works; page. A scheme without a dot cannot be registered, but for those of widely used editors",
      ],
      ["B26", "A registered `http://127.0.0.1/cb` and any port, public client", "Code issued"],
      [
        "B27",
        "Another port on a registered `http://127.0.0.1/cb` or `http://[::1]/cb`, public client",
        "Code issued (RFC 8252 §7.3)",
      ],
      ["B28", "`http://localhost:51004/cb` where 127.0.0.1 is registered", "Page: names are not addresses"],
      ["B29", "Another path or query on the loopback address", "Page: only the port may differ"],
      ["B30", "`127.0.0.1.evil.test`, `127.0.0.1:51004@evil.test`, `2130706433`, `0x7f.1`, `127.1`", "Page"],
      ["B31", "Another port on a loopback address or `localhost`, confidential client", "Page"],
      [
        "B32",
        "Another port on a registered `http://localhost/cb`, public client; `localhost.evil.test`, `localhost:80@evil.test`, https, another path",
        "Code issued (RFC 8252 §8.3); page",
      ],
      ["B33", "A URI of more than 2,000 bytes", "Refused at registration"],
      ["B34", "`https://appXexample/cb`", "Page: a registered URI is no pattern"],
      ["B35", "Wildcards", "Refused at registration"],
      [
        "B36",
        "Registered with `?tenant=1`",
        "`code` follows with `&`; a registered query with `code`, `state`, `error` or `iss` is refused",
      ],
      ["B37", "The redirect URI of another client", "Page"],
      [
        "B39",
        "`next`, `return_to`, `continue` and their like, on any of our addresses",
        "They lead nowhere; the registered redirect URI or our own page does",
      ],
      [
        "B40",
        "Client disabled or deleted, or its URI removed, while the sign-in page was open",
        "Page: everything is read again before a code is issued",
      ],
    ],
  },
  {
    title: "C. Codes, tokens, client authentication",
    cases: [
      [
        "C1",
        "The interface to the letter",
        "200 with exactly `status`, `access_token`, `token_type`, `expires_in`; `no-store`",
      ],
      [
        "C2",
        "The same code a second time, one after the other",
        "`invalid_grant`; the first token is revoked",
      ],
      [
        "C3",
        "The same code 100 times at once",
        "One 200; the others `invalid_grant`, and they revoke it ([ADR 0011](adr/0011-replay-revokes.md))",
      ],
      ["C4", "The same code 100 times at once over two nodes with one PostgreSQL", "One 200 in every round"],
      ["C6", "Headers first, then all bodies at once", "One 200"],
      ["C7", "The code a second before, at, and after its expiry", "200, `invalid_grant`, `invalid_grant`"],
      [
        "C8",
        "A code of one client with the credentials of another",
        "`invalid_grant`; the code is not spent",
      ],
      [
        "C9",
        "The right code with a wrong secret",
        "`invalid_client`; the code is not spent; the failure is counted",
      ],
      ["C10", "An unknown client", "Same answer as a wrong secret"],
      ["C12", "A code with one character changed, padded or surrounded by blanks", "`invalid_grant`"],
      [
        "C13",
        "PKCE verifier missing, wrong, too short, too long, in a wrong alphabet",
        "`invalid_grant`, or `invalid_request` for the syntax; the right one still works",
      ],
      ["C15", "A verifier though there was no challenge", "`invalid_grant`"],
      ["C16", "Challenge method `plain`, absent, `s256`, `S512`", "`invalid_request` at the redirect URI"],
      ["C18", "1,000 wrong verifiers for one code", "All refused; the right one still works"],
      ["C19", "Another `redirect_uri` at the token endpoint; none, for a strict client", "`invalid_grant`"],
      [
        "C21",
        "HTTP Basic in lower case; with two spaces, no colon, bad base64, 10 KB",
        "Works; 401 with a challenge",
      ],
      [
        "C22",
        "Secrets wrong in the first or last character, or in length",
        "Compared as digests in constant time",
      ],
      ["C24", "A refresh token 50 times at once", "All get the same successor; nobody is revoked"],
      ["C25", "Refresh with a wider scope", "`invalid_scope`; the token still works"],
      ["C26", "A refresh token of another client", "`invalid_grant`; the token still works"],
      [
        "C27",
        "A code or token after the password changed, the account was disabled or removed, the client disabled, its consent withdrawn",
        "Refused; enabling, or allowing again, gives nothing back. A second *Allow* alone ends nothing",
      ],
      ["C28", "A code as a token, a token as a code", "Refused"],
      [
        "C30",
        "Introspection without authentication, or by a client that the token is not meant for",
        "401; `active: false`",
      ],
      [
        "C31",
        "Userinfo: token in two places, expired, revoked, `bearer`, two spaces, a forged JWT",
        "400, 401, 401, works, 401, 401",
      ],
      ["C33", "One client assertion 100 times at once", "One is accepted"],
      [
        "C50",
        "A `resource` that no API has, or an API that is not open to the client",
        "`invalid_target` at the redirect URI; the log has the command that opens it",
      ],
      [
        "C51",
        "A `scope` with one unknown value; with unknown values only",
        "Left out and logged with the command that adds it; `invalid_scope`",
      ],
      [
        "C52",
        "A code for two APIs, exchanged without `resource`",
        "`invalid_target`; with `resource` the same code gives a token for that API alone",
      ],
      [
        "C53",
        "An API that was deleted, or closed to the client, after the code was issued",
        "`invalid_target`; the code is not spent",
      ],
      [
        "C54",
        "A scope value that the person allowed at one API, asked for at another API that has the same value",
        "The person is asked again: it is another right",
      ],
      [
        "C55",
        "A resource with a comma, which libraries use between scope values",
        "One allowance for that resource, and none beside it",
      ],
      [
        "C56",
        "`resource` and `scope` from a client of the interface",
        "Ignored: the answer has its four members; the log names the command that registers the API",
      ],
      [
        "C60",
        "A JWT access token: unsigned, forged, altered, of another type, for no grant, huge",
        "401 in the words for an unknown token; introspection says that it is not active",
      ],
      [
        "C34",
        "A client assertion for the token URL, for a list, for another issuer",
        "Refused from a strict client: only the issuer counts",
      ],
      [
        "C36",
        "A pushed request again, by another client, too late, in two browsers",
        "Refused; of two browsers one gets a code",
      ],
      ["C38", "One device code 100 times at once, and again later", "One gets tokens, which stay good"],
      [
        "C39",
        "A device that polls too fast, or many times at once",
        "`slow_down`, with five more seconds each time; it gets its tokens all the same",
      ],
      [
        "C40",
        "The device code of another client, an unknown, denied or expired one",
        "Refused, each as RFC 8628 says",
      ],
      [
        "C70",
        "Token exchange of a token for another API, of a revoked, expired or unknown one, of a refresh token or ID token, or by a client that is no API's server",
        "`invalid_request`, the same for all; `unauthorized_client`",
      ],
      [
        "C71",
        "A token from an exchange after the exchanged one expired, was revoked or rotated, after signing out, withdrawal, or the end of a client of the chain",
        "Dead with it; a refresh of the application leaves it until it expires",
      ],
      ["C72", "Token exchange for more scope than the token has", "`invalid_scope`"],
      ["C73", "Token exchange of a machine's own token", "`invalid_request`"],
      [
        "C74",
        "40 exchanges at once with the revocation of the token",
        "None leaves a token that works; a later one is refused",
      ],
      [
        "C75",
        "Client credentials of a client of people, of a public client, for an API that is closed to it",
        "Refused",
      ],
      [
        "C80",
        "45 documents at a client_id: another client_id, shared secrets, private keys, hostile redirect URIs and names, depth, size, what is no JSON",
        "Refused with the member and the repair; nothing is stored or redirected to",
      ],
      [
        "C81",
        "23 servers of such documents: redirects, other statuses and types, compressed, slow, endless, 101 and floods of 103",
        "Refused within three seconds, and asked once a minute",
      ],
      [
        "C82",
        "A document at a private address, or at a name that leads to one now or the second time",
        "Never asked for",
      ],
      [
        "C83",
        "A stranger's request with an address as client_id, also with `prompt=none` or mistakes",
        "The sign-in page with the host; nothing is fetched, stored, linked or redirected",
      ],
      [
        "C84",
        "A document that changes after the consent, or goes",
        "Another name or host is asked about; codes of a lost redirect URI are void; nobody gets in without the document",
      ],
      [
        "C85",
        "An address as client_id in another case, with a port, query, fragment, dot segments, credentials, a foreign character",
        "Refused with the right spelling",
      ],
      [
        "C86",
        "A client by document whose host the operator allows no more: code, refresh token, access token",
        "Refused, dead",
      ],
      [
        "C87",
        "People who allow one such client at once, and withdraw and allow it at once",
        "One row; what somebody allows stays",
      ],
      ["C37", "The old secret after rotation; an older code with the new secret", "Refused at once; works"],
    ],
  },
  {
    title: "D. Browser, session, sign-in page",
    cases: [
      [
        "D1",
        "The form posted without its CSRF token, with that of another browser, from another tab",
        "Form again (403); form again; works",
      ],
      [
        "D3",
        "Another site posts the sign-in form with the attacker's credentials",
        "403, nobody is signed in",
      ],
      [
        "D4",
        "A victim follows a callback link with the attacker's code",
        "The client's `state` or PKCE stops it; strict clients must have PKCE",
      ],
      [
        "D6",
        "The page is scanned",
        "No third party, no inline handler, a nonce on each script and style, no violation in Chromium",
      ],
      [
        "D7",
        "Signing in with a real Chromium, scripts on and off, to another origin and onward to a third",
        "The browser arrives ([ADR 0007](adr/0007-form-action.md))",
      ],
      [
        "D9",
        "Before the sign-in, the browser has a session cookie of an account that never signed in here",
        "A new cookie is set; the old session ends and joins no list of accounts",
      ],
      [
        "D10",
        "Cookies doubled, planted without the prefix, 50 of them, one of 5 KB",
        "A doubled name counts as absent; nothing breaks",
      ],
      ["D12", "The base URL is http", "Only on loopback; without `__Host-` only there; the page says so"],
      [
        "D13",
        "POST to the authorization endpoint from another site, so without cookies",
        "Goes on as a GET of the same request; no loop, nothing lost",
      ],
      ["D14", "Many people sign in and redeem at the same time", "Each token speaks for the right person"],
      [
        "D15",
        "Sign out or switch accounts, sign in as somebody else, then submit an old tab",
        "No code for the wrong person",
      ],
      ["D16", "Back after the sign-in, and submit again", "A fresh code or the form, never an error"],
      ["D18", "The callback is reloaded", "`invalid_grant` for the client (C2)"],
      [
        "D19",
        "The form is left open, the service restarts, then it is submitted",
        "It works, or the same form comes again with the request kept",
      ],
      ["D20", "The address of one of our pages, opened in another browser", "Proves nothing there"],
      [
        "D21",
        "`prompt=none` without a session; with another value; unknown values",
        "`login_required`; `invalid_request`; ignored",
      ],
      [
        "D22",
        "`prompt=login`, then Back or another page",
        "The old session does not count as freshly signed in",
      ],
      [
        "D24",
        "An `id_token_hint` of anybody, forged or expired",
        "The sign-in page as usual; it lets nobody through",
      ],
      [
        "D25",
        "A picture or link to the sign-out address on another site",
        "A page that asks; the session lives",
      ],
      [
        "D27",
        "A script fetches the token endpoint with credentials, or with `Origin: null`",
        "No CORS header",
      ],
      [
        "D28",
        "The token request of a confidential client comes from a browser",
        "`invalid_request` that says why ([ADR 0008](adr/0008-browser-at-token-endpoint.md))",
      ],
      ["D30", "A client with two sign-in servers compares `iss`", "A strict client gets our issuer"],
      ["D31", "Markup in client names, `login_hint`, `state`, `redirect_uri`, everything", "Printed as text"],
      [
        "D33",
        "A client's logo is an address inside, a script, too heavy, or never comes",
        "Pages show only the kept copy of a picture that its bytes prove; no page waits for it",
      ],
      ["D34", "The page of `form_post` without scripts", "A button that says what it does; never stored"],
      [
        "D35",
        "Two factors are needed, and another address, tab, user name, prompt, page, form, provider or mailed link is tried instead",
        "The missing step comes, or the client hears `interaction_required`",
      ],
      [
        "D36",
        "A link for a new password is opened by a mail scanner, used twice, by 50 at once, after another new password, or too late",
        "Opening uses nothing up; one use counts; every other one gets the page for a link that never was",
      ],
      [
        "D37",
        "The CSRF token of one form in another, or in the middle of another step",
        "The form again: one step never satisfies another",
      ],
      [
        "D38",
        "A passkey's answer made by hand, at a sign-in, a sign-up or on the page of passkeys: not verified, another origin, relying party, challenge, user handle or key",
        "Refused on the server; nobody is signed in, nothing is added",
      ],
      [
        "D39",
        "A credential is added or changed without a fresh proof, by the password alone where the person can prove more or is an administrator, or for another account",
        "To the sign-in form, to the missing factor, to the page that asks for an operator's link, or 403; nothing changes",
      ],
      [
        "D41",
        "A device's link is opened, its code typed, by somebody who did not start it",
        "The page names application, time and network, and warns; nothing happens without the button",
      ],
      [
        "D42",
        "Another page opens the link of a device again and again",
        "Nothing is looked up, no try is used up",
      ],
      [
        "D43",
        "The answer to a device without the page's form, with that of another device, session or browser",
        "The page again (403); the device goes on waiting",
      ],
      [
        "D44",
        "A device of a client that asks for two factors, allowed from a session of one",
        "The second factor first; the device goes on waiting",
      ],
      [
        "D40",
        "A new e-mail address that nobody has proved, or that somebody else got meanwhile",
        "It names no account before its link is used; the old address hears of the change",
      ],
      [
        "D55",
        "The link of a new account is used by passkeys and passwords at the same moment, or with somebody else's passkey",
        "One account, with nothing of the others; somebody else's passkey uses no link up",
      ],
      [
        "D54",
        "The owner of an address presses the button of a mail that a stranger's account caused, signed out or signed in to another account",
        "Nothing changes: the page says whose account it is, and works only for somebody who signs in to it",
      ],
      [
        "D50",
        "A provider misbehaves: wrong iss, aud, azp, nonce, signature, algorithm, kid, time, sub, at_hash, c_hash, userinfo, discovery; huge, slow, cut or redirecting answers",
        "The sign-in page with a sentence; nobody is signed in; the log says which",
      ],
      [
        "D51",
        "The answer of a provider comes to another browser, at another provider's callback, late, twice, twenty times at once, or with another state",
        "At most one sign-in, in the browser that began it",
      ],
      [
        "D52",
        "A provider's person has the address of an account, or its username, verified or not",
        "The account is found only by a verified address of a provider that the operator trusts; a new account gets another username and no address",
      ],
      [
        "D53",
        "A provider is connected to an account by another site, another person of the same browser, or without a fresh proof; the last way in is disconnected",
        "Nothing is connected or disconnected",
      ],
      [
        "D60",
        "A logo of the operator with a script in it, or with an address elsewhere",
        "Refused at the start; a logo is served in a sandbox",
      ],
      ["D61", "A client that registers itself names a brand or a colour", "Ignored"],
      [
        "D62",
        "Names, hosts and sentences of APIs with markup, turned directions of writing, words of 200 letters, fifty scopes, one sentence twice",
        "Printed as text, each in its own direction, wrapped at 320 pixels; a sentence stands once; both answers can be reached",
      ],
      [
        "D63",
        "The consent form allows another scope or API than the page listed, or the list holds commas and more than one `#`",
        "The page again (403); what was listed is allowed as it stands, and nothing else",
      ],
      [
        "D64",
        "An application that nobody registered calls itself by the name of another one",
        "The host of its document is the heading, its name a quoted claim; one that registered itself is said to have chosen its name",
      ],
      [
        "D65",
        "The cookie of what a page says after a form: forged, changed, oversized, of another browser, address or session, five minutes old, or sent again",
        "Ignored, or the same sentence for the same person; no password or code is ever in it",
      ],
      [
        "D66",
        "Back, Forward and reload on every page of the journeys of people and of operators, after each form that was refused or taken",
        "A page each time, and no question whether to send a form again",
      ],
      [
        "D67",
        "A page that asks the person who is signed in for a fresh proof is answered with the password, passkey or provider account of somebody else, or in a tab of an earlier session",
        "Refused; nobody else is signed in, linked or created",
      ],
      [
        "D68",
        "A person presses “this was not me” in the mail about a thief's sign-in",
        "Sessions, tokens and links end, and nobody signs in until the link of the next mail has set a new password; only a right proof is told why",
      ],
      [
        "D69",
        "A link that locks an account is opened by a mail scanner, pressed twice, pressed by fifty at once, forwarded, or posted by another site",
        "A GET changes nothing; one press locks; the page lets nobody in; a lock or a recovery ends the other links",
      ],
      [
        "D70",
        "A thief changes the password and the address, or adds a passkey, before the owner reads the notice",
        "The notice to the old address still locks and brings the account back there; what was added since is gone",
      ],
      [
        "D71",
        "Somebody reads the mail of an address that nobody proved, or of an account that the operator disabled, and presses the link",
        "No link goes to such an address; what the operator disabled stays closed, and the operator can let a locked account in",
      ],
      [
        "D72",
        "The cookie with the other accounts is forged, doubled, damaged or huge; the form names a session of another browser, or a session that has ended",
        "No account is added, none is chosen, and the page asks again",
      ],
      [
        "D73",
        "Two tabs add accounts at once; a page with the accounts is submitted after a switch; a sixth account signs in",
        "No account is listed twice; the button acts for the account that it names; the session used least recently ends",
      ],
    ],
  },
  {
    title: "E. Guessing",
    cases: [
      [
        "E1",
        "Ten wrong passwords for one account",
        "429 from the sixth on; after the wait the right one works; never locked for good",
      ],
      ["E3", "One password tried on 5,000 accounts from one network", "At most 30 failures in 15 minutes"],
      [
        "E4",
        "The same from neighbouring addresses",
        "Counted by IPv4 /24 and IPv6 /56, and three times as many by IPv6 /48",
      ],
      ["E6", "200 wrong passwords at the same moment", "No more are judged than the limit allows"],
      ["E7", "One account in every spelling of its name and address", "One counter"],
      ["E9", "`X-Forwarded-For` from somebody who is no trusted proxy", "Ignored"],
      ["E10", "The counters cannot be read or written", "503: nobody guesses uncounted"],
      [
        "E11",
        "Wrong codes of a second factor, of both kinds, with the right password each time",
        "429 from the sixth on; a browser that proved both before has a counter of its own",
      ],
      ["E12", "One code of an authenticator app twice, and 20 times at the same moment", "It counts once"],
      [
        "E13",
        "The code of an authenticator app whose clock is a step off; two steps",
        "It counts; it does not",
      ],
      [
        "E14",
        "One recovery code twice, and 50 times at the same moment",
        "It counts once; a new set ends every code of the old one",
      ],
      [
        "E15",
        "A mailed link is guessed",
        "256 random bits; a link that nobody made answers as one that was used",
      ],
      [
        "E16",
        "Mail after mail is asked for, for one person, or from one network",
        "Three an hour for each person, whatever tag stands behind a plus sign, with the same answer; the network is told to wait",
      ],
      [
        "E17",
        "A forgotten password, a sign-up or a new address, for known and unknown names",
        "The same answer after the same writes; what differs is done later, and outlives kill -9",
      ],
      [
        "E18",
        "A passkey is asked for by a username, known or unknown",
        "No name is taken and no credential named: the authenticator finds it",
      ],
      [
        "E19",
        "Usernames that are known, unknown or without a password, side by side",
        "The same answer at the cost of the same hash",
      ],
      [
        "E21",
        "Strangers use up the tries of an account",
        "A browser that signed in before still gets in; a name shaped like another's address cannot be registered",
      ],
      [
        "E25",
        "Wrong user codes of devices, texts that cannot be one, and answers for codes that no page asked about",
        "After five the person waits, and nobody else does; a good code costs no try; an answer alone tells nothing of its code",
      ],
      [
        "E22",
        "A flood of sign-ups",
        "A few for each network; there is no account before the link is used, and nothing after a day",
      ],
      [
        "E26",
        "Callbacks with a genuine state and a code that the provider never made, again and again",
        "Three calls for a state, sixty at once for a network; a good answer costs no try",
      ],
      [
        "E27",
        "A person changes the own account again and again",
        "Sixty forms at once, then one a minute, from each session; four times as many from all together, so a stolen session does not keep the owner from ending it",
      ],
      [
        "E28",
        "Refused new passwords, one after the other, with one link or account",
        "Twenty at once, then one in half a minute; a good one uses up no try, and none is judged where the address is taken",
      ],
      [
        "E29",
        "Somebody else's passkey or provider leads into an account that is recovered",
        "Right after the new password it is shown, with a button that removes it there; the button asks for a second factor where the account has one",
      ],
      ["E24", "Line breaks and JSON in a username", "One line in the log per event"],
    ],
  },
  {
    title: "F. Names, passwords, hashing",
    cases: [
      ["F1", "`café` composed and decomposed", "One password (NFC)"],
      ["F3", "Emoji, unassigned code points, a lone surrogate", "Kept exactly; refused"],
      ["F4", "Spaces around a password; other kinds of space", "Kept; each is U+0020"],
      ["F6", "Names that mix alphabets whose letters look alike", "Refused at registration"],
      ["F7", "Zero-width characters, BOM, bidi marks in a username", "Refused"],
      ["F9", "A password of 1,024 bytes; of one more", "Works; refused before hashing"],
      [
        "F10",
        "A password that grows or shrinks when normalised",
        "The limit counts bytes after normalising, and a cap comes before",
      ],
      ["F12", "Hashes fill the queue", "Other requests are answered meanwhile"],
      ["F13", "A stored hash that asks for gigabytes, or is damaged", "Refused before anything is computed"],
      [
        "F14",
        "A new password that was stolen elsewhere, walks over a keyboard, repeats itself, or is made of names",
        "Refused with the reason; nothing about it leaves the installation",
      ],
      [
        "F15",
        "New passwords that are long to estimate, and more than there is room for",
        "The first 40 characters are looked at, in turns by network, account and link; sign-ins do not wait",
      ],
      [
        "F16",
        "A person, or a provider's new account, chooses a name that speaks for the service: admin, postmaster, latchkey-…",
        "Refused at sign-up; a provider's account gets another name; operators may give any name",
      ],
    ],
  },
  {
    title: "G. Time, crash, storage",
    cases: [
      ["G1", "The clock jumps ahead ten minutes between issue and exchange", "`invalid_grant`"],
      [
        "G3",
        "The clock goes back: seconds again and again, an hour, between two starts",
        "No code gets younger and none is good twice; codes issued from then on work at once ([ADR 0026](adr/0026-time-does-not-run-back.md)). Spent codes of authenticator apps stay spent",
      ],
      [
        "G4",
        "Two nodes' clocks differ by up to a minute",
        "Codes of the fast one work at the slow one, at every lifetime",
      ],
      [
        "G7",
        "kill -9 after the token was answered, and in between",
        "The token works, its code stays spent, codes under way still work",
      ],
      [
        "G9",
        "kill -9 again and again under load, also between the writes of one transaction",
        "It starts; no code redeemed twice, no answered token lost",
      ],
      [
        "G10",
        "The power fails: any part of what was written since the last fsync is lost",
        "No answered fact lost, no code redeemed twice",
      ],
      [
        "G11",
        "The disk is full, also at a start",
        "Reads work; writes 503 and not ready; all again by itself when there is room",
      ],
      ["G12", "The log cannot be written", "Service goes on; lost lines are counted"],
      [
        "G13",
        "Database file, its folder or its log read-only",
        "A clear message at start; 503 and not ready later",
      ],
      [
        "G15",
        "Database file or its log removed, emptied, replaced, cut, damaged",
        "No service on it; never an empty one in its place",
      ],
      ["G16", "A write to the disk fails", "503, and the process ends with code 74; a restart serves again"],
      [
        "G21",
        "The primary PostgreSQL is killed under load, and its synchronous standby takes over",
        "503 meanwhile; nothing answered lost, no code redeemed twice, no restart",
      ],
      ["G22", "A pooler that shares sessions between connections", "The start is refused with the repair"],
      ["G25", "SIGTERM under load", "What is under way is answered; exit code 0 within 10 s"],
      [
        "G28",
        "Master key lost, wrong, readable by others",
        "The start is refused with the repair; no key is ever made over sealed data",
      ],
      ["G30", "Database, log and answers are searched for planted secrets", "Nothing is found"],
      ["G31", "A backup made while serving is restored", "Consistent; codes from before are refused"],
      ["G33", "A handler throws", "500 for that request, nothing for the others"],
      [
        "G34",
        "The mail server is away, slow, refuses, or cuts the connection",
        "Nobody who signs in notices; each message is tried again for a day and then given up, and the operator hears of it",
      ],
    ],
  },
  {
    title: "H. The console",
    cases: [
      [
        "H1",
        "Somebody without the admin right, or who lost it, opens the console",
        "A page that names the command; the visit ends at once",
      ],
      ["H2", "The answer of a sign-in in another browser, or a second time", "400, and no visit"],
      [
        "H3",
        "A form of the console from another site, without its token, or made for another form or browser",
        "403; nothing changes",
      ],
      [
        "H4",
        "The cookie of a visit, used by somebody else after its owner left",
        "Nothing: the token is revoked",
      ],
      [
        "H5",
        "A dangerous act minutes after the sign-in, or after the visit ended",
        "A fresh proof first; then the form with what was typed, passwords left out",
      ],
      [
        "H6",
        "Two people change one application or account at once",
        "The second sees both values and loses nothing",
      ],
      [
        "H7",
        "A request for a client with the console's address as redirect URI",
        "Page: only the console itself can seal such a request",
      ],
      [
        "H8",
        "Markup in the name of an application, in a search, in an address",
        "Escaped wherever it is shown; no address is followed",
      ],
      [
        "H9",
        "The Back button, behind a page that showed a secret or after its owner left",
        "No secret and no page of the console comes back",
      ],
    ],
  },
  {
    title: "I. The admin API",
    cases: [
      [
        "I1",
        "Without a token, with a token of another kind, in the query, or meant for another resource",
        "401 and what is missing; the token is not repeated",
      ],
      ["I2", "A token whose right was taken away since it was issued", "403 with the next request"],
      [
        "I3",
        "Without `admins:write`: an administrator, a client with rights of operators, a provider, or what leads there, also if it becomes one between the check and the write",
        "403; nothing changes",
      ],
      [
        "I4",
        "A path that a URL parser reads as another one: backslashes, dot segments, fragments",
        "404; no operation runs but the one whose right was checked",
      ],
      [
        "I5",
        "Content that is no JSON, no object, too large or compressed; members of a wrong type, unknown, or with half a character; `__proto__`",
        "400, 413, 415 or 422, with a pointer to the member",
      ],
      ["I6", "Addresses and methods that there are not", "404 or 405, with `Allow`"],
      ["I7", "A cursor that was made up, a limit out of range, a parameter twice", "400, with its name"],
      [
        "I8",
        "Many changes of one thing at once, or a change and its removal, each with the `ETag` that was read",
        "One wins, 412 for the others; a removal never removes what changed",
      ],
      [
        "I9",
        "A creation again with its `Idempotency-Key`, also at the same moment, or with other content",
        "Done once; the same answer, 409, or 422",
      ],
      [
        "I10",
        "Somebody else's `Idempotency-Key`, or the caller's own with a token of fewer rights",
        "Another creation, or 422; never the kept answer with its secret",
      ],
      ["I11", "More requests with one token than it has", "429 with `Retry-After`"],
      [
        "I12",
        "Requests by the description, but with any values",
        "Never 5xx, nor anything that the description has not",
      ],
      [
        "I13",
        "The database is away, or something fails that nobody thought of",
        "503 or 500 as a problem, with nothing of the inside",
      ],
      [
        "I14",
        "A person's token whose sign-in proved less than the console asks for, in a trusted browser or after a refresh too; one whose person lost the admin right",
        "401, until a stronger sign-in brings another token",
      ],
      [
        "I15",
        "Without `admins:write`: an address inside the network for logout tokens",
        "Registered, but called only if it is public",
      ],
      [
        "I16",
        "A creation again with its `Idempotency-Key` after the process that ran it died or stalled: before the creation, after it, and in between",
        "409 with `Retry-After` for a minute; then done once, or 409 with what the first one made",
      ],
    ],
  },
  {
    title: "J. Webhooks and exports",
    cases: [
      [
        "J1",
        "A webhook at an address inside the network, without TLS, or with a password in it",
        "Refused when it is added, or when the name leads there; nothing is sent",
      ],
      [
        "J2",
        "A receiver refuses one message for ever",
        "It waits alone and others go on; after three days it is a dead letter, which can be sent once more",
      ],
      [
        "J3",
        "Nothing but that message is sent for a day",
        "The receiver does not count as down: the next message goes out at once",
      ],
      [
        "J4",
        "A receiver fails everything, for hours",
        "One message at a time, at most an hour apart; when it is back, it gets all of them once",
      ],
      [
        "J5",
        "More messages fail than may wait, or the trail drops one that waits",
        "The rest stay in the trail; what is gone is a dead letter",
      ],
      ["J6", "A receiver that answers 410", "The webhook is disabled, and the audit trail says so"],
      [
        "J7",
        "Many export the audit trail at once, or one operator does again and again",
        "Four at once, two of one operator; then 429 with `Retry-After`",
      ],
      [
        "J8",
        "An operator loses the right while a slow browser still gets the export",
        "It is cut off, and looks unfinished",
      ],
      ["J9", "Text that a spreadsheet would run as a formula, in an export", "It stays text"],
      [
        "J10",
        "People are exported without a word about secrets, or to a file that exists",
        "No hash and no secret; the file stays as it is",
      ],
      [
        "J11",
        "Times of audit entries that are changed in the database, so that the service removes the entries",
        "Nothing is removed; an entry and the log say so once",
      ],
    ],
  },
  {
    title: "K. Declared state",
    cases: [
      [
        "K1",
        "A secret in clear, in a file of a declared state",
        "Refused with its line and the repair; no message contains the secret",
      ],
      [
        "K2",
        "Aliases that multiply, endless nesting, a member twice, `__proto__`, an unknown tag, bytes that are not UTF-8",
        "Refused with the place",
      ],
      [
        "K3",
        "A device, a pipe, a folder of thousands of files, a link that leads out of it",
        "Refused, without waiting",
      ],
      [
        "K4",
        "A reference to a secret that names a setting of the service, a file elsewhere, a device, or a file that is huge",
        "Refused with its line",
      ],
      [
        "K5",
        "A secret in a plan, in the audit trail or in an export",
        "A plan says that it is replaced, and nothing shows it",
      ],
      ["K6", "`kill -9` in the middle of an apply", "Each thing is whole, and the next apply does the rest"],
      ["K7", "Two nodes that start at once with the same files", "Each thing is made once, and both start"],
      [
        "K8",
        "A state over the admin API, from a caller who lacks the right to one of its parts",
        "Refused as a whole, also as a plan",
      ],
      [
        "K9",
        "A reference to a secret over the admin API",
        "Refused: the files and the environment of the server are not the caller's",
      ],
    ],
  },
];
