import type { Application } from "../application.ts";

export const trilium: Application = {
  name: "trilium",
  label: "Trilium Notes",
  is: "notes in a tree, for one person",
  category: "documents",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/callback"],
    postLogoutRedirectUris: ["{host}/login"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: {
    sub: "whether it is the one person whom these notes belong to",
    name: "the name that is shown",
    email: "the address that is shown",
  },
  settings: [
    {
      in: "In the environment, with OAuth as the way of signing in chosen in Trilium’s options afterwards",
      language: "sh",
      text: `TRILIUM_OAUTH_BASE_URL={host}
TRILIUM_OAUTH_CLIENT_ID={client_id}
TRILIUM_OAUTH_CLIENT_SECRET={client_secret}
TRILIUM_OAUTH_ISSUER_BASE_URL={issuer}
TRILIUM_OAUTH_ISSUER_NAME=Latchkey`,
    },
  ],
  signOut:
    "Trilium goes through Latchkey, because Latchkey names an address for it in its discovery document.",
  traps: [
    {
      see: "the sign-in goes to Google",
      do: "`TRILIUM_OAUTH_ISSUER_BASE_URL` is not set, and Google is its default",
    },
    {
      see: "in the log: `OAuth enrollment rejected: sign-in attempted before an account was enrolled.`",
      do: "sign in with Trilium’s password first and connect the account in the options",
    },
    {
      see: "in the log: `OAuth login rejected: the authenticated account is not the enrolled one.`",
      do: "Trilium is for one person, and somebody else signed in. Bind the client to that person’s group",
    },
  ],
  sources: [
    {
      url: "https://github.com/TriliumNext/Trilium/blob/036983af6f03/apps/server/src/services/open_id.ts",
      for: "redirect URI, the page after signing out, one person, error texts",
    },
    { for: "the names in the environment, and Google as the default" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
