import { startTestLatchkey } from "latchkey/testing";
import { createAuth } from "./auth.js";

const redirectUri = "http://localhost:3000/callback";
let latchkey, auth;

beforeAll(async () => {
  latchkey = await startTestLatchkey();
  const client = await latchkey.createClient({ redirectUris: [redirectUri], openid: true });
  auth = await createAuth({ issuer: latchkey.issuer, ...client, redirectUri });
});
afterAll(() => latchkey.close());

test("a person signs in", async () => {
  const ada = await latchkey.createUser({ username: "ada" });
  const { url, pending } = await auth.begin();
  const callback = await latchkey.signIn(url, ada);
  expect(await auth.finish(callback, pending)).toBe(ada.userId);
});
