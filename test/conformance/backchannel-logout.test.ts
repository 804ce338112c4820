import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createLocalJWKSet, jwtVerify } from "jose";
import { type LogoutReceiver, startLogoutReceiver } from "../support/logout-receiver.ts";
import { Provider, targetOf } from "./support/provider.ts";
import { RelyingParty } from "./support/relying-party.ts";

// oidcc-backchannel-rp-initiated-logout-certification-test-plan[client_registration=static_client][response_type=code]

const afterwards = "https://app.example/signed-out";

let provider: Provider;
let receiver: LogoutReceiver;
before(async () => {
  [provider, receiver] = await Promise.all([Provider.start(), startLogoutReceiver()]);
});
after(async () => {
  await provider[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

test("oidcc-backchannel-logout-discovery-endpoint-verification: logout with and without sessions is announced", async () => {
  const configuration = await provider.configuration();
  assert.equal(configuration.backchannel_logout_supported, true);
  assert.equal(configuration.backchannel_logout_session_supported, true);
  assert.equal(typeof configuration.end_session_endpoint, "string");
});

test("oidcc-backchannel-rp-initiated-logout: the client gets a signed logout token for the session of its ID token, then the browser comes back", async () => {
  const client = await provider.addClient({
    postLogoutRedirectUris: [afterwards],
    backchannelLogoutUri: receiver.url,
  });
  const party = new RelyingParty({ provider, client });
  const { tokens, idToken } = await party.signIn();
  assert.ok(typeof idToken.sid === "string" && idToken.sid !== "");

  const query = new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: afterwards });
  const endpoint = targetOf(await provider.told("end_session_endpoint"));
  const answer = await party.browser.get(`${endpoint}?${query}`);
  assert.equal(answer.headers.location, afterwards);

  assert.equal(receiver.received.length, 1);
  const [call] = receiver.received;
  assert.equal(call?.method, "POST");
  assert.match(call?.contentType ?? "", /^application\/x-www-form-urlencoded\b/);
  assert.deepEqual([...(call?.form.keys() ?? [])], ["logout_token"]);
  const { payload, protectedHeader } = await jwtVerify(
    call?.form.get("logout_token") ?? "",
    createLocalJWKSet(await provider.keys()),
    {
      issuer: await provider.told("issuer"),
      audience: client.id,
      algorithms: ["RS256"],
      requiredClaims: ["iat", "exp", "jti", "events"],
      currentDate: new Date(provider.now() * 1000),
    },
  );
  assert.equal(protectedHeader.typ, "logout+jwt");
  assert.deepEqual(payload.events, { "http://schemas.openid.net/event/backchannel-logout": {} });
  assert.equal(payload.sid, idToken.sid);
  assert.equal(payload.sub, idToken.sub);
  assert.ok(!("nonce" in payload));
  assert.ok(Number(payload.exp) - Number(payload.iat) <= 120);
  assert.equal(await party.refusal(party.newRequest({ prompt: "none" })), "login_required");
});
