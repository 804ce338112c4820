import assert from "node:assert/strict";
import { test } from "node:test";
import { readVersion } from "../../src/ops/version.ts";
import { messageTo } from "../storage-contract/samples.ts";
import { upstreamNamed } from "../storage-contract/upstreams.ts";
import { ConsoleStage, mainOf } from "./support/console-stage.ts";

test("settings are listed in groups with their origin, and secrets stay hidden", async () => {
  await using stage = await ConsoleStage.set({
    LATCHKEY_SMTP_URL: "smtp://mailer:planted@127.0.0.1:9",
    LATCHKEY_BRAND_NAME: "Orchard <b>",
  });
  const page = await stage.enter("/admin/settings");
  const main = mainOf(page).replaceAll("<wbr>", "");
  assert.doesNotMatch(page.body, /planted/);
  assert.match(
    main,
    /<h2>Mail<\/h2>[\s\S]*LATCHKEY_SMTP_URL[\s\S]*<code>\[secret\]<\/code>[\s\S]*environment/,
  );
  assert.match(main, /LATCHKEY_BRAND_NAME[\s\S]*<code>Orchard &lt;b&gt;<\/code>/);
  assert.ok(/aria-current="true">Settings</.test(page.body), "it is in the navigation");
  const listed = [...main.matchAll(/<bdi>(LATCHKEY_[A-Z_]+)/g)].map(([, name]) => name);
  assert.equal(new Set(listed).size, listed.length, "each once");
  for (const name of ["LATCHKEY_BASE_URL", "LATCHKEY_LOG_LEVEL", "LATCHKEY_SECRET"])
    assert.ok(listed.includes(name), name);
  const changed = mainOf(await stage.open("/admin/settings?changed=true&q=e")).replaceAll("<wbr>", "");
  assert.match(changed, /LATCHKEY_BRAND_NAME/);
  assert.doesNotMatch(changed, /LATCHKEY_LOG_LEVEL|>default</, "those that nobody set are left out");
  assert.match(changed, /<a class="chip" href="\/admin\/settings\?q=e" aria-current="true">/);
});

test("the health page tells version, database, backups and the age of the keys", async () => {
  await using stage = await ConsoleStage.set();
  await stage.enter("/admin/health");
  stage.service.clock.advance(3 * 86_400);
  const page = mainOf(await stage.enter("/admin/health"));
  for (const text of [readVersion(), stage.service.service.issuer, "in use", "latchkey doctor"])
    assert.ok(page.includes(text), text);
  assert.match(page, /<dt>People<\/dt><dd>1<\/dd>/);
  assert.match(page, /<dt>Last scheduled<\/dt><dd>none<\/dd>/);
  assert.match(page, /<dt>Last proved<\/dt><dd>none<\/dd>/);
  assert.doesNotMatch(page, /Last failure/);
  assert.match(page, /Authorization codes[\s\S]*>3 days ago<\/time>/);
});

test("the health page shows doctor's findings: problems first, with the page that repairs them", async () => {
  await using stage = await ConsoleStage.set();
  const { upstreams, outbox } = stage.service.ports;
  assert.ok((await upstreams.create(upstreamNamed("acme", { issuer: "http://127.0.0.1:9" }), 1)).ok);
  await outbox.add(messageTo("ada"));
  await stage.service.addApi({ openTo: "any" });
  await stage.enter("/admin/clients");
  const page = mainOf(await stage.open("/admin/health"));
  assert.match(
    page,
    /Provider acme[\s\S]*http:\/\/127\.0\.0\.1:9 does not answer[\s\S]*Repair:<\/strong> repair it [^<]*<span class="mends"><a class="little" href="\/admin\/providers\/acme">The provider</,
  );
  assert.match(
    page,
    /no mail server, 1 message waiting[\s\S]*hand messages over yourself\s*<span class="mends"><a class="little" href="\/admin\/mail">Messages</,
  );
  assert.match(page, /1 API; clients and exchanges name no others/, "the admin API of the console is known");
  const states = [...page.matchAll(/class="badge(?: \w+)?">(ok|warning|failed)</g)].map(([, state]) => state);
  assert.ok(states.includes("ok") && states.includes("warning"));
  assert.deepEqual(
    states,
    [...states].sort((one, other) => order.indexOf(one) - order.indexOf(other)),
  );
});

const order: readonly unknown[] = ["failed", "warning", "ok"];
