import assert from "node:assert/strict";
import { test } from "node:test";
import { readVersion } from "../../src/ops/version.ts";
import { upstreamNamed } from "../storage-contract/upstreams.ts";
import { ConsoleStage, mainOf } from "./support/console-stage.ts";

test("settings are listed in groups with their origin, and secrets stay hidden", async () => {
  await using stage = await ConsoleStage.set({
    LATCHKEY_SMTP_URL: "smtp://mailer:planted@127.0.0.1:9",
    LATCHKEY_BRAND_NAME: "Orchard <b>",
  });
  const page = await stage.enter("/admin/settings");
  const main = mainOf(page);
  assert.doesNotMatch(page.body, /planted/);
  assert.match(main, /<h2>Mail<\/h2>[\s\S]*LATCHKEY_SMTP_URL[\s\S]*<code>\[secret\]<\/code>[\s\S]*program/);
  assert.match(main, /LATCHKEY_BRAND_NAME[\s\S]*<code>Orchard &lt;b&gt;<\/code>/);
  assert.ok(/aria-current="true">Settings</.test(page.body), "it is in the navigation");
  const listed = [...main.matchAll(/<strong>[\s\S]*?(LATCHKEY_[A-Z_]+)/g)].map(([, name]) => name);
  assert.equal(new Set(listed).size, listed.length, "each once");
  for (const name of ["LATCHKEY_BASE_URL", "LATCHKEY_LOG_LEVEL", "LATCHKEY_SECRET"])
    assert.ok(listed.includes(name), name);
});

test("providers are listed and shown without their secret, disabled, enabled and removed", async () => {
  await using stage = await ConsoleStage.set();
  const { upstreams, sealer, auditTrail } = stage.service.ports;
  const sealedSecret = sealer.seal("upstream", Buffer.from("planted"));
  const upstream = upstreamNamed("acme", {
    displayName: "Acme <b>",
    domains: ["acme.example"],
    sealedSecret,
  });
  assert.ok((await upstreams.create(upstream, 1)).ok);
  const list = mainOf(await stage.enter("/admin/providers"));
  assert.match(list, /href="\/admin\/providers\/acme">[\s\S]*Acme &lt;b&gt;[\s\S]*0 people/);
  const shown = await stage.open("/admin/providers/acme");
  assert.match(mainOf(shown), /\/upstream\/acme\/callback<\/code>[\s\S]*acme\.example/);
  assert.ok(!shown.body.includes("planted") && !shown.body.includes(sealedSecret));
  assert.equal((await stage.open("/admin/providers/none")).status, 404);
  for (const [verb, word] of [
    ["disable", "disabled"],
    ["enable", "enabled"],
    ["remove", "removed"],
  ] as const) {
    const page = await stage.open(`/admin/providers/acme/${verb}`);
    const done = await stage.send(page, `/providers/acme/${verb}`);
    assert.match(mainOf(done), new RegExp(`The provider is ${word}`));
  }
  assert.deepEqual(await upstreams.list(), []);
  assert.equal((await stage.open("/admin/providers/acme/remove")).status, 404);
  for (const [act, count] of [
    ["upstream-changed", 2],
    ["upstream-removed", 1],
  ] as const) {
    const { items } = await auditTrail.list({ act, limit: 10 });
    assert.deepEqual(
      items.map(({ target, actor }) => `${target?.id} ${actor.kind}`),
      Array(count).fill("acme operator"),
    );
  }
});

test("a provider is removed and enabled only after a fresh proof", async () => {
  await using stage = await ConsoleStage.set();
  const { upstreams } = stage.service.ports;
  assert.ok((await upstreams.create(upstreamNamed("acme", { isDisabled: true }), 1)).ok);
  await stage.enter("/admin/providers");
  const pages = {
    enable: await stage.open("/admin/providers/acme/enable"),
    remove: await stage.open("/admin/providers/acme/remove"),
  };
  stage.service.clock.advance(601);
  for (const [verb, page] of Object.entries(pages)) {
    const late = await stage.post(page, `/providers/acme/${verb}`);
    assert.match(late.headers.location ?? "", /max_age=|prompt=/);
  }
  assert.deepEqual(
    (await upstreams.list()).map(({ isDisabled }) => isDisabled),
    [true],
  );
});

test("the health page tells version, database, backups and the age of the keys", async () => {
  await using stage = await ConsoleStage.set();
  await stage.enter("/admin/health");
  stage.service.clock.advance(3 * 86_400);
  const page = mainOf(await stage.enter("/admin/health"));
  for (const text of [readVersion(), stage.service.service.issuer, "in use", "latchkey doctor"])
    assert.ok(page.includes(text), text);
  assert.match(page, /<dt>People<\/dt><dd>1<\/dd>/);
  assert.match(page, /<dt>Last by schedule<\/dt><dd>none<\/dd>/);
  assert.doesNotMatch(page, /Last failure/);
  assert.match(page, /authorization codes[\s\S]*<\/time>, 3 days ago/);
});
