import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestLatchkey } from "latchkey/testing";

let latchkey, signInRoute;

before(async () => {
  latchkey = await startTestLatchkey();
  const redirectUri = "http://localhost:3000/api/callback";
  const client = await latchkey.createClient({ redirectUris: [redirectUri], openid: true });
  // The route reads its settings from the environment, so they are set before it is imported.
  Object.assign(process.env, {
    ISSUER: latchkey.issuer,
    CLIENT_ID: client.clientId,
    CLIENT_SECRET: client.clientSecret,
    REDIRECT_URI: redirectUri,
  });
  signInRoute = await import("./next-route.js");
});
after(() => latchkey.close());

// A route handler of Next is a function of a Request, so a test calls it as Next does.
test("a person signs in", async () => {
  const ada = await latchkey.createUser({ username: "ada" });
  const login = await signInRoute.GET(new Request("http://localhost:3000/api/callback"));
  const callback = await latchkey.signIn(login.headers.get("location"), ada);
  const cookie = login.headers.get("set-cookie").split(";")[0];
  const answer = await signInRoute.GET(new Request(callback, { headers: { cookie } }));
  assert.deepEqual(await answer.json(), { sub: ada.userId });
});
