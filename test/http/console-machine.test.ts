import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ConsoleStage, mainOf } from "./support/console-stage.ts";

let stage: ConsoleStage;
let id: string;

before(async () => {
  stage = await ConsoleStage.set();
  await stage.service.addApi({ name: "Orders" });
  await stage.enter();
  const form = await stage.open("/admin/clients/new");
  const made = await stage.send(form, "/clients/new", {
    kind: "machine",
    name: "Nightly report",
    resources: "https://api.example/orders",
    machine_scope: "orders:read orders:gone",
  });
  [, id = ""] = /href="\/admin\/clients\/(\w+)"/.exec(mainOf(made)) ?? [];
});
after(() => stage[Symbol.asyncDispose]());

const page = async (browser = stage.browser) => mainOf(await stage.open(`/admin/clients/${id}`, browser));

test("the page of a service without users says what it gets tokens for, and nothing of signing in", async () => {
  const main = await page();
  const [, rights = ""] = /<h2>What it may ask for<\/h2>([\s\S]*?)<\/section>/.exec(main) ?? [];
  assert.match(
    rights,
    /<dt>Orders<\/dt>[\s\S]*<a href="\/admin\/apis\/[^"]*">https:\/\/api\.example\/orders<\/a>/,
  );
  assert.match(rights, /<code>orders:read<\/code>/);
  assert.doesNotMatch(rights, /orders:gone|orders:write/, "a right that it has not, or that the API has not");
  assert.match(rights, /A token lasts 1 hour\./);
  assert.doesNotMatch(main, /redirect_uri|Who can sign in|Sign-ins in 30 days/);
});

test("the page of an application says when its secret was made, to those who may read the audit trail", async () => {
  const madeAt = async (browser = stage.browser) =>
    /<dt>Secret made<\/dt><dd><time datetime="([^"]*)"/.exec(await page(browser))?.[1];
  assert.equal(await madeAt(), "2026-01-01T12:00:00.000Z", "as it was registered");
  stage.service.clock.advance(60);
  await stage.send(await stage.open(`/admin/clients/${id}/rotate`), "/rotate");
  assert.match(await page(), /<dt>New secret made<\/dt><dd><time datetime="2026-01-01T12:01:00.000Z"/);
  const { browser } = await stage.enterWith("clients:read", "/admin/clients");
  assert.doesNotMatch(await page(browser), /ecret made/);
});
