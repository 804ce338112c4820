/**
 * The rights of operators at the admin API and in the console, and what each lets its holder do. A right to write includes the right to
 * read. `admins:write` stands apart: without it no token reaches an administrator, a client with rights of operators, or anything
 * by which its holder could become one.
 */
export const adminScopes = {
  "clients:read": "See applications",
  "clients:write": "Register, change and remove applications, and make secrets for them",
  "apis:read": "See APIs and their scopes",
  "apis:write": "Register, change and remove APIs and their scopes",
  "users:read": "See people, their credentials, and the applications that they allowed",
  "users:write": "Create, change and remove people, and remove their credentials and consents",
  "groups:read": "See groups and who is in them",
  "groups:write": "Create and remove groups, and change who is in them",
  "sessions:read": "See who is signed in",
  "sessions:write": "Sign people out",
  "tokens:read": "See what a token is and whether it works",
  "tokens:write": "Revoke tokens",
  "invitations:read": "See invitations",
  "invitations:write": "Invite people, and withdraw invitations; into groups only with groups:write",
  "upstreams:read": "See the providers that people sign in with",
  "upstreams:write": "Add, change and remove providers that people sign in with; only with admins:write",
  "mail:read": "See messages; their contents only with admins:write",
  "mail:write": "Send messages again",
  "webhooks:read": "See webhooks and their undelivered entries",
  "webhooks:write":
    "Add, stop and delete webhooks, and rotate their secrets; adding one also needs audit:read",
  "keys:read": "See the keys, without their secret part",
  "keys:write": "Rotate keys",
  "audit:read": "Read the audit trail",
  "settings:read": "See the settings, without secrets",
  "status:read": "See the state of the service, and its statistics",
  "admins:write":
    "Do all of this to administrators too, give rights of operators, and reach everything that leads to them",
} as const satisfies Readonly<Record<string, string>>;

export type AdminScope = keyof typeof adminScopes;

/** Every right, in the order of the table. */
export const allAdminScopes = Object.keys(adminScopes).filter(isAdminScope);

/** True for the words of the table. */
export function isAdminScope(word: string): word is AdminScope {
  return Object.hasOwn(adminScopes, word);
}

/** Why a word is not a right of operators, as the end of a sentence about it; undefined for one. */
export function whyNoAdminScope(word: string): string | undefined {
  return isAdminScope(word)
    ? undefined
    : `is not a right of operators. Those are: ${allAdminScopes.join(" ")}`;
}

/** The rights that these words give, those included that others include. Unknown words give none. */
export function adminScopesOf(words: readonly string[]): ReadonlySet<AdminScope> {
  const given = words.filter(isAdminScope);
  const included = given.map((scope) => scope.replace(/:write$/, ":read")).filter(isAdminScope);
  return new Set([...given, ...included]);
}
