import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { systemRandom } from "../../src/adapters/system/random.ts";
import { rotateClientSecret } from "../../src/flows/operator/client.ts";
import { everyRight } from "../../src/flows/operator/rights.ts";
import { tryLimits } from "../../src/identity/try-limits.ts";
import { equalDigests, sha256 } from "../../src/values/digest.ts";
import type { TestClient } from "../support/in-process.ts";
import { assertRefused, basicHeader, Stage, tokenIn, visiblePart } from "./support/stage.ts";

let stage: Stage;

before(async () => {
  stage = await Stage.set();
});
afterEach(() => stage.check());
after(() => stage[Symbol.asyncDispose]());

test("C9: a wrong secret leaves the code usable: 400 with the secret in the form, 401 with HTTP Basic", async () => {
  const { id } = stage.client;
  const code = await stage.code();
  assertRefused(await stage.exchange(code, { client_secret: "wrong" }), "invalid_client");
  const challenged = await stage.postToken(`code=${code}`, basicHeader(id, "wrong"));
  assertRefused(challenged, "invalid_client", 401);
  const { error, error_description } = JSON.parse(challenged.body);
  assert.equal(
    challenged.headers["www-authenticate"],
    `Basic realm="latchkey", charset="UTF-8", error="${error}", ` +
      `error_description="${error_description.replaceAll(",", ";")}"`,
  );
  tokenIn(await stage.exchange(code));
});

test("a challenge has no comma in a quoted text, where the parser of oauth4webapi 2 begins another challenge", async () => {
  const challenged = await stage.postToken("code=x", basicHeader(stage.client.id, "wrong"));
  const header = String(challenged.headers["www-authenticate"]);
  const quoted = [...header.matchAll(/"([^"]*)"/g)].map(([, text]) => text);
  assert.ok(
    quoted.some((text) => text?.includes("the secret is lost; rotate it with")),
    header,
  );
  assert.deepEqual(
    quoted.filter((text) => text?.includes(",")),
    [],
  );
});

test("every refused exchange is logged with the client that it names, and with nothing else that it names", async () => {
  const { id, secret } = stage.client;
  const stranger = "lkcStranger0000000000";
  const rows: readonly (readonly [fields: string, headers: Record<string, string>, clientId: string])[] = [
    [`code=x&client_id=${id}&client_secret=wrong`, {}, id],
    ["code=x", basicHeader(id, "wrong"), id],
    [`code=x&client_id=${id}`, {}, id],
    [`client_id=${id}&client_secret=${secret}&grant_type=password`, {}, id],
    [`code=x&client_id=${id}&client_secret=${secret}`, {}, id],
    [`code=x&client_id=${stranger}&client_secret=wrong`, {}, "unknown"],
    [`code=x&client_id=${secret}&client_secret=wrong`, {}, "unknown"],
    ["code=x", {}, "unknown"],
    [`code=x&client_id=${id}&client_id=${id}`, {}, id],
    [`code=x&client_id=${secret}&client_id=${id}`, {}, "unknown"],
  ];
  for (const [fields, headers, clientId] of rows) {
    const before = stage.inProcess.log.length;
    await stage.postToken(fields, headers);
    const line = stage.inProcess.log.slice(before).find(({ message }) => message === "exchange-refused");
    assert.equal(line?.fields.clientId, clientId, `${fields} ${JSON.stringify(line)}`);
  }
});

test("a client that asks for openid and is not registered for it is in the log once, with the repair", async () => {
  const client = await stage.addClient();
  const warnings = () =>
    stage.inProcess.log.filter(
      ({ message, fields }) => message === "openid-not-registered" && fields.clientId === client.id,
    );
  await stage.visit(stage.target({ scope: "profile" }, client));
  assert.deepEqual(warnings(), []);
  for (const scope of ["openid profile", "email,openid"]) await stage.visit(stage.target({ scope }, client));
  assert.deepEqual(
    warnings().map(({ level, fields }) => [level, fields.repair]),
    [["warn", `latchkey client update ${client.id} --openid`]],
  );
});

test("C9: wrong secrets are counted; then 429 with Retry-After, while the right secret still gets through", async () => {
  const client = await stage.addClient({ secret: "secretOfTheGuessedClient" });
  const guess = () => stage.exchange("x", { client_secret: "wrong" }, client);
  const { burst, interval } = tryLimits.clientAuthentication;
  for (let count = 0; count < burst; count += 1) assertRefused(await guess(), "invalid_client");
  const throttled = await guess();
  assertRefused(throttled, "temporarily_unavailable", 429);
  assert.equal(throttled.headers["retry-after"], String(interval));
  assertRefused(
    await stage.postToken("code=x", basicHeader(client.id, "wrong")),
    "temporarily_unavailable",
    429,
  );
  tokenIn(await stage.exchange(await stage.code({}, client), {}, client));
  assertRefused(await stage.exchange("x", { client_secret: "wrong" }), "invalid_client");
  stage.inProcess.clock.advance(interval);
  assertRefused(await guess(), "invalid_client");
  assertRefused(await guess(), "temporarily_unavailable", 429);
});

test("C10: an unknown or disabled client is refused in the very words of a wrong secret", async () => {
  const disabled = await stage.addClient({ isDisabled: true, secret: "secretOfTheDisabledClient" });
  const wrong = await stage.exchange("x", { client_secret: "wrong" });
  assertRefused(wrong, "invalid_client");
  for (const id of ["lkcUnknownUnknownUnkno1", "x", "not-an-id", "ü"])
    assert.deepEqual(visiblePart(await stage.exchange("x", { client_id: id })), visiblePart(wrong));
  assert.deepEqual(visiblePart(await stage.exchange("x", {}, disabled)), visiblePart(wrong));

  const wrongBasic = await stage.postToken("code=x", basicHeader(stage.client.id, "wrong"));
  assertRefused(wrongBasic, "invalid_client", 401);
  const nobody = [
    basicHeader("lkcUnknownUnknownUnkno1", "wrong"),
    basicHeader("ü", "x"),
    basicHeader(disabled.id, disabled.secret),
  ];
  for (const header of nobody)
    assert.deepEqual(visiblePart(await stage.postToken("code=x", header)), visiblePart(wrongBasic));
});

test("C21: the scheme name of HTTP Basic may be written in any case", async () => {
  const { id, secret } = stage.client;
  const pair = Buffer.from(`${id}:${secret}`).toString("base64");
  for (const scheme of ["Basic", "basic", "BASIC"])
    tokenIn(await stage.postToken(`code=${await stage.code()}`, { authorization: `${scheme} ${pair}` }));
});

test("C21: an Authorization header that cannot be read is 401 with a challenge, and spends nothing", async () => {
  const { id, secret } = stage.client;
  const code = await stage.code();
  const encoded = (text: string) => Buffer.from(text).toString("base64");
  const headers = [
    `Basic  ${encoded(`${id}:${secret}`)}`,
    `Basic ${encoded(`${id}:${secret}`)} x`,
    `Basic ${encoded(`${id}${secret}`)}`,
    `Basic ${encoded(`${id}:${secret}`)}=`,
    `Basic ${encoded(`${id}:${secret}`).slice(0, -1)}!`,
    "Basic %%%",
    "Basic",
    "Basic ",
    `Basic ${encoded(":")}`,
    `Basic ${encoded(`${id}:`)}`,
    `Basic ${encoded(`${id}:${"x".repeat(7_500)}`)}`,
  ];
  for (const authorization of headers) {
    const answer = await stage.postToken(`code=${code}`, { authorization });
    assertRefused(answer, "invalid_client", 401);
    assert.match(answer.headers["www-authenticate"] ?? "", /^Basic realm=/, authorization);
  }
  for (const authorization of [`Bearer ${secret}`, `Digest ${secret}`, "x"])
    assertRefused(await stage.postToken(`code=${code}`, { authorization }), "invalid_request");
  tokenIn(await stage.exchange(code));
});

test("C22: secrets that are wrong in length, first or last character are refused in the same words", async () => {
  const { secret } = stage.client;
  const reference = await stage.exchange("x", { client_secret: "wrong" });
  assertRefused(reference, "invalid_client");
  const wrong = [
    secret.slice(0, -1),
    `${secret}x`,
    `x${secret.slice(1)}`,
    `${secret.slice(0, -1)}x`,
    secret.toUpperCase(),
    ` ${secret}`,
    "x",
    "x".repeat(10_000),
  ];
  for (const text of wrong)
    assert.deepEqual(visiblePart(await stage.exchange("x", { client_secret: text })), visiblePart(reference));
});

test("C37: a rotated secret is refused at once; the new one works, also for a code from before", async () => {
  const client = await stage.addClient({ secret: "secretBeforeTheRotation" });
  const code = await stage.code({}, client);
  const { clients, grants, groups, settings, audit } = stage.inProcess.ports;
  const registry = {
    clients,
    grants,
    groups,
    settings,
    clock: stage.inProcess.clock,
    random: systemRandom,
    audit,
  };
  const rotated = await rotateClientSecret(registry, client.client.id, { by: everyRight });
  assert.ok(rotated.ok);
  const renewed: TestClient = { ...client, secret: rotated.value.secret?.reveal() ?? "" };
  stage.secrets.add(renewed.secret);

  assertRefused(await stage.exchange(code, {}, client), "invalid_client");
  assertRefused(
    await stage.postToken(`code=${code}`, basicHeader(client.id, client.secret)),
    "invalid_client",
    401,
  );
  tokenIn(await stage.exchange(code, {}, renewed));
  tokenIn(
    await stage.postToken(`code=${await stage.code({}, client)}`, basicHeader(client.id, renewed.secret)),
  );
});

test("C37: when each of two secrets was last used is noted, by form, by Basic and at every endpoint; what failed was no use", async () => {
  const { clock, ports } = stage.inProcess;
  const [older, newer] = ["secretFromBefore", "secretFromNow"];
  const client = await stage.addClient({
    secretDigest: sha256(newer),
    previousSecretDigest: sha256(older),
    secret: newer,
  });
  stage.secrets.add(older);
  const usedAt = async (secret: string) => {
    const uses = await ports.secretUses.list(client.client.id);
    return uses.find(({ secretDigest }) => equalDigests(secretDigest, sha256(secret)))?.usedAt;
  };

  await stage.exchange("x", { client_secret: "wrong" }, client);
  await stage.exchange("x", { client_secret: "wrong", client_id: stage.client.id }, client);
  await stage.visit(stage.target({ client_secret: older }, client));
  const disabled = await stage.addClient({ isDisabled: true, secret: newer });
  assertRefused(await stage.exchange("x", {}, disabled), "invalid_client");
  tokenIn(await stage.exchange(await stage.code()));
  assert.deepEqual([await usedAt(older), await usedAt(newer)], [undefined, undefined]);
  assert.deepEqual(await ports.secretUses.list(disabled.client.id), []);

  const first = clock.now();
  tokenIn(await stage.exchange(await stage.code({}, client), { client_secret: older }, client));
  assert.deepEqual([await usedAt(older), await usedAt(newer)], [first, undefined]);
  clock.advance(90);
  const second = clock.now();
  tokenIn(await stage.postToken(`code=${await stage.code({}, client)}`, basicHeader(client.id, newer)));
  assert.deepEqual([await usedAt(older), await usedAt(newer)], [first, second]);

  clock.advance(90);
  const introspection = new URLSearchParams({ client_id: client.id, client_secret: older, token: "x" });
  const answer = await stage.stranger.send({
    method: "POST",
    target: "/v1/Oauth/introspection",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: introspection.toString(),
  });
  assert.equal(answer.status, 200);
  tokenIn(await stage.exchange(await stage.code({}, client), {}, client));
  assert.deepEqual([await usedAt(older), await usedAt(newer)], [clock.now(), clock.now()]);
});

test("RFC 9700 §2.5, ASVS V10.4.10: a confidential client without its secret gets nothing", async () => {
  const code = await stage.code();
  const { id } = stage.client;
  assertRefused(await stage.exchange(code, { client_secret: undefined }), "invalid_client");
  assertRefused(await stage.postToken(`code=${code}`, basicHeader(id, "")), "invalid_client", 401);
  assertRefused(await stage.postToken(`code=${code}`), "invalid_request");
  const assertion = {
    client_assertion: "a.b.c",
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
  };
  assertRefused(await stage.exchange(code, { ...assertion, client_secret: undefined }), "invalid_client");
  tokenIn(await stage.exchange(code));
});
