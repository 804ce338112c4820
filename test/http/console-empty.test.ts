import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { upstreamKinds } from "../../src/protocol/upstream/upstream.ts";
import { ConsoleStage, mainOf } from "./support/console-stage.ts";

let stage: ConsoleStage;

before(async () => {
  stage = await ConsoleStage.set();
  await stage.enter();
});
after(() => stage[Symbol.asyncDispose]());

for (const [path, right, words, first] of [
  ["/webhooks", "webhooks:read", /"type": "user-disabled"/, "/admin/webhooks/new"],
  ["/apis", "apis:read", /orders\.example\.org\/api\nscope=orders:read/, "/admin/apis/new"],
  ["/invitations", "invitations:read", /a link that works once/, "/admin/invitations/new"],
  ["/groups", "groups:read", /such as staff or editors/, "/admin/new-group"],
  ["/mail", "mail:read", /shows whether mail arrives/, "/admin/mail/test"],
  ["/providers", "upstreams:read", /Where do your people have one/, "/admin/new-provider?kind=google"],
] as const)
  test(`while ${path} is empty, it says what it is for, with an example and the first act for those who may do it`, async () => {
    // The console itself is an API.
    for (const api of await stage.service.ports.apis.all()) await stage.service.ports.apis.remove(api);
    const emptyIn = (body: string) => /<section class="empty">[\s\S]*?<\/section>/.exec(body)?.[0] ?? "";
    const full = emptyIn(mainOf(await stage.open(`/admin${path}`)));
    assert.match(full.replaceAll("&quot;", '"'), words);
    assert.ok(full.includes(`href="${first}"`), full);
    const { page } = await stage.enterWith(right, `/admin${path}`);
    const reading = emptyIn(mainOf(page));
    assert.match(reading.replaceAll("&quot;", '"'), words);
    assert.doesNotMatch(reading, /href=/);
  });

test("a provider that is chosen on the empty page is chosen in the form, and no other word is", async () => {
  for (const kind of upstreamKinds)
    assert.match(
      mainOf(await stage.open(`/admin/new-provider?kind=${kind}`)),
      new RegExp(`id="kind-${kind}"[^>]*checked`),
    );
  assert.match(mainOf(await stage.open("/admin/new-provider?kind=%22x")), /id="kind-oidc"[^>]*checked/);
});
