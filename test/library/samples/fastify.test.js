import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import Fastify from "fastify";
import { startTestLatchkey } from "latchkey/testing";
import { createAuth } from "./auth.js";

const origin = "http://localhost:3000";
const redirectUri = `${origin}/callback`;
let latchkey, app;

before(async () => {
  latchkey = await startTestLatchkey();
  const client = await latchkey.createClient({ redirectUris: [redirectUri], openid: true });
  const auth = await createAuth({ issuer: latchkey.issuer, ...client, redirectUri });
  const underWay = new Map();
  app = Fastify();
  app.get("/login", async (_request, reply) => {
    const { url, pending } = await auth.begin();
    underWay.set(pending.state, pending);
    return reply.redirect(url.href);
  });
  app.get("/callback", async (request) => {
    return { sub: await auth.finish(origin + request.url, underWay.get(request.query.state)) };
  });
});
after(async () => {
  await app.close();
  await latchkey.close();
});

// Fastify's inject needs no port, so the redirect URI may be any.
test("a code is worth nothing after a minute", async () => {
  const ada = await latchkey.createUser({ username: "ada" });
  const login = await app.inject("/login");
  const callback = await latchkey.signIn(login.headers.location, ada);
  await latchkey.advance(61);
  const answer = await app.inject(callback.pathname + callback.search);
  assert.equal(answer.statusCode, 400);
});
