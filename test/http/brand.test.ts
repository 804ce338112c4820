import assert from "node:assert/strict";
import { test } from "node:test";
import { startInProcess } from "../support/in-process.ts";

/** The service of an operator who has a name. */
function startHarbour(environment: Readonly<Record<string, string>> = {}) {
  return startInProcess({ LATCHKEY_BRAND_NAME: "Harbour <Library>", ...environment });
}

test("LATCHKEY_BRAND_NAME: pages of people say the operator's name in place of the product's", async () => {
  await using service = await startHarbour();
  for (const path of ["/", "/sign-in", "/nowhere"]) {
    const page = await (await fetch(`${service.url}${path}`, { headers: { accept: "text/html" } })).text();
    assert.match(page, /<bdi>Harbour &lt;Library&gt;<\/bdi>/, path);
    assert.doesNotMatch(page, /Latchkey/, path);
  }
});
