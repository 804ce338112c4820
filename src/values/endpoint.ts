/** What a request is for, in so few words that each can be counted by itself. Pages that no other word names are `page`. */
export const endpoints = [
  "authorization",
  "sign-in",
  "token",
  "userinfo",
  "introspection",
  "revocation",
  "pushed-request",
  "device-authorization",
  "registration",
  "sign-out",
  "document",
  "page",
  "admin",
  "docs",
  "forward-auth",
  "health",
  "none",
] as const;

/** One of them. `sign-in` is a posted form, `document` one about the issuer, and `none` a path that is not there. */
export type Endpoint = (typeof endpoints)[number];
