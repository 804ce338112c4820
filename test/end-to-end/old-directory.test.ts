import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { it } from "node:test";
import { authorizationTarget } from "../support/authorization-url.ts";
import { adaUuid, searcher, startDirectory, withoutSlapd } from "../support/directory.ts";
import { FormClient } from "../support/form-client.ts";
import { localhost } from "../support/mail-server.ts";
import { type LiveService, newDataDir, type RegisteredClient, startService } from "../support/service.ts";
import { until } from "../support/until.ts";

async function importPeople(service: LiveService, people: readonly object[]): Promise<void> {
  const lines = people.map((one) => JSON.stringify(one)).join("\n");
  await writeFile(path.join(service.dataDir, "people.jsonl"), lines);
  assert.equal((await service.run(["import", "users", "people.jsonl"])).exitCode, 0);
}

function signingInto(service: LiveService, client: RegisteredClient) {
  return async (username: string, password: string) => {
    const browser = new FormClient(service.url);
    try {
      return await browser.signIn(authorizationTarget(client), { username, password });
    } finally {
      browser.close();
    }
  };
}

it("people of a directory keep their passwords at their first sign-in, over TLS", {
  skip: withoutSlapd,
}, async () => {
  await using directory = await startDirectory();
  const authority = path.join(await newDataDir(), "authority.pem");
  await writeFile(authority, localhost.cert);
  await using service = await startService({
    LATCHKEY_IMPORT_CHECK_KIND: "ldap",
    LATCHKEY_IMPORT_CHECK_URL: directory.tlsUrl,
    LATCHKEY_IMPORT_CHECK_DN: "uid={username},ou=people,dc=example,dc=org",
    LATCHKEY_IMPORT_CHECK_SUBJECT: "entryUUID",
    LATCHKEY_IMPORT_CHECK_UNTIL: "2999-12-31",
    NODE_EXTRA_CA_CERTS: authority,
  });
  const client = await service.createClient("App", ["http://127.0.0.1:9/cb"]);
  await importPeople(service, [{ username: "ada", sub: adaUuid }, { username: "nopass" }]);
  const signInto = signingInto(service, client);
  const signIn = async (username: string, password: string) => {
    const { headers } = await signInto(username, password);
    return new URL(headers.location ?? "about:blank").searchParams.has("code");
  };
  const doctor = await service.run(["doctor"]);
  assert.match(doctor.stdout, /LATCHKEY_IMPORT_CHECK_URL answers/);
  assert.equal(await signIn("nopass", ""), false);
  assert.equal(await signIn("ada", "hunter3"), false);
  assert.equal(await signIn("ada", "hunter2"), true);
  await directory[Symbol.asyncDispose]();
  assert.equal(await signIn("ada", "hunter2"), true, "the password is here now");
  const left = await service.run(["user", "list", "--old-password", "--json"]);
  assert.deepEqual(
    left.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).username),
    ["nopass"],
  );
});

it("people are searched by an account before the bind, over StartTLS; doctor says who is not found", {
  skip: withoutSlapd,
}, async () => {
  await using directory = await startDirectory();
  const folder = await newDataDir();
  const [authority, password] = [path.join(folder, "authority.pem"), path.join(folder, "password")];
  await Promise.all([
    writeFile(authority, localhost.cert),
    writeFile(password, `${searcher.password}\n`, { mode: 0o600 }),
  ]);
  await using service = await startService({
    LATCHKEY_IMPORT_CHECK_KIND: "ldap",
    LATCHKEY_IMPORT_CHECK_URL: directory.url.replace("127.0.0.1", "localhost"),
    LATCHKEY_IMPORT_CHECK_START_TLS: "yes",
    LATCHKEY_IMPORT_CHECK_BASE_DN: "ou=people,dc=example,dc=org",
    LATCHKEY_IMPORT_CHECK_FILTER: "(&(objectClass=inetOrgPerson)(uid={username}))",
    LATCHKEY_IMPORT_CHECK_BIND_DN: searcher.name,
    LATCHKEY_IMPORT_CHECK_BIND_PASSWORD_FILE: password,
    LATCHKEY_IMPORT_CHECK_SUBJECT: "entryUUID",
    LATCHKEY_IMPORT_CHECK_UNTIL: "2999-12-31",
    NODE_EXTRA_CA_CERTS: authority,
  });
  const client = await service.createClient("App", ["http://127.0.0.1:9/cb"]);
  await importPeople(service, [
    { username: "ada", sub: adaUuid },
    { username: "grace", sub: "not-of-this-directory" },
    { username: "reset" },
  ]);
  const signIn = signingInto(service, client);
  const doctor = await service.run(["doctor"]);
  assert.match(doctor.stdout, /LATCHKEY_IMPORT_CHECK_URL answers/);
  assert.match(doctor.stdout, /the old product finds 2; not grace \(absent\)/);
  const { headers } = await signIn("ada", "hunter2");
  assert.ok(new URL(headers.location ?? "about:blank").searchParams.has("code"));
  const expired = await signIn("reset", "hunter2");
  assert.match(expired.body, /That password has expired\. Choose a new one/);
  const wrong = await signIn("reset", "hunter3");
  assert.match(wrong.body, /is incorrect/);
  const grace = await signIn("grace", "cobol59");
  assert.match(grace.body, /is incorrect/);
  await until(async () => service.logLines.some((line) => line.includes("old-account-absent")));
  assert.doesNotMatch(service.logLines.join("\n"), /may search|hunter2|cobol59/);
  const refusals = [
    ["old-password-expired", /wants it changed before it opens anything/],
    ["old-account-absent", /does not let them in: it has no such account/],
  ] as const;
  for (const [reason, sentence] of refusals) {
    const line = service.logLines.find((each) => each.includes(reason)) ?? assert.fail(reason);
    const { requestId } = JSON.parse(line) as { readonly requestId: string };
    await until(async () => sentence.test((await service.run(["why", requestId])).stdout));
  }
});

it("a text that is not a filter is refused at start, with an example that works", async () => {
  const service = startService({
    LATCHKEY_IMPORT_CHECK_KIND: "ldap",
    LATCHKEY_IMPORT_CHECK_URL: "ldap://localhost",
    LATCHKEY_IMPORT_CHECK_BASE_DN: "dc=example,dc=org",
    LATCHKEY_IMPORT_CHECK_FILTER: "(&(uid={username})",
    LATCHKEY_IMPORT_CHECK_UNTIL: "2999-12-31",
  });
  await assert.rejects(service, /LATCHKEY_IMPORT_CHECK_FILTER: It is not an LDAP filter/);
});
