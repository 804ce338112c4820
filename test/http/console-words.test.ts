import assert from "node:assert/strict";
import { test } from "node:test";
import { textOf } from "../pages/markup.ts";
import { messageTo } from "../storage-contract/samples.ts";
import { upstreamNamed } from "../storage-contract/upstreams.ts";
import { everyConsolePath } from "../support/console-paths.ts";
import { addFailedWebhook } from "../support/failed-webhook.ts";
import { ConsoleStage, follow, mainOf, root } from "./support/console-stage.ts";

/** What an operator reads on a page: no commands, settings and examples, which stand in code, and no values that were typed. */
function readOn(page: string): string {
  return textOf(
    page.replaceAll(/<(code|pre|textarea|option|bdi)\b.*?<\/\1>/gs, " ").replaceAll(/<[^>]*>/g, " $& "),
  );
}

/** The commands on a page, but for those that are marked as something to type on the service's machine. */
function commandsOn(page: string): readonly string[] {
  const unmarked = page.replaceAll(/<(div|span) class="machine">.*?<\/\1>/gs, " ");
  return unmarked.match(/\blatchkey [a-z]+(?: [a-z]+)?(?=[ <])/g) ?? [];
}

test("no page of the console names an option of the command line or a member of the code", async () => {
  await using stage = await ConsoleStage.set();
  const { service } = stage;
  await service.addAccount("lise", root.password, { name: "Lise Meitner", email: "lise@example.org" });
  const person = await stage.account("lise");
  const message = messageTo("lise");
  await service.ports.outbox.add(message);
  await service.ports.groups.create({ name: "staff" as never, createdAt: service.clock.now() }, 10);
  const { id: client } = await service.addClient({ name: "Notes" });
  const api = await service.addApi();
  const { webhooks } = service.service.administration.store;
  const webhook = await addFailedWebhook(webhooks, service.clock.now());
  await stage.enter();
  await service.ports.upstreams.create(upstreamNamed("acme"), 1);
  for (const path of everyConsolePath({
    client,
    person: person.id,
    api,
    mail: message.id,
    webhook: webhook.id,
  })) {
    const answer = await follow(stage.browser, await stage.browser.get(`/admin${path}`));
    assert.equal(answer.status, 200, path);
    const text = readOn(mainOf(answer));
    assert.doesNotMatch(text, /(?<![\w-])--[a-z]/, path);
    assert.deepEqual(commandsOn(mainOf(answer)), [], path);
    assert.deepEqual(text.match(/(?<![\w/.-])[a-z]+[A-Z][a-z]\w*/g) ?? [], [], path);
  }
});
