import assert from "node:assert/strict";
import { test } from "node:test";
import { loadConfig } from "../../src/ops/config.ts";
import { settingKeys, settings } from "../../src/ops/settings.ts";
import { reportSettings } from "../../src/ops/settings-report.ts";
import { ok } from "../../src/values/result.ts";
import { Secret } from "../../src/values/secret.ts";

const loaded = loadConfig({ env: {}, flags: {}, cwd: "/", readFile: () => undefined });
assert.ok(loaded.ok);
const { config } = loaded.value;

for (const key of settingKeys)
  test(`the example of ${settings[key].name} is reported as text, or hidden`, () => {
    const { example, isSecret, parse } = settings[key];
    // An example of a secret may only show where one stands.
    const read = isSecret ? ok(new Secret("planted")) : parse(example);
    assert.ok(read.ok);
    const reported = reportSettings({ ...config, [key]: read.value });
    const value = reported.find(({ setting }) => setting === settings[key].name)?.value;
    assert.doesNotMatch(value ?? "[object", /\[object/);
    if (isSecret) assert.equal(value, "[secret]");
  });

test("hosts, senders and the password of a database are written as an operator reads them", () => {
  const report = (name: `LATCHKEY_${string}`, text: string) => {
    const changed = loadConfig({
      env: { LATCHKEY_SECRET: "s".repeat(40), LATCHKEY_SMTP_URL: "smtp://localhost", [name]: text },
      flags: {},
      cwd: "/",
      readFile: () => undefined,
    });
    assert.ok(changed.ok, JSON.stringify(changed));
    return reportSettings(changed.value.config, changed.value.origins).find(
      ({ setting }) => setting === name,
    );
  };
  const documents = report("LATCHKEY_CLIENT_DOCUMENTS", "a.example, *.b.example");
  assert.deepEqual([documents?.value, documents?.origin], ["a.example, *.b.example", "environment"]);
  assert.equal(report("LATCHKEY_CLIENT_DOCUMENTS", "open")?.value, "open");
  assert.equal(report("LATCHKEY_MAIL_FROM", "Ada <ada@a.example>")?.value, "Ada <ada@a.example>");
  const database = report("LATCHKEY_DATABASE_URL", "postgres://ada:planted@db.example/latchkey");
  assert.match(database?.value ?? "", /db\.example/);
  assert.doesNotMatch(database?.value ?? "", /planted/);
});
