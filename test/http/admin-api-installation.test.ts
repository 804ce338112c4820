import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { it } from "node:test";
import type { Finding } from "../../src/flows/operator/finding.ts";
import { settings as known } from "../../src/ops/settings.ts";
import { readVersion } from "../../src/ops/version.ts";
import { instantOf, plus } from "../../src/values/time.ts";
import { messageTo } from "../storage-contract/samples.ts";
import { FormClient } from "../support/form-client.ts";
import { AdminStage } from "./support/admin-api.ts";

it("an installation tells its status, and its settings without secrets", async () => {
  await using stage = await AdminStage.set({ LATCHKEY_SMTP_URL: "smtp://mailer:planted@127.0.0.1:9" });
  const { service } = stage;
  await service.addAccount("ada", "correct horse battery staple");
  const { status, json } = await stage.send("GET", "/status", { token: await stage.token(["status:read"]) });
  assert.equal(status, 200);
  assert.deepEqual(
    [json.version, json.issuer, json.running, json.users, json.sessions, json.last_backup_at],
    [readVersion(), service.service.issuer, true, 1, 0, null],
  );
  assert.equal(json.last_proved_backup_at, null);
  const made = { at: instantOf(Date.UTC(2026, 10, 21)), file: "/b/1", sizeBytes: 1, isEncrypted: true };
  const { backupRuns } = service.service.administration.store;
  await backupRuns.noteMade("schedule", made);
  const unproved = { ...made, at: plus(made.at, 86_400), unproved: "No room." };
  await backupRuns.noteMade("schedule", unproved);
  const later = await stage.send("GET", "/status", { token: await stage.token(["status:read"]) });
  assert.deepEqual(
    [later.json.last_backup_at, later.json.last_proved_backup_at],
    ["2026-11-22T00:00:00.000Z", "2026-11-21T00:00:00.000Z"],
  );
  assert.ok(json.database_bytes > 0 && json.clients >= 1 && json.newest_key_at !== null);
  assert.equal((await stage.send("GET", "/status", { token: await stage.token(["keys:read"]) })).status, 403);
  const settings = await stage.send("GET", "/settings", { token: await stage.token(["settings:read"]) });
  const found = Object.fromEntries(
    settings.json.items.map(({ setting, ...rest }: { setting: string }) => [setting, rest]),
  );
  assert.deepEqual(found.LATCHKEY_SMTP_URL, {
    value: "[secret]",
    origin: "environment",
    help: known.mailServer.help,
  });
  assert.deepEqual(found.LATCHKEY_LOG_LEVEL, {
    value: "debug",
    origin: "environment",
    help: known.logLevel.help,
  });
  assert.ok(!settings.body.includes("planted"));
});

it("findings returns what doctor finds, with the repair of each fault", async () => {
  await using stage = await AdminStage.set({ LATCHKEY_REQUIRE: "two" });
  const { outbox } = stage.service.ports;
  const token = await stage.token(["status:read"]);
  const findings = async (): Promise<Finding[]> => {
    stage.service.clock.advance(11);
    const { status, json, body } = await stage.send("GET", "/findings", { token });
    assert.equal(status, 200, body);
    return json.items;
  };
  const before = await findings();
  assert.deepEqual(
    ["required proof", "data folder", "database", "keys", "backup", "mail"].map(
      (name) => before.find(({ check }) => check === name)?.state,
    ),
    Array(6).fill("ok"),
  );
  await outbox.add(messageTo("ada"));
  // What was found stands for a moment, so that nobody makes the service ask providers again and again.
  assert.deepEqual((await stage.send("GET", "/findings", { token })).json.items, before);
  const mail = (await findings()).find(({ check }) => check === "mail");
  assert.equal(mail?.state, "warning");
  assert.match(mail?.repair ?? "", /LATCHKEY_SMTP_URL[\s\S]*`latchkey mail show ID`/);
  const other = await stage.token(["keys:read"]);
  assert.equal((await stage.send("GET", "/findings", { token: other })).status, 403);
});

it("findings name a trusted proxy that passes requests on without the visitor's address, once there was one", async () => {
  const host = "localhost:1";
  await using stage = await AdminStage.set({
    LATCHKEY_BASE_URL: `https://${host}`,
    LATCHKEY_TRUSTED_PROXIES: "127.0.0.1",
  });
  const token = await stage.token(["status:read"]);
  const baseUrl = async (): Promise<Finding> => {
    stage.service.clock.advance(11);
    const { json } = await stage.send("GET", "/findings", { token });
    return json.items.find(({ check }: Finding) => check === "base URL");
  };
  assert.equal((await baseUrl()).state, "ok");
  const visitor = new FormClient(stage.service.url);
  await visitor.get("/v1/Oauth/authorization", { host });
  visitor.close();
  const { state, detail, repair } = await baseUrl();
  assert.equal(state, "warning");
  assert.match(detail, /the proxy 127\.0\.0\.1 passed on a request without the visitor's address/);
  assert.match(repair ?? "", /X-Forwarded-For/);
});

it("verifying over the API finds a trail that was taken away and begun anew", async () => {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-audit-"));
  {
    await using stage = await AdminStage.set({ LATCHKEY_DATA_DIR: folder });
    stage.service.clock.advance(601);
    const database = new DatabaseSync(join(folder, "latchkey.db"), { timeout: 5_000 });
    database.exec("DELETE FROM audit; DELETE FROM audit_head");
    database.close();
    assert.equal((await stage.send("POST", "/groups", { body: { group: "staff" } })).status, 201);
    const { json } = await stage.send("GET", "/audit/verify");
    assert.deepEqual(
      [json.sound, json.problems.map(({ kind }: { kind: string }) => kind)],
      [false, ["begun-anew"]],
    );
  }
  await rm(folder, { recursive: true, force: true });
});
