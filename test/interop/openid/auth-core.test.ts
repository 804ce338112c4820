import assert from "node:assert/strict";
import { after, before, mock, test } from "node:test";
import { format } from "node:util";
import { Auth, type AuthConfig } from "@auth/core";
import { AuthVisit } from "../support/auth-js.ts";
import type { InteropStage } from "../support/stage.ts";
import { afterwards, signOut, startOpenidStage } from "./stage.ts";

let stage: InteropStage;
before(async () => {
  stage = await startOpenidStage("http://localhost:3000/auth/callback/latchkey");
});
after(() => stage[Symbol.asyncDispose]());

/** What Auth.js kept of a sign-in, as its callbacks got to see it. */
interface Kept {
  readonly idToken?: string | undefined;
  readonly sub?: string | undefined;
  readonly profile?: Readonly<Record<string, unknown>> | undefined;
}

/** An application whose whole provider is an issuer, a client id and a secret; `checks` are those of Auth.js. */
function application(checks?: ("nonce" | "pkce" | "state")[]) {
  const kept: { last: Kept } = { last: {} };
  const config: AuthConfig = {
    basePath: "/auth",
    secret: "only for the cookies of these tests",
    trustHost: true,
    providers: [
      {
        id: "latchkey",
        name: "Latchkey",
        type: "oidc",
        issuer: stage.app.base,
        clientId: stage.app.clientId,
        clientSecret: stage.app.clientSecret,
        ...(checks && { checks }),
      },
    ],
    callbacks: {
      jwt: ({ token, account, profile }) => {
        if (account) kept.last = { idToken: account.id_token, sub: account.providerAccountId, profile };
        return token;
      },
    },
  };
  return { kept, handle: (request: Request) => Auth(request, config) };
}

/** Signs Ada in. Auth.js never throws: what it writes to the console is thrown here. */
async function signIn({ kept, handle }: ReturnType<typeof application>): Promise<Kept> {
  const visit = new AuthVisit();
  const location = await visit.signIn(handle, "http://localhost:3000");
  const callback = await stage.comeBack(location);
  const complaints: string[] = [];
  const spy = mock.method(console, "error", (...words: unknown[]) => complaints.push(format(...words)));
  await visit.ask(handle, callback);
  spy.mock.restore();
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
  const session: unknown = await (await visit.ask(handle, new URL("/auth/session", callback))).json();
  assert.ok(typeof session === "object" && session !== null && "user" in session);
  return kept.last;
}

test("@auth/core needs no more than issuer, client id and secret: type oidc, all by discovery", async () => {
  const { sub, profile } = await signIn(application());
  assert.match(sub ?? "", /^lku/);
  assert.equal(profile?.sub, sub);
});

test("@auth/core signs in with state, nonce and PKCE", async () => {
  assert.match((await signIn(application(["state", "nonce", "pkce"]))).sub ?? "", /^lku/);
});

test("the ID token that @auth/core keeps signs out", async () => {
  const { idToken } = await signIn(application());
  const query = new URLSearchParams({ id_token_hint: idToken ?? "", post_logout_redirect_uri: afterwards });
  assert.equal(await signOut(stage, `${stage.app.base}/v1/Oauth/logout?${query}`), afterwards);
});
