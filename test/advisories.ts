/** An advisory of another sign-in server or library, and what would catch its shape here. */
export interface Advisory {
  readonly id: string;
  /** What went wrong there, in Markdown. */
  readonly shape: string;
  /** Ids of cases, or titles of tests. Empty until there is one, which is due a week after `read`. */
  readonly proofs: readonly string[];
  /** The day since which all of these are tested; absent until then. */
  readonly since?: string;
  /** The day on which the advisory was read; absent for those from before this list was kept. */
  readonly read?: string;
}

/** docs/advisories.md is made of this list. An advisory that is read gets its row the same day. */
export const advisoryGroups: readonly { readonly title: string; readonly advisories: readonly Advisory[] }[] =
  [
    {
      title: "Keycloak",
      advisories: [
        {
          id: "CVE-2023-6291",
          shape: "Loose redirect validation let other hosts through",
          proofs: ["B9", "B10", "B12"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2023-6927",
          shape: "Wildcard + form_post.jwt mode bypassed the earlier fix",
          proofs: ["GHSA-vv4c-g6q7-p3q7: prompt=none, response_mode or a bad scope change nothing about it"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2024-1132",
          shape: "Redirect path traversal with wildcards",
          proofs: ["B13", "B35"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2024-8883",
          shape: "`http://localhost:80@host` accepted",
          proofs: ["B30"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2022-3782",
          shape: "Double URL encoding",
          proofs: ["B15"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2026-3872",
          shape: "`..;/` path segment",
          proofs: ["B14"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2026-7504",
          shape: "Wildcard open redirect",
          proofs: ["B35"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2026-9689",
          shape: "HTTP parameter pollution",
          proofs: ["A1", "A3", "A4"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2026-4282",
          shape: "One single-use store for all object kinds → forged codes",
          proofs: ["C28"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2026-1035",
          shape: "Refresh reuse check-then-act race",
          proofs: ["C24"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2026-9802",
          shape: "Revoked refresh token valid after restart",
          proofs: ["Keycloak CVE-2026-9802: a refresh token that was revoked stays so after a restart"],
          since: "2026-11-28",
        },
        {
          id: "CVE-2026-96446",
          shape: "PAR single use bypassed by prompt=none",
          proofs: ["C36"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2026-7571",
          shape: "Disabled implicit flow reachable through a restarted session",
          proofs: ["RFC 6749 §5.2: implicit grant"],
          since: "2026-11-22",
        },
        {
          id: "CVE-2026-7507",
          shape: "Session fixation at login restart",
          proofs: ["D9"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2023-6787",
          shape: "Cancelling prompt=login re-authentication let another user's session through",
          proofs: ["D22"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2025-12390",
          shape: "Session identifier reused in a shared browser",
          proofs: ["D15"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2026-18963",
          shape: "Reset flow state not scoped; action without token",
          proofs: ["D37"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2024-4629",
          shape: "Parallel logins outran the lock counter",
          proofs: ["E6"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2018-14657",
          shape: "TOTP not rate limited",
          proofs: ["E11"],
          since: "2026-11-22",
        },
        {
          id: "CVE-2026-9798",
          shape: "Lockout not applied on another grant",
          proofs: ["E1"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2024-1722",
          shape: "E-mail-shaped user name locks out the real owner",
          proofs: ["E21"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2021-3424",
          shape: "Homograph user names",
          proofs: ["F6"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2022-4361",
          shape: "Script in redirect_uri reflected",
          proofs: ["D31", "B24"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2023-6484",
          shape: "Log injection",
          proofs: ["E24"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2026-9793",
          shape: "Encrypted but unsigned request object accepted",
          proofs: [
            "request objects are refused and nothing is fetched: a request_uri makes no request of ours",
          ],
          since: "2026-11-21",
        },
        {
          id: "CVE-2026-8830",
          shape: "WebAuthn policy checked only in the browser",
          proofs: ["D38"],
          since: "2026-11-22",
        },
        {
          id: "CVE-2026-8922",
          shape: "Introspection ignored not-before/revocation epoch",
          proofs: [
            "Keycloak CVE-2026-8922: after all tokens of a person were revoked, introspection says of each that it is not active",
          ],
          since: "2026-11-28",
        },
        {
          id: "CVE-2020-10770",
          shape: "Request_uri fetch = SSRF",
          proofs: [
            "request objects are refused and nothing is fetched: a request_uri makes no request of ours",
          ],
          since: "2026-11-21",
        },
        {
          id: "CVE-2024-1249",
          shape: "PostMessage origin unchecked",
          proofs: [
            "Keycloak CVE-2024-1249: no script of a page listens to messages of other windows or sends them any",
          ],
          since: "2026-11-28",
        },
      ],
    },
    {
      title: "Ory Hydra / fosite",
      advisories: [
        {
          id: "CVE-2020-15222, CVE-2020-5300",
          shape: "Jti replay of client assertions",
          proofs: ["C33"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2020-15233",
          shape: "Loopback matching ignored path/query",
          proofs: ["B29"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2020-15234",
          shape: "Redirect comparison case-insensitive",
          proofs: ["B2", "B3"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2020-15223",
          shape: "Revocation swallowed storage errors",
          proofs: ["RFC 7009 §2.2.1: while the store is away the answer is 503, never a success"],
          since: "2026-11-21",
        },
        {
          id: "fosite #778",
          shape: "Concurrent exchange of one code succeeded several times",
          proofs: ["C3", "C4"],
          since: "2026-11-21",
        },
        {
          id: "GHSA-r9w3-57w2-gch2",
          shape: "Forged pagination token → SQL injection",
          proofs: ["I14"],
          since: "2026-11-23",
        },
        {
          id: "GO-2026-4861",
          shape: "Reflected script through error_hint",
          proofs: ["D31"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2026-33495",
          shape: "Trusted X-Forwarded-Proto",
          proofs: ["A34"],
          since: "2026-11-21",
        },
      ],
    },
    {
      title: "Zitadel, Logto, Authelia, better-auth, dex, casdoor, Rauthy",
      advisories: [
        {
          id: "Zitadel CVE-2026-55672",
          shape: "Code/refresh token not bound to client",
          proofs: ["C8", "C26"],
          since: "2026-11-21",
        },
        {
          id: "Zitadel CVE-2026-23511",
          shape: "Enumeration on login pages",
          proofs: ["E17", "E19"],
          since: "2026-11-22",
        },
        {
          id: "Zitadel CVE-2023-49097 (GHSA-2wmj-46rj-qm2w)",
          shape: "Forwarded host poisons reset mail",
          proofs: ["A34"],
          since: "2026-11-21",
        },
        {
          id: "Zitadel CVE-2026-29067",
          shape: "Host check of new login UI → account takeover",
          proofs: ["A33"],
          since: "2026-11-21",
        },
        {
          id: "Zitadel CVE-2025-64102",
          shape: "Factors guessable without limit",
          proofs: ["E11", "E14", "E15"],
          since: "2026-11-22",
        },
        {
          id: "Zitadel CVE-2026-119128",
          shape: "Forgeable verification cookie",
          proofs: ["a forged or altered cookie of any kind is a stranger's"],
          since: "2026-11-21",
        },
        {
          id: "Zitadel CVE-2026-109373",
          shape: "Unsigned session cookie",
          proofs: ["V7.2.1: a session cookie with any one character changed is a stranger's"],
          since: "2026-11-21",
        },
        {
          id: "Zitadel CVE-2026-105209",
          shape: "Passkey enrolment for foreign account",
          proofs: ["D39"],
          since: "2026-11-22",
        },
        {
          id: "Logto CVE-2026-15612",
          shape: "Nonce missing in ID token",
          proofs: ["openid-client believes no ID token with another nonce"],
          since: "2026-11-21",
        },
        {
          id: "Logto CVE-2026-15616",
          shape: "Second factor not enforced on one path",
          proofs: ["D35"],
          since: "2026-11-22",
        },
        {
          id: "Logto CVE-2026-15611",
          shape: "Linking by unverified e-mail",
          proofs: ["D40"],
          since: "2026-11-22",
        },
        {
          id: "Authelia CVE-2025-24806",
          shape: "Throttle keyed by typed name",
          proofs: ["E7"],
          since: "2026-11-21",
        },
        {
          id: "Authelia CVE-2021-32637",
          shape: "Malformed URI bypassed the check",
          proofs: ["A12"],
          since: "2026-11-21",
        },
        {
          id: "better-auth CVE-2025-71403",
          shape: "Trusted-origin check fooled",
          proofs: ["B39"],
          since: "2026-11-21",
        },
        {
          id: "better-auth CVE-2026-67333",
          shape: "Javascript: redirect URI",
          proofs: ["B24"],
          since: "2026-11-21",
        },
        {
          id: "better-auth CVE-2026-67336",
          shape: "Plain PKCE / none accepted though advertised otherwise",
          proofs: ["C16"],
          since: "2026-11-21",
        },
        {
          id: "better-auth CVE-2026-53512",
          shape: "Refresh without client authentication",
          proofs: ["better-auth CVE-2026-53512: without the client's secret nothing is refreshed"],
          since: "2026-11-21",
        },
        {
          id: "better-auth CVE-2026-53517",
          shape: "Refresh rotation race",
          proofs: ["C24"],
          since: "2026-11-21",
        },
        {
          id: "better-auth CVE-2026-67332",
          shape: "Audience not bound to the grant",
          proofs: [
            "RFC 8707 §2, better-auth CVE-2026-67332: audience names the API as resource does, and both must mean one",
          ],
          since: "2026-11-22",
        },
        {
          id: "better-auth CVE-2026-53516",
          shape: "Auto-link on unverified e-mail",
          proofs: ["D40"],
          since: "2026-11-22",
        },
        {
          id: "better-auth 1.6.11/1.6.18 notes",
          shape: "Magic links, one-time and reset tokens redeemable in parallel",
          proofs: ["D36", "E14"],
          since: "2026-11-22",
        },
        {
          id: "dex CVE-2022-39222",
          shape: "Code stolen through approval request id",
          proofs: ["D20"],
          since: "2026-11-21",
        },
        {
          id: "dex 2.29 note",
          shape: "Secret compare not constant time",
          proofs: ["C22"],
          since: "2026-11-21",
        },
        {
          id: "casdoor CVE-2024-41657",
          shape: "CORS origin prefix check",
          proofs: ["D27"],
          since: "2026-11-21",
        },
        {
          id: "casdoor GHSA-rwcp-qrwg-56cg",
          shape: "CSRF on set-password",
          proofs: ["D1"],
          since: "2026-11-21",
        },
        {
          id: "casdoor CVE-2026-90942",
          shape: "Private keys readable through API",
          proofs: ["casdoor CVE-2026-90942: no key set, list of keys or list of clients has a secret part"],
          since: "2026-11-28",
        },
        {
          id: "casdoor CVE-2026-9097",
          shape: "Revoked token still exchangeable",
          proofs: [
            "C70, casdoor CVE-2026-9097: a token of another API, a dead one and none at all are told apart by nobody",
          ],
          since: "2026-11-22",
        },
        {
          id: "Rauthy 0.36.1 note",
          shape: "Refresh minted token for another client",
          proofs: ["C26"],
          since: "2026-11-21",
        },
        {
          id: "Rauthy 0.36.2 note",
          shape: "Reachable panic = unauthenticated outage",
          proofs: ["G33"],
          since: "2026-11-21",
        },
      ],
    },
    {
      title: "Libraries and neighbours",
      advisories: [
        {
          id: "node-oauth2-server CVE-2020-26938",
          shape: "Redirect scheme regex let script URLs in",
          proofs: ["B24"],
          since: "2026-11-21",
        },
        {
          id: "node-oauth2-server CVE-2017-18924",
          shape: "No PKCE check at all",
          proofs: ["C13", "C15"],
          since: "2026-11-21",
        },
        {
          id: "node-oauth2-server CVE-2026-41213",
          shape: "1-char verifier allowed and failed tries did not burn the code",
          proofs: ["C13", "C18"],
          since: "2026-11-21",
        },
        {
          id: "authentik CVE-2023-48228, CVE-2024-23647",
          shape: "PKCE skipped when verifier/challenge left out",
          proofs: ["C13", "C15"],
          since: "2026-11-21",
        },
        {
          id: "authentik CVE-2024-52289",
          shape: "Registered URI used as regex",
          proofs: ["B34"],
          since: "2026-11-21",
        },
        {
          id: "authentik CVE-2024-21637",
          shape: "Script URI in form_post",
          proofs: ["B24"],
          since: "2026-11-21",
        },
        {
          id: "authentik CVE-2023-39522",
          shape: "Recovery page reveals users",
          proofs: ["E17"],
          since: "2026-11-22",
        },
        {
          id: "Spring CVE-2024-22258",
          shape: "PKCE downgrade for confidential clients",
          proofs: ["C15"],
          since: "2026-11-21",
        },
        {
          id: "Spring CVE-2019-3778",
          shape: "Redirect resolver too lenient",
          proofs: ["B2"],
          since: "2026-11-21",
        },
        {
          id: "doorkeeper-openid_connect GHSA-vv4c-g6q7-p3q7",
          shape: "Prompt=none error sent to unchecked URI",
          proofs: ["GHSA-vv4c-g6q7-p3q7: prompt=none, response_mode or a bad scope change nothing about it"],
          since: "2026-11-21",
        },
        {
          id: "tinyauth CVE-2026-33544",
          shape: "Shared mutable state mixed users",
          proofs: ["D14"],
          since: "2026-11-21",
        },
        {
          id: "oauth2-proxy CVE-2026-40575",
          shape: "Forwarded header trusted from anywhere by default",
          proofs: ["E9", "A34"],
          since: "2026-11-21",
        },
        {
          id: "CVE-2026-107271, CVE-2026-107269",
          shape: "Rate limit by spoofable header; timing enumeration",
          proofs: ["E9", "E19"],
          since: "2026-11-21",
        },
        {
          id: "mod_auth_openidc CVE-2021-32786, CVE-2022-23527",
          shape: "Backslash and tab in URL parsing",
          proofs: ["B12", "B23", "B39"],
          since: "2026-11-21",
        },
        {
          id: "Node CVE-2018-12122",
          shape: "Slow headers denial of service",
          proofs: ["A37"],
          since: "2026-11-21",
        },
      ],
    },
    {
      title: "Forward auth",
      advisories: [
        {
          id: "oauth2-proxy GHSA-7rh7-c77v-6434",
          shape: "The query satisfied a rule for a path",
          proofs: ["oauth2-proxy GHSA-7rh7-c77v-6434: does not come from the query"],
          since: "2026-11-28",
        },
        {
          id: "oauth2-proxy GHSA-7x63-xv5r-3p2x and its first fix",
          shape: "A visitor's own `X-Forwarded-Uri` was believed",
          proofs: [
            "GHSA-7x63-xv5r-3p2x: counts for nothing if the proxy is not trusted",
            "GHSA-7x63-xv5r-3p2x: a second X-Forwarded-Uri opens nothing",
          ],
          since: "2026-11-28",
        },
        {
          id: "Caddy CVE-2026-27587",
          shape: "Capital letters in a path led past its matcher",
          proofs: [
            "Caddy CVE-2026-27587: capital letters lead past no rule",
            "Caddy CVE-2026-27587: capital letters open nothing",
          ],
          since: "2026-11-28",
        },
        {
          id: "Caddy CVE-2026-27588",
          shape: "With more than a hundred hosts, one in capital letters led past its matcher",
          proofs: [
            "Caddy CVE-2026-27588, Authelia CVE-2026-48794: a host in capital letters is nobody's, among 120 hosts too",
          ],
          since: "2026-11-28",
        },
        {
          id: "oauth2-proxy #3506",
          shape: "The fix of GHSA-7x63-xv5r-3p2x believed other spellings of the header",
          proofs: [
            "oauth2-proxy #3506: no other spelling of X-Forwarded-Uri, and no second one, opens a path",
          ],
          since: "2026-11-28",
        },
        {
          id: "Traefik CVE-2026-39858 (GHSA-5m6w-wvh7-57vm), GHSA-6384-m2mw-rf54",
          shape: "Aliases with underscores and `X-Forwarded-Prefix` were passed on to what decides",
          proofs: [
            "Traefik GHSA-5m6w-wvh7-57vm, GHSA-6384-m2mw-rf54: aliases with underscores and X-Forwarded-Prefix count for nothing",
            "GHSA-x677-9fxg-v5c5: every printed file removes what a visitor sends under an alias of a header",
          ],
          since: "2026-11-28",
        },
        {
          id: "Traefik CVE-2026-54763 (GHSA-x677-9fxg-v5c5) and its first fix",
          shape: "An alias of an identity header, with an underscore or a dot, reached the application",
          proofs: [
            "GHSA-x677-9fxg-v5c5: every printed file removes what a visitor sends under an alias of a header",
          ],
          since: "2026-11-28",
        },
        {
          id: "Envoy CVE-2019-9901",
          shape: "Dot segments led past a rule",
          proofs: ["Envoy CVE-2019-9901: dot segments open nothing"],
          since: "2026-11-28",
        },
        {
          id: "Envoy CVE-2021-29492",
          shape: "Escaped slashes led past a rule",
          proofs: ["Envoy CVE-2021-29492: escaped slashes and backslashes open nothing"],
          since: "2026-11-28",
        },
        {
          id: "Envoy CVE-2021-32779",
          shape: "A fragment was taken for a part of the path",
          proofs: ["Envoy CVE-2021-32779: a fragment opens nothing"],
          since: "2026-11-28",
        },
        {
          id: "istio #27409",
          shape: "Path parameters led past a rule",
          proofs: ["istio #27409: path parameters open nothing"],
          since: "2026-11-28",
        },
        {
          id: "Authelia CVE-2021-32637",
          shape: "A malformed address was let through",
          proofs: [
            "Authelia CVE-2021-32637: an address that cannot be read is refused, and never let through",
          ],
          since: "2026-11-28",
        },
        {
          id: "Authelia CVE-2026-48794",
          shape: "A host in capital letters met another rule",
          proofs: [
            "Caddy CVE-2026-27588, Authelia CVE-2026-48794: a host in capital letters is nobody's, among 120 hosts too",
          ],
          since: "2026-11-28",
        },
        {
          id: "authentik CVE-2026-25748",
          shape: "A malformed cookie let a request through without headers",
          proofs: [
            "authentik CVE-2026-25748: a malformed cookie is nobody's visit, and lets nothing through",
          ],
          since: "2026-11-28",
        },
        {
          id: "Cookie injection by a sibling host (RFC 6265bis §4.1.3.2)",
          shape: "A neighbour planted the cookie of a session or of a sign-in",
          proofs: [
            "is opened by its whole cookie alone",
            "that began at one host does not finish at another",
          ],
          since: "2026-11-28",
        },
        {
          id: "Open redirect through the return address",
          shape: "A sign-in led on to another site",
          proofs: ["leads back to a path on its own host alone"],
          since: "2026-11-28",
        },
        {
          id: "A sign-in begun at one host and finished at another",
          shape: "The cookie of one application was given out at another",
          proofs: [
            "that began at one host does not finish at another",
            "finishes in the browser that began it alone, and once",
          ],
          since: "2026-11-28",
        },
      ],
    },
  ];
