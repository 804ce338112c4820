import assert from "node:assert/strict";
import { ConsoleStage, root } from "../http/support/console-stage.ts";
import { findingsOn } from "../support/axe.ts";
import { launchBrowser, test } from "../support/browser.ts";
import { seedStatistics } from "../support/statistics-seed.ts";

test("the figures of the overview change while it is open, and an open table stays open", async () => {
  await using stage = await ConsoleStage.set();
  const { ports, clock, service } = stage.service;
  const clients = await Promise.all(
    ["Notes", "Shop"].map((name) => stage.service.addClient({ name, id: name.toLowerCase() as never })),
  );
  await seedStatistics(
    ports.statistics,
    clock.now(),
    clients.map(({ client }) => client.id),
  );
  const browser = await launchBrowser();
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.goto(`${service.issuer}/admin`);
  await page.fill("#username", root.username);
  await page.fill("#password", root.password);
  await page.click("#sign-in");
  await page.getByText("Live", { exact: true }).waitFor();
  await page.click("#sign-ins-values summary");
  const figure = page.locator(".tiles > div").first().locator("dd").first();
  const before = Number((await figure.innerText()).replaceAll(",", ""));
  await ports.statistics.add(clock.now(), [{ kind: "sign-in", label: "signed-in", count: 1, peak: 0 }]);
  await page
    .getByText((before + 1).toLocaleString("en"), { exact: true })
    .first()
    .waitFor();
  assert.equal(await page.locator("#sign-ins-values tbody").isVisible(), true);
  assert.deepEqual(await findingsOn(page), []);
  assert.deepEqual(faults, []);
  await browser.close();
});
