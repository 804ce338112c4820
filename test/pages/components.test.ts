import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "../../src");
const drawn =
  /<(?:button|a|p|div|span|label)\b[^>]*class="(?:action|little|plain|quiet|box|badge|problem|done|warning|check)\b/;

test("buttons, fields, notices and badges are drawn by the components alone", () => {
  const files = globSync(["pages/*.ts", "admin/console/*.ts"], { cwd: root });
  assert.ok(files.length > 100, `only ${files.length} were found`);
  // Mail has a style of its own, because mail programs know little of CSS.
  const others = files.filter((name) => !["pages/components.ts", "pages/mail.ts"].includes(name));
  assert.match(readFileSync(join(root, "pages/components.ts"), "utf8"), drawn);
  assert.deepEqual(
    others.filter((name) => drawn.test(readFileSync(join(root, name), "utf8"))),
    [],
  );
});
