import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { it } from "node:test";
import { authorizationTarget } from "../support/authorization-url.ts";
import { adaUuid, startDirectory, withoutSlapd } from "../support/directory.ts";
import { FormClient } from "../support/form-client.ts";
import { localhost } from "../support/mail-server.ts";
import { newDataDir, startService } from "../support/service.ts";

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
  const people = [{ username: "ada", sub: adaUuid }, { username: "nopass" }];
  await writeFile(
    path.join(service.dataDir, "people.jsonl"),
    people.map((one) => JSON.stringify(one)).join("\n"),
  );
  assert.equal((await service.run(["import", "users", "people.jsonl"])).exitCode, 0);
  const signIn = async (username: string, password: string) => {
    const browser = new FormClient(service.url);
    try {
      const { headers } = await browser.signIn(authorizationTarget(client), { username, password });
      return new URL(headers.location ?? "about:blank").searchParams.has("code");
    } finally {
      browser.close();
    }
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
