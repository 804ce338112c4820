import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import express from "express";
import { startTestLatchkey } from "latchkey/testing";
import { createAuth } from "./auth.js";

// The application: two routes of sign-in, and the sign-ins under way by their state. Yours keeps them in its sessions.
function addRoutes(app, origin, auth) {
  const underWay = new Map();
  app.get("/login", async (_request, response) => {
    const { url, pending } = await auth.begin();
    underWay.set(pending.state, pending);
    response.redirect(url.href);
  });
  app.get("/callback", async (request, response) => {
    const pending = underWay.get(request.query.state);
    if (!pending) return response.status(400).send("Start again.");
    response.send(`Hello ${await auth.finish(origin + request.originalUrl, pending)}`);
  });
}

let latchkey, server, origin;

before(async () => {
  latchkey = await startTestLatchkey();
  const app = express();
  server = app.listen(0);
  origin = `http://localhost:${server.address().port}`;
  const redirectUri = `${origin}/callback`;
  const client = await latchkey.createClient({ redirectUris: [redirectUri], openid: true });
  addRoutes(app, origin, await createAuth({ issuer: latchkey.issuer, ...client, redirectUri }));
});
after(async () => {
  server.close();
  await latchkey.close();
});

test("a person signs in", async () => {
  const ada = await latchkey.createUser({ username: "ada" });
  const login = await fetch(`${origin}/login`, { redirect: "manual" });
  const callback = await latchkey.signIn(login.headers.get("location"), ada);
  const page = await fetch(callback);
  assert.equal(await page.text(), `Hello ${ada.userId}`);
});

test("nobody signs in with a state that is not theirs", async () => {
  const page = await fetch(`${origin}/callback?code=stolen&state=guessed`);
  assert.equal(page.status, 400);
});
