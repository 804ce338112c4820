import { after, afterEach, before, test } from "node:test";
import { challengeOf, newVerifier } from "./support/pkce.ts";
import { assertRefused, Stage, tokenIn } from "./support/stage.ts";

let stage: Stage;

before(async () => {
  stage = await Stage.set();
});
afterEach(() => stage.check());
after(() => stage[Symbol.asyncDispose]());

test("C13: without the verifier, or with a wrong one, the code is refused and stays usable with the right one", async () => {
  const verifier = newVerifier();
  const code = await stage.code(challengeOf(verifier));
  assertRefused(await stage.exchange(code), "invalid_grant");
  assertRefused(await stage.exchange(code, { code_verifier: "" }), "invalid_grant");
  for (const wrong of [
    newVerifier(),
    verifier.slice(0, -1).padEnd(43, "-"),
    challengeOf(verifier).code_challenge,
  ])
    assertRefused(await stage.exchange(code, { code_verifier: wrong }), "invalid_grant");
  tokenIn(await stage.exchange(code, { code_verifier: verifier }));
});

test("C13: a verifier of wrong length or alphabet is invalid_request, and the code stays usable", async () => {
  const verifier = newVerifier();
  const code = await stage.code(challengeOf(verifier));
  const wrong = [
    "a",
    verifier.slice(1),
    "a".repeat(42),
    "a".repeat(129),
    `${verifier}=`,
    `${verifier} `,
    `${verifier.slice(1)}ü`,
  ];
  for (const text of wrong)
    assertRefused(await stage.exchange(code, { code_verifier: text }), "invalid_request");
  tokenIn(await stage.exchange(code, { code_verifier: verifier }));
  for (const longest of ["a".repeat(128), "~.-_".repeat(11)])
    tokenIn(await stage.exchange(await stage.code(challengeOf(longest)), { code_verifier: longest }));
});

test("C15: a verifier without a challenge in the authorization request is refused: no downgrade", async () => {
  const code = await stage.code();
  assertRefused(await stage.exchange(code, { code_verifier: newVerifier() }), "invalid_grant");
  tokenIn(await stage.exchange(code));
});

test("C15: a client that became strict after the code was issued needs the challenge that the code lacks", async () => {
  const client = await stage.addClient({ secret: "secretOfTheConvertedClient" });
  const code = await stage.code({}, client);
  await stage.inProcess.ports.clients.update({ ...client.client, profile: "strict" });
  const more = { redirect_uri: client.redirectUri };
  assertRefused(await stage.exchange(code, more, client), "invalid_grant");
  assertRefused(
    await stage.exchange(code, { ...more, code_verifier: newVerifier() }, client),
    "invalid_grant",
  );
});

test("C18: a thousand wrong verifiers for one code are all refused, and the right one still works", async () => {
  const verifier = newVerifier();
  const code = await stage.code(challengeOf(verifier));
  for (let round = 0; round < 20; round += 1) {
    const guesses = Array.from({ length: 50 }, () => stage.exchange(code, { code_verifier: newVerifier() }));
    for (const answer of await Promise.all(guesses)) assertRefused(answer, "invalid_grant");
  }
  tokenIn(await stage.exchange(code, { code_verifier: verifier }));
});

test("RFC 9700 §4.5: a stolen code in another browser's flow lacks that browser's verifier", async () => {
  const [victim, attacker] = [newVerifier(), newVerifier()];
  const stolen = await stage.code(challengeOf(victim));
  await stage.code(challengeOf(attacker));
  assertRefused(await stage.exchange(stolen, { code_verifier: attacker }), "invalid_grant");
  tokenIn(await stage.exchange(stolen, { code_verifier: victim }));
});

test("RFC 9700 §2.1.1: a public client proves itself with the verifier alone, and has no secret to send", async () => {
  const client = await stage.addClient({ isPublic: true });
  const verifier = newVerifier();
  const code = await stage.code(challengeOf(verifier), client);
  assertRefused(await stage.exchange(code, {}, client), "invalid_grant");
  assertRefused(
    await stage.exchange(code, { client_secret: "x", code_verifier: verifier }, client),
    "invalid_client",
  );
  tokenIn(await stage.exchange(code, { code_verifier: verifier }, client));
});
