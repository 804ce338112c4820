import assert from "node:assert/strict";
import { test } from "node:test";
import { describeWait } from "../../src/pages/catalogue.ts";
import { harmlessHref } from "../../src/pages/components.ts";

const waits: readonly [seconds: number, words: string][] = [
  [0, "1 second"],
  [1, "1 second"],
  [1.2, "2 seconds"],
  [30, "30 seconds"],
  [59.5, "1 minute"],
  [60, "1 minute"],
  [61, "2 minutes"],
  [240, "4 minutes"],
  [3540, "59 minutes"],
  [3541, "1 hour"],
  [3600, "1 hour"],
  [3601, "2 hours"],
  [86_400, "24 hours"],
];

for (const [seconds, words] of waits)
  test(`a wait of ${seconds} seconds is told as ${words}`, () =>
    assert.equal(describeWait("en", seconds), `in ${words}`));

for (const href of ["/", "/a?b=c", "https://app.example/cb", "http://localhost:8081/", "com.example.app:/cb"])
  test(`a link may lead to ${href}`, () => assert.equal(harmlessHref(href), href));

for (const href of [
  "",
  "relative",
  "//evil.test",
  "/\\evil.test",
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  " https://app.example",
  "data:text/html,x",
  "vbscript:x",
  "blob:https://app.example/x",
  "file:///etc/passwd",
  "about:blank",
  "javascript:x//a.b:",
])
  test(`no link leads to ${JSON.stringify(href)}`, () => assert.equal(harmlessHref(href), undefined));
