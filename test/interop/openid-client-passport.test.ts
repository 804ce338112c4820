import { after, before } from "node:test";
import { latchkeyStrategy } from "./openid-client-passport.ts";
import type { Application } from "./server.ts";
import { locationOf, type Outcome, runStrategy, userOf } from "./support/passport.ts";
import { testSignIn } from "./support/sign-in-rows.ts";
import { type InteropStage, startInteropStage } from "./support/stage.ts";

let stage: InteropStage;
before(async () => {
  stage = await startInteropStage();
});
after(() => stage[Symbol.asyncDispose]());

/** The parts of Express's request that the strategy reads. */
function requestOf({ pathname, search, host }: URL, session: object) {
  return { method: "GET", protocol: "http", host, originalUrl: pathname + search, session };
}

function authenticate(app: Application, url: URL, session: object): Promise<Outcome> {
  return runStrategy(latchkeyStrategy(app), (prepared) => prepared.authenticate(requestOf(url, session), {}));
}

testSignIn(
  {
    name: "openid-client/passport",
    async startSignIn(app) {
      const session = {};
      const outcome = await authenticate(app, new URL("http://localhost:3000/login"), session);
      return { location: locationOf(outcome), pending: session };
    },
    // The strategy spends what is in the session, so each attempt gets a copy.
    finishSignIn: async (app, callback, session) =>
      userOf(await authenticate(app, callback, structuredClone(session))),
    sees: {
      wrongSecret: "description",
      spentCode: "description",
      wrongRedirectUri: "description",
      refusedRedirect: "description",
    },
  },
  () => stage,
);
