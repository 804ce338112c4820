import { readAccent, readBrandName } from "../../values/brand.ts";
import type { Result } from "../../values/result.ts";
import { strengths } from "../../values/strength.ts";
import { whyNoAdminScope } from "../api/admin-scopes.ts";
import { whyNoProtectedOrigin } from "../forward-auth/protected-origin.ts";
import { whyNoRule } from "../forward-auth/rules.ts";
import { signingAlgorithms } from "../jwk.ts";
import {
  address,
  choice,
  claimTable,
  flag,
  hidden,
  host,
  invertedFlag,
  keySet,
  list,
  names,
  optionalChoice,
  text,
  wordFlag,
} from "./metadata-kinds.ts";
import { always, type CommandOption, type Field, ifOpenid, ifSet } from "./metadata-row.ts";
import {
  reachable,
  shortAddress,
  whyNoPostLogoutUri,
  whyNoResource,
  whyNoScopeValue,
} from "./metadata-uris.ts";

const algorithmNeedsOpenid =
  "Only clients of OpenID Connect get ID tokens and signed userinfo, so an algorithm would do nothing here.";
const keysNeedSecrecy =
  "A public client cannot keep a private key any more than a secret, so it has no public keys.";

/**
 * The properties of a client, a row each: everything that registrations, the command line, `--json`, `client show`, storage and
 * changes need to know of them. The order is that of the help and of `client show`. docs/adding-a-feature.md says how to add one.
 */
export const metadataFields = {
  /** May ask for `scope=openid` and then gets an ID token. Otherwise `openid` in a scope is ignored. Registrations say it by `scope`. */
  isOpenid: flag({
    wire: null,
    record: always("openid"),
    option: openid("--openid", "gets an ID token for scope=openid, and iss in answers"),
    label: null,
  }),
  /** What ID tokens and logout tokens are signed with. */
  idTokenAlgorithm: choice(signingAlgorithms, "RS256", {
    wire: ifOpenid("id_token_signed_response_alg"),
    record: ifOpenid("id_token_signed_response_alg"),
    option: openid("--id-token-alg <alg>", "signs ID tokens; RS256 unless named"),
    label: null,
    needsOpenid: algorithmNeedsOpenid,
  }),
  /** ID tokens leave the claims of the scope to userinfo (OpenID Connect Core §5.4). The wire name is this service's own. */
  hasLeanIdToken: flag({
    wire: ifSet("lean_id_token"),
    record: ifOpenid("lean_id_token"),
    option: openid("--lean-id-token", "leaves names and addresses to userinfo"),
    label: null,
    needsOpenid: "Only clients of OpenID Connect get ID tokens, so a lean one would do nothing here.",
  }),
  /** If it is set, userinfo answers a signed JWT. */
  userinfoAlgorithm: optionalChoice(signingAlgorithms, {
    wire: ifSet("userinfo_signed_response_alg"),
    record: ifSet("userinfo_signed_response_alg"),
    option: openid("--userinfo-alg <alg>", "signs what userinfo answers"),
    label: "Userinfo",
    phrase: "signed with",
    needsOpenid: algorithmNeedsOpenid,
  }),
  /**
   * Knows people by subjects of its sector and not by account ids (OpenID Connect Core §8): see `sectorOf`. A change of it, or of the
   * sector, changes everybody's `sub` at this client.
   */
  isPairwise: wordFlag("public", "pairwise", {
    wire: ifOpenid("subject_type"),
    record: ifSet("subject_type"),
    option: openid("--subject-type <type>", "sub is the account id, or one of its own; public unless named"),
    label: null,
    needsOpenid:
      "Only clients of OpenID Connect get the ID tokens that pairwise subjects are for; an interface client knows people by account ids.",
  }),
  /**
   * The document of a client that registered itself, which lists its redirect URIs; the host of the address is then its `sector` (OpenID
   * Connect Core §8.1). Only if `isPairwise`.
   */
  sectorIdentifierUri: address(
    {
      wire: ifSet("sector_identifier_uri"),
      record: null,
      option: null,
      label: "Sector from",
    },
    reachable("cannot be asked for the redirect URIs of a sector. Use an https: address"),
  ),
  /** The sector in place of the host of the redirect URIs, by the operator's word or a sector document. Only if `isPairwise`. */
  sector: host({
    wire: null,
    record: null,
    option: openid("--sector <host>", "pairwise: shares subjects with the clients of this host"),
    label: null,
  }),
  /** Gets refresh tokens. Registrations say it by `grant_types`. */
  mayRefresh: flag({
    wire: null,
    record: null,
    option: tokens("--refresh", "gets refresh tokens"),
    label: null,
  }),
  /** Signs people in on devices without a browser (RFC 8628). Only the operator sets it, because anybody can start such a request. */
  mayUseDeviceGrant: flag({
    wire: null,
    record: ifSet("device"),
    option: tokens("--device", "signs in on devices without a browser, by a code that people type"),
    label: null,
  }),
  /** Asks for tokens by itself and signs nobody in (RFC 6749 §4.4). Fixed when the client is registered: see `whyNoMachine`. */
  isMachine: flag({
    wire: null,
    record: ifSet("machine"),
    option: machines("--machine", "a service that signs in by itself: no redirect URI, no person"),
    label: null,
    confidentialOnly: "A public client cannot prove who it is, so it gets no tokens without a person.",
  }),
  /** The scope values of APIs that a machine may ask for. */
  machineScope: list(
    {
      wire: null,
      record: ifSet("machine_scope"),
      option: machines("--scope <value>", "a right that it may ask for at its APIs"),
      label: "May ask for",
    },
    whyNoScopeValue,
  ),
  /** The rights of operators that a machine may ask for at the admin API. Only the operator gives them. */
  adminScope: list(
    {
      wire: null,
      record: ifSet("admin_scope"),
      option: machines(
        "--admin-scope <scope>",
        "a right of operators that it may ask for, such as users:read",
      ),
      label: "May administer",
    },
    whyNoAdminScope,
  ),
  /** The hosts of an application that a proxy protects by asking this service. Whether there are any is fixed: see `whyNotProtected`. */
  protectedOrigins: list(
    {
      wire: null,
      record: ifSet("protect"),
      option: forwardAuth(
        "--protect <url>",
        "an application behind a proxy that asks here about every request",
      ),
      label: "Protects",
    },
    whyNoProtectedOrigin,
  ),
  /** What some of its paths ask for, in order: the first rule that fits a request decides. */
  pathRules: list(
    {
      wire: null,
      record: ifSet("path_rules"),
      option: forwardAuth(
        "--path <rule>",
        "a rule for a path, like '/admin/* group=staff require=two' or '/assets/* public'",
      ),
      label: "Path",
    },
    whyNoRule,
  ),
  /** Its requests carry a signed statement about the person, for an application that verifies it. */
  hasAssertion: flag({
    wire: null,
    record: ifSet("assertion"),
    option: forwardAuth("--assertion", "its requests carry a signed JWT about the person"),
    label: "Assertion",
  }),
  /** Programs that know only Basic get in with a password that the person made for this application alone. */
  hasAppPasswords: flag({
    wire: null,
    record: ifSet("app_passwords"),
    option: forwardAuth(
      "--app-passwords",
      "programs get in with passwords that people make for it at /account",
    ),
    label: "App passwords",
  }),
  /** Compared as exact strings (OpenID Connect RP-Initiated Logout §3). */
  postLogoutRedirectUris: list(
    {
      wire: ifSet("post_logout_redirect_uris"),
      record: always("post_logout_redirect_uris"),
      option: openid("--post-logout-redirect-uri <uri>", "where people go after signing out"),
      label: "After sign-out",
    },
    whyNoPostLogoutUri,
  ),
  /** Where logout tokens are posted (OpenID Connect Back-Channel Logout §2.2). */
  backchannelLogoutUri: address(
    {
      wire: ifSet("backchannel_logout_uri"),
      record: ifSet("backchannel_logout_uri"),
      option: openid("--backchannel-logout-uri <uri>", "is told when somebody signs out"),
      label: "Logout told to",
      needsOpenid:
        "Only clients of OpenID Connect learn the session that back-channel logout is about, so it would do nothing here.",
    },
    reachable("cannot be told of logouts. Use an https: address"),
  ),
  /** Logout tokens go to public addresses alone, because the operator who registered the address has no `admins:write`. */
  isLogoutGuarded: flag({
    wire: null,
    record: ifSet("backchannel_logout_guarded"),
    option: null,
    label: null,
  }),
  /** Its server may end a session without the browser, with an ID token of that session. */
  mayEndSessions: flag({
    wire: null,
    record: ifSet("may_end_sessions"),
    option: openid("--may-end-sessions", "its server may sign people out without their browser"),
    label: null,
    needsOpenid:
      "Only clients of OpenID Connect have ID tokens, which say what session to end, so it would do nothing here.",
  }),
  /** Belongs to somebody else, so people are asked before it learns anything about them. */
  isThirdParty: flag({
    wire: null,
    record: always("third_party"),
    option: tokens("--third-party", "somebody else's: people are asked first"),
    label: null,
  }),
  /** The strength of proof that people need for it, beside what the installation and the account ask for. */
  requiredStrength: optionalChoice(strengths, {
    wire: null,
    record: ifSet("require"),
    option: tokens(
      "--require <strength>",
      "how strongly people prove who they are: one, two factors, phr (a passkey)",
    ),
    label: "Proof needed",
  }),
  /** Its start page (RFC 7591 §2), which people who may enter find on their home page. Registrations by strangers cannot name it. */
  clientUri: address(
    {
      wire: null,
      record: ifSet("client_uri"),
      option: tokens("--client-uri <uri>", "its start page, linked on the home page of people who may enter"),
      label: "Start page",
    },
    reachable(`cannot be linked from people's home page. Use ${shortAddress}`),
  ),
  /** Where a sign-in starts (OpenID Connect Core §4): the home page leads there instead, with `iss`. */
  initiateLoginUri: address(
    {
      wire: null,
      record: ifSet("initiate_login_uri"),
      option: tokens(
        "--initiate-login-uri <uri>",
        "where a sign-in starts; the home page leads there instead",
      ),
      label: "Sign-in starts at",
    },
    reachable(`cannot be linked from people's home page. Use ${shortAddress}`),
  ),
  /** Where its logo is fetched from; pages show the copy that is kept, never the address. */
  logoUri: address(
    {
      wire: ifSet("logo_uri"),
      record: ifSet("logo_uri"),
      option: tokens("--logo-uri <uri>", "its logo, fetched once and shown where people sign in and agree"),
      label: "Logo",
      isShown: true,
    },
    reachable(`cannot be asked for a logo. Use ${shortAddress}`),
  ),
  /** What the client says about the data of people; pages link to it. */
  policyUri: address(
    {
      wire: ifSet("policy_uri"),
      record: ifSet("policy_uri"),
      option: tokens("--policy-uri <uri>", "its privacy policy, linked where people sign in and agree"),
      label: "Privacy policy",
      isShown: true,
    },
    reachable(`cannot be linked from the sign-in page. Use ${shortAddress}`),
  ),
  /** The page of its terms of service. */
  tosUri: address(
    {
      wire: ifSet("tos_uri"),
      record: ifSet("tos_uri"),
      option: tokens("--tos-uri <uri>", "its terms, likewise"),
      label: "Terms",
      isShown: true,
    },
    reachable(`cannot be linked from the sign-in page. Use ${shortAddress}`),
  ),
  /** What its sign-in pages call the service, in place of the installation's name. Only the operator may say so. */
  brandName: text(
    {
      wire: null,
      record: ifSet("brand_name"),
      option: tokens("--brand-name <name>", "stands on its sign-in pages in place of the service's name"),
      label: "Brand",
    },
    (name) => whyRefused("cannot be the name on the door", readBrandName(name)),
  ),
  /** The colour of its sign-in pages, and perhaps another one for dark pages. */
  brandAccent: text(
    {
      wire: null,
      record: ifSet("brand_accent"),
      option: tokens("--brand-accent <colour>", "paints its sign-in pages, like #7a1f5c"),
      label: "Accent",
    },
    (accent) => whyRefused("cannot be the accent", readAccent(accent)),
  ),
  /** Authenticates with signed assertions by these public keys instead of a secret (RFC 7523 §2.2): private_key_jwt. */
  publicKeys: keySet({
    wire: ifSet("jwks"),
    record: ifSet("jwks"),
    option: proof("--public-keys <file>", "signs with these keys (JWK set), has no secret"),
    label: "Public key",
    confidentialOnly: keysNeedSecrecy,
    isForSigning: true,
  }),
  /** The same, with keys that the client publishes itself. Never beside `publicKeys`. */
  publicKeysUri: address(
    {
      wire: ifSet("jwks_uri"),
      record: ifSet("jwks_uri"),
      option: proof("--public-keys-uri <uri>", "the same, with keys that it publishes there"),
      label: "Public keys at",
      confidentialOnly: keysNeedSecrecy,
      isForSigning: true,
    },
    reachable("cannot be asked for public keys. Use an https: address"),
  ),
  /** Every token must be bound to a key (RFC 9449 §5.2). */
  requiresDpop: flag({
    wire: always("dpop_bound_access_tokens"),
    record: always("dpop_bound_access_tokens"),
    option: proof("--dpop", "every token is bound to a key"),
    label: null,
  }),
  /** Authorization requests only through PAR (RFC 9126 §6). */
  requiresPushedRequest: flag({
    wire: always("require_pushed_authorization_requests"),
    record: always("require_pushed_authorization_requests"),
    option: proof("--par", "requests are pushed first"),
    label: null,
  }),
  /** Keeps its refresh token instead of getting a new one each time: see `keepsItsRefreshToken`. */
  keepsRefreshToken: invertedFlag({
    wire: null,
    record: ifSet("refresh_token_rotation"),
    option: proof("--no-rotation", "keeps its refresh token; needs keys and DPoP"),
    label: null,
  }),
  /** The groups whose people may enter; empty for everybody. */
  onlyGroups: names({
    wire: null,
    record: always("only_groups"),
    option: tokens("--only-group <group>", "only people of this group may enter"),
    label: "Only group",
  }),
  /** What it learns about people beside the claims of its scopes. */
  claimRules: claimTable({
    wire: null,
    record: ifSet("claim_rules"),
    option: openid("--claim-rule <json>", "a claim of its own; `client claim add` writes such a rule"),
    label: "Claim",
  }),
  /** The operator's claims hook is asked what it learns besides. */
  asksClaimsHook: flag({
    wire: null,
    record: ifSet("claims_hook"),
    option: openid("--claims-hook", "the claims hook says more about people (LATCHKEY_CLAIMS_HOOK_URL)"),
    label: "Claims hook",
    needsOpenid:
      "Only clients of OpenID Connect get claims about people, so the claims hook would do nothing here.",
  }),
  /** Resource indicators that it may ask for (RFC 8707). */
  resources: list(
    {
      wire: null,
      record: always("resources"),
      option: {
        ...tokens("--resource <uri>", "an API that it may ask tokens for; also --api"),
        alias: "--api",
      },
      label: "Resource",
    },
    whyNoResource,
  ),
  /** The resource indicator that it is itself: it may introspect tokens that are meant for it. */
  audience: text(
    {
      wire: null,
      record: ifSet("audience"),
      option: tokens("--audience <uri>", "the API that it is itself: may introspect and exchange its tokens"),
      label: "Audience",
      confidentialOnly:
        "A public client cannot prove who it is, so it may not introspect tokens and has no audience.",
    },
    whyNoResource,
  ),
  /** Gets `iss` in authorization responses (RFC 9207), as strict clients always do. A change of `isOpenid` sets it. */
  wantsIssuer: flag({ wire: null, record: null, option: null, label: null }),
  /** The token_endpoint_auth_method of a client that registered itself and named one of the two; both work for every secret. */
  secretMethod: optionalChoice(["client_secret_basic", "client_secret_post"], {
    wire: null,
    record: null,
    option: null,
    label: null,
  }),
  /** SHA-256 in base64url of the token that a client which registered itself manages its registration with (RFC 7592). */
  registrationTokenDigest: hidden({
    wire: null,
    record: ifSet("self_registered"),
    option: null,
    label: null,
  }),
  /**
   * Described by the document at its client id. The text is the time, in milliseconds, since which its document has shown people this
   * name and these hosts: an older consent was given to something else.
   */
  documentSince: hidden({
    wire: null,
    record: ifSet("described_by_document"),
    option: null,
    label: null,
  }),
} satisfies Readonly<Record<string, Field>>;

export type MetadataMember = keyof typeof metadataFields;

/** The rows by name, for what is done with all of them alike. */
export const metadataRows = Object.entries(metadataFields) as readonly (readonly [MetadataMember, Field])[];

function openid(flags: string, help: string): CommandOption {
  return { flags, help, heading: "OpenID Connect:" };
}

/** Continues a sentence after the value with the reason of its reader. */
function whyRefused(fault: string, read: Result<unknown, string>): string | undefined {
  return read.ok ? undefined : `${fault}. ${read.reason}`;
}

function tokens(flags: string, help: string): CommandOption {
  return { flags, help, heading: "Tokens and consent:" };
}

function machines(flags: string, help: string): CommandOption {
  return { flags, help, heading: "Machines:" };
}

function forwardAuth(flags: string, help: string): CommandOption {
  return { flags, help, heading: "Behind a proxy (forward auth):" };
}

function proof(flags: string, help: string): CommandOption {
  return { flags, help, heading: "Stronger proof:" };
}
