import { Auth, type AuthConfig } from "@auth/core";
import type { Application } from "./server.ts";

/** The configuration of Auth.js, the same in every framework that it has a package for. */
export function authConfig(app: Application, secret: string): AuthConfig {
  return {
    basePath: "/auth",
    secret,
    trustHost: true,
    providers: [
      {
        id: "latchkey",
        name: "Latchkey",
        type: "oidc",
        issuer: app.base,
        clientId: app.clientId,
        clientSecret: app.clientSecret,
        checks: ["state", "nonce", "pkce"],
        client: { token_endpoint_auth_method: "client_secret_post" },
      },
    ],
    callbacks: {
      jwt: ({ token, account }) => (account ? { ...token, sub: account.providerAccountId } : token),
      session: ({ session, token }) => ({ ...session, sub: token.sub }),
    },
  };
}

/** Answers everything below /auth. */
export function handleAuth(request: Request, app: Application, secret: string): Promise<Response> {
  return Auth(request, authConfig(app, secret));
}
