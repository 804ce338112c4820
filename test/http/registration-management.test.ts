import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, it } from "node:test";
import { startKeyPublisher } from "../support/published-keys.ts";
import { exchange } from "./journey.ts";
import { endpoints, newClientKey, post } from "./support/openid.ts";
import { type Json, RegistrationDesk, redirectUri, registrationPath } from "./support/registration-desk.ts";

let desk: RegistrationDesk;
before(async () => {
  desk = await RegistrationDesk.open();
});
after(() => desk[Symbol.asyncDispose]());

describe("who manages a registration", () => {
  it("RFC 7592 §2.1: the client reads what it registered; the secret is not shown again", async () => {
    const answer = desk.registered(await desk.register({ redirect_uris: [redirectUri] }));
    const { client_secret: _, client_secret_expires_at: __, ...shown } = answer;
    assert.deepEqual(desk.registered(await desk.manage("GET", answer), 200), shown);
  });

  it("RFC 7592 §2.2: a change replaces the whole, and the secret works on", async () => {
    const more = { client_name: "Old", grant_types: ["authorization_code", "refresh_token"] };
    const answer = desk.registered(
      await desk.register({ ...more, redirect_uris: [redirectUri], userinfo_signed_response_alg: "ES256" }),
    );
    const change = { client_id: answer.client_id, redirect_uris: ["https://photos.example/new"] };
    const changed = desk.registered(await desk.manage("PUT", answer, change), 200);
    assert.deepEqual(changed.redirect_uris, ["https://photos.example/new"]);
    assert.deepEqual([changed.client_name, changed.grant_types], ["photos.example", ["authorization_code"]]);
    assert.ok(
      !Object.hasOwn(changed, "userinfo_signed_response_alg") && !Object.hasOwn(changed, "client_secret"),
    );
    const client = await desk.partyOf({ ...changed, client_secret: answer.client_secret });
    // Codes of the very moment in which a redirect URI went are void.
    desk.service.clock.advance(1);
    const { browser, code } = await desk.allowedCode(client);
    assert.equal((await exchange(browser, client, code)).status, 200);
    browser.close();
  });

  const changes: readonly (readonly [title: string, change: Json, error: string])[] = [
    ["no client_id", { client_id: undefined }, "invalid_client_metadata"],
    ["another client_id", { client_id: "lkcother" }, "invalid_client_metadata"],
    ["a wrong client_secret", { client_secret: "lksother" }, "invalid_client_metadata"],
    ["a registration access token of its own", { registration_access_token: "x" }, "invalid_client_metadata"],
    ["a time of issue of its own", { client_id_issued_at: 1 }, "invalid_client_metadata"],
    ["no authentication any more", { token_endpoint_auth_method: "none" }, "invalid_client_metadata"],
    ["a bad redirect URI", { redirect_uris: ["https://a.example/#x"] }, "invalid_redirect_uri"],
  ];
  for (const [title, change, error] of changes)
    it(`RFC 7592 §2.2: a change with ${title} is refused, and nothing changes`, async () => {
      const answer = desk.registered(await desk.register({ redirect_uris: [redirectUri] }));
      const sent = { client_id: answer.client_id, redirect_uris: [`${redirectUri}/2`], ...change };
      desk.assertRefused(await desk.manage("PUT", answer, sent), error);
      assert.deepEqual(desk.registered(await desk.manage("GET", answer), 200).redirect_uris, [redirectUri]);
    });

  it("OpenID Connect Core §8.1: a client with pairwise subjects stays in its sector, and in its subject type", async () => {
    const own = { redirect_uris: [redirectUri], subject_type: "pairwise" };
    const answer = desk.registered(await desk.register(own));
    assert.equal(answer.subject_type, "pairwise");
    const { client_id } = answer;
    const elsewhere = { redirect_uris: ["https://victim.example/cb"] };
    for (const change of [
      { ...own, ...elsewhere },
      { ...own, subject_type: "public" },
      { redirect_uris: [redirectUri] },
    ]) {
      const refused = await desk.manage("PUT", answer, { ...change, client_id });
      assert.match(
        desk.assertRefused(refused, "invalid_client_metadata"),
        /subject_type.*register a new client/,
      );
    }
    const moved = { ...own, client_id, redirect_uris: [`${redirectUri}/2`] };
    assert.equal(desk.registered(await desk.manage("PUT", answer, moved), 200).subject_type, "pairwise");

    const open = desk.registered(await desk.register({ redirect_uris: [redirectUri] }));
    const closing = { ...own, ...elsewhere, client_id: open.client_id };
    desk.assertRefused(await desk.manage("PUT", open, closing), "invalid_client_metadata");
  });

  it("a client that begins to sign loses its secret, and one that gives it up gets a new one", async () => {
    const answer = desk.registered(await desk.register({ redirect_uris: [redirectUri] }));
    const { client_id } = answer;
    const key = await newClientKey();
    const own = { client_id, redirect_uris: [redirectUri] };
    const signing = { token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [key.jwk] } };
    const signed = desk.registered(await desk.manage("PUT", answer, { ...own, ...signing }), 200);
    assert.deepEqual([signed.jwks, signed.client_secret], [{ keys: [key.jwk] }, undefined]);
    assert.ok(await desk.proves(client_id, key));
    const withSecret = (secret: string) =>
      post(desk.service.url, endpoints.introspection, { client_id, client_secret: secret, token: "x" });
    assert.equal((await withSecret(answer.client_secret)).status, 400);
    const back = desk.registered(await desk.manage("PUT", answer, own), 200);
    assert.ok(!Object.hasOwn(back, "jwks"));
    assert.equal((await withSecret(back.client_secret)).status, 200);
    assert.equal(await desk.proves(client_id, key), false);
  });

  it("RFC 7592 §2.2: a change that is cut off before the new secret is stored changes nothing, and can be repeated", async () => {
    const folder = await mkdtemp(join(tmpdir(), "latchkey-registration-"));
    // Not `await using`: the desk would fail on errors of the store in the log, which are intended here.
    const own = await RegistrationDesk.open({ LATCHKEY_DATA_DIR: folder });
    const key = await newClientKey();
    const registered = { redirect_uris: [redirectUri], jwks: { keys: [key.jwk] } };
    const answer = own.registered(
      await own.register({ ...registered, token_endpoint_auth_method: "private_key_jwt" }),
    );
    const before = own.registered(await own.manage("GET", answer), 200);
    const change = { client_id: answer.client_id, redirect_uris: [`${redirectUri}/new`] };
    const database = new DatabaseSync(join(folder, "latchkey.db"), { timeout: 5_000 });
    try {
      database.exec(
        `CREATE TRIGGER cut BEFORE UPDATE ON clients WHEN new.secret_digest IS NOT NULL
         BEGIN SELECT RAISE(ABORT, 'no room'); END`,
      );
      assert.ok((await own.manage("PUT", answer, change)).status >= 500);
      assert.deepEqual(own.registered(await own.manage("GET", answer), 200), before);
      assert.ok(await own.proves(answer.client_id, key), "its key still works");
      database.exec("DROP TRIGGER cut");
      const changed = own.registered(await own.manage("PUT", answer, change), 200);
      assert.deepEqual(changed.redirect_uris, change.redirect_uris);
      assert.match(changed.client_secret, /^lks/);
      const { items } = await own.service.ports.auditTrail.list({ limit: 2 });
      assert.deepEqual(
        items.map(({ act }) => act),
        ["client-secret-rotated", "client-changed"],
      );
    } finally {
      database.close();
      own.caller.close();
      await own.service[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("RFC 7592 §2.3: the client removes itself, and from then on nothing of it works", async () => {
    const answer = desk.registered(await desk.register({ redirect_uris: [redirectUri] }));
    const { status, body } = await desk.manage("DELETE", answer);
    assert.deepEqual([status, body], [204, ""]);
    for (const method of ["GET", "DELETE"])
      desk.assertRefused(await desk.manage(method, answer), "invalid_token", 401);
    const gone = new URLSearchParams({ client_id: answer.client_id, redirect_uri: redirectUri });
    assert.equal((await desk.caller.get(`${endpoints.authorization}?${gone}`)).status, 400);
  });

  it("RFC 7592 §2: only the token of this registration opens it", async () => {
    const [one, two] = [
      desk.registered(await desk.register({ redirect_uris: [redirectUri] })),
      desk.registered(await desk.register({ redirect_uris: [redirectUri] })),
    ];
    const operators = await desk.service.addClient();
    const token = one.registration_access_token;
    const uriOf = (id: string) => `${desk.service.service.issuer}${registrationPath}?client_id=${id}`;
    const { registration_access_token: _, ...tokenless } = two;
    for (const wrong of [
      { ...two, registration_access_token: token },
      { ...two, registration_access_token: two.client_secret },
      { ...one, registration_client_uri: uriOf(operators.id) },
      { ...one, registration_client_uri: uriOf("lkcunknown") },
      { ...one, registration_client_uri: `${desk.service.service.issuer}${registrationPath}` },
    ])
      for (const method of ["GET", "PUT", "DELETE"]) {
        const change = { client_id: two.client_id, redirect_uris: [redirectUri] };
        const refused = await desk.manage(method, wrong, method === "PUT" ? change : undefined);
        desk.assertRefused(refused, "invalid_token", 401);
        assert.match(refused.headers["www-authenticate"] ?? "", /^Bearer /);
      }
    const { pathname, search } = new URL(tokenless.registration_client_uri);
    desk.assertRefused(await desk.caller.get(pathname + search), "invalid_token", 401);
    desk.registered(await desk.manage("GET", two), 200);
  });

  it("a client that the operator disabled manages nothing", async () => {
    const answer = desk.registered(await desk.register({ redirect_uris: [redirectUri] }));
    const { client } = await desk.partyOf(answer);
    await desk.service.ports.clients.update({ ...client, isDisabled: true });
    desk.service.clock.advance(2);
    for (const method of ["GET", "DELETE"])
      desk.assertRefused(await desk.manage(method, answer), "access_denied", 403);
  });
});

describe("keys that a client publishes", () => {
  it("oidcc-registration-jwks-uri: an assertion is verified with the keys at jwks_uri, which is asked once", async () => {
    await using publisher = await startKeyPublisher();
    const key = await newClientKey();
    publisher.keys = [{ ...key.jwk, kid: "one" }];
    const { client_id, ...answer } = desk.registered(
      await desk.register({
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "private_key_jwt",
        jwks_uri: publisher.uri,
      }),
    );
    assert.deepEqual([answer.jwks_uri, answer.client_secret], [publisher.uri, undefined]);
    assert.deepEqual(publisher.asked, []);
    assert.ok(await desk.proves(client_id, key, "one"));
    assert.ok(await desk.proves(client_id, key));
    assert.equal(await desk.proves(client_id, await newClientKey(), "one"), false);
    assert.deepEqual(publisher.asked, ["/keys"]);
  });

  it("oidcc-refresh-token-rp-key-rotation: a new key is found at once when the last look is a minute ago", async () => {
    await using publisher = await startKeyPublisher();
    const [old, next] = [await newClientKey(), await newClientKey()];
    publisher.keys = [{ ...old.jwk, kid: "old" }];
    const method = { token_endpoint_auth_method: "private_key_jwt", jwks_uri: publisher.uri };
    const { client_id } = desk.registered(await desk.register({ redirect_uris: [redirectUri], ...method }));
    assert.ok(await desk.proves(client_id, old, "old"));
    publisher.keys = [{ ...next.jwk, kid: "next" }];
    assert.equal(await desk.proves(client_id, next, "next"), false);
    assert.equal(publisher.asked.length, 1);
    desk.service.clock.advance(60);
    assert.ok(await desk.proves(client_id, next, "next"));
    assert.equal(await desk.proves(client_id, old, "old"), false);
    assert.equal(publisher.asked.length, 2);
  });

  it("V13.2.4: a jwks_uri that leads into a network of our own is never called, and a redirect there is not followed", async () => {
    await using publisher = await startKeyPublisher({
      "/away": (response) => response.writeHead(302, { location: publisher.uri }).end(),
    });
    const key = await newClientKey();
    publisher.keys = [key.jwk];
    for (const uri of [
      new URL("/away", publisher.uri).href,
      "https://10.0.0.1/keys",
      "https://169.254.169.254/latest",
    ]) {
      const method = { token_endpoint_auth_method: "private_key_jwt", jwks_uri: uri };
      const { client_id } = desk.registered(await desk.register({ redirect_uris: [redirectUri], ...method }));
      const fields = { ...(await desk.assertion(client_id, key)), token: "x" };
      const answer = await post(desk.service.url, endpoints.introspection, fields);
      assert.match(desk.assertRefused(answer, "invalid_client"), /jwks_uri/);
    }
    assert.deepEqual(publisher.asked, ["/away"]);
  });
});
