import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { startSelfSignedServer } from "../support/self-signed.ts";
import { TestProvider } from "../support/upstream-provider.ts";
import { openFolder } from "./command-line.ts";

const provider = await TestProvider.start(() => Date.now());
after(() => provider[Symbol.asyncDispose]());
const add = ["upstream", "add", "--kind", "oidc", "--name", "acme", "--issuer", provider.issuer];
const withClient = [...add, "--client-id", "client", "--client-secret-stdin"];
const secret = "planted secret of the client";
const input = `${secret}\n`;

test("a provider is added, shown, changed and removed, and its secret is never printed", async () => {
  await using folder = await openFolder();
  const named = [...withClient, "--display-name", "Acme", "--domain", "Acme.example"];
  const added = await folder.run(named, { input });
  assert.equal(added.exitCode, 0, added.stderr);
  assert.match(added.stdout, /^http:\/\/localhost:\d+\/upstream\/acme\/callback\n$/);
  assert.match(added.stderr, /Register this address there/);
  const [listed] = await folder.json(["upstream", "list"]);
  assert.deepEqual([listed?.upstream, listed?.domains, listed?.people], ["acme", ["acme.example"], 0]);
  const shown = await folder.run(["upstream", "show", "acme"]);
  assert.match(shown.stdout, /^Check +the provider responds correctly$/m);
  const changes = ["--trust-email", "--create-accounts", "--no-domain", "--disable"];
  const [changed] = await folder.json(["upstream", "update", "acme", ...changes]);
  assert.deepEqual(
    [changed?.trust_email, changed?.create_accounts, changed?.domains, changed?.disabled],
    [true, true, [], true],
  );
  const [enabled] = await folder.json(["upstream", "update", "acme", "--enable", "--no-trust-email"]);
  assert.deepEqual([enabled?.disabled, enabled?.trust_email, enabled?.create_accounts], [false, false, true]);
  for (const text of [added.stdout, added.stderr, shown.stdout, JSON.stringify(listed)])
    assert.ok(!text.includes(secret));
  assert.deepEqual((await folder.json(["upstream", "remove", "acme"]))[0]?.deleted, true);
  assert.deepEqual(await folder.json(["upstream", "list"]), []);
});

test("a certificate that is not trusted is named, with the setting that helps, and is told from silence", async () => {
  await using folder = await openFolder();
  await using server = await startSelfSignedServer((_request, response) => response.end("{}"));
  const addAt = (issuer: string) =>
    folder.run(
      withClient.map((word) => (word === provider.issuer ? issuer : word)),
      { input },
    );
  const untrusted = await addAt(server.origin);
  assert.equal(untrusted.exitCode, 4);
  assert.match(
    untrusted.stderr,
    /has a TLS certificate that is not trusted here \(DEPTH_ZERO_SELF_SIGNED_CERT\).*NODE_EXTRA_CA_CERTS=\/path\/to\/ca\.pem/,
  );
  await server[Symbol.asyncDispose]();
  const silent = await addAt(server.origin);
  assert.match(silent.stderr, /does not answer\./);
  assert.doesNotMatch(silent.stderr, /certificate/);
});

test("what is wrong is explained, and nothing is kept", async () => {
  await using folder = await openFolder();
  const at = (issuer: string) => withClient.map((word) => (word === provider.issuer ? issuer : word));
  const refusals: readonly (readonly [readonly string[], RegExp, number])[] = [
    [[...add, "--client-secret-stdin"], /--client-id/, 4],
    [[...add, "--client-id", "client"], /secret is missing.*--client-secret-stdin/, 4],
    [[...withClient, "--name", "Über"], /small letters/, 4],
    [[...withClient, "--domain", "no domain"], /not an e-mail domain/, 4],
    [["upstream", "add", "--kind", "oidc", "--client-id", "x", "--client-secret-stdin"], /--issuer/, 4],
    [["upstream", "add", "--kind", "microsoft", "--tenant", "common", "--client-id", "x"], /tenant/, 4],
    [["upstream", "add", "--kind", "door"], /kind/, 2],
    [[...add, "--client-id", "x", "--key-file", "nowhere.p8"], /nowhere\.p8 cannot be read \(ENOENT\)/, 4],
    [at(`${provider.issuer}/`), /different issuer/, 4],
    [at(`${provider.issuer}/x`), /no discovery document/, 4],
    [at("https://10.0.0.1"), /private network/, 4],
    [["upstream", "show", "nobody"], /no provider nobody/, 3],
    [["upstream", "update", "nobody", "--disable"], /no provider nobody/, 3],
    [["upstream", "update", "nobody"], /No change is named\.\n.*upstream update --help/, 2],
    [["upstream", "remove", "nobody"], /no provider nobody/, 3],
  ];
  for (const [words, cause, exitCode] of refusals) {
    const answer = await folder.run(words, { input });
    assert.match(answer.stderr, cause, words.join(" "));
    assert.equal(answer.exitCode, exitCode, words.join(" "));
  }
  assert.deepEqual(await folder.json(["upstream", "list"]), []);
});

test("Apple's key comes from a file; doctor says whether a provider answers", async () => {
  await using folder = await openFolder();
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  await writeFile(join(folder.path, "key.p8"), pem);
  const apple = ["upstream", "add", "--kind", "apple", "--client-id", "x", "--key-file", "key.p8"];
  assert.match((await folder.run([...apple, "--no-check"])).stderr, /--team-id/);
  const added = await folder.run([...apple, "--no-check", "--team-id", "TEAM", "--key-id", "KEY"]);
  assert.equal(added.exitCode, 0, added.stderr);
  await folder.run(["upstream", "update", "apple", "--disable"]);
  const kept = await folder.run([...withClient, "--no-check"], { input });
  assert.equal(kept.exitCode, 0, kept.stderr);
  const doctor = await folder.run(["doctor"]);
  assert.match(doctor.stdout, /^ok +provider acme: .* responds correctly$/m);
  assert.doesNotMatch(doctor.stdout, /provider apple/);
});

test("groups of a provider are mapped to groups here, which must exist", async () => {
  await using folder = await openFolder();
  await folder.json(["group", "create", "staff"]);
  await folder.run(withClient, { input });
  const update = ["upstream", "update", "acme"];
  const refused = await folder.run([...update, "--group-claim", "groups", "--map", "Staff=staf"]);
  assert.equal(refused.exitCode, 4);
  assert.match(refused.stderr, /no group staf\. .*group create/);
  assert.match((await folder.run([...update, "--map", "A=staff"])).stderr, /--group-claim/);
  assert.match(
    (await folder.run([...update, "--group-claim", "g", "--map", "A"])).stderr,
    /not a pair of groups/,
  );
  const map = ["--map", "cn=Staff,dc=acme=staff", "Others=staff"];
  const [mapped] = await folder.json([...update, "--group-claim", "groups", ...map]);
  assert.deepEqual(
    [mapped?.group_claim, mapped?.group_map],
    ["groups", { "cn=Staff,dc=acme": "staff", Others: "staff" }],
  );
  const [kept] = await folder.json([...update, "--display-name", "Acme"]);
  assert.deepEqual(kept?.group_map, mapped?.group_map);
  assert.match((await folder.run(["upstream", "show", "acme"])).stdout, /^Groups +claim groups$/m);
  const [none] = await folder.json([...update, "--no-group-claim"]);
  assert.deepEqual([none?.group_claim, none?.group_map], [null, {}]);
});
