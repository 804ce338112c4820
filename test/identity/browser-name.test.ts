import assert from "node:assert/strict";
import { test } from "node:test";
import { browserName } from "../../src/identity/browser-name.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test("a browser is told by its name, main version and system", () => {
  const rows: readonly (readonly [string, string])[] = [
    ["Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox 133 on Linux"],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36`,
      "Chrome 131 on Windows",
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
      "Edge 131 on Windows",
    ],
    [
      `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/130.0.0.0 Safari/537.36 OPR/115.0`,
      "Opera 115 on Linux",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
      "Safari 18 on macOS",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
      "Safari 18 on iPhone",
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/131.0.0.0 Mobile Safari/537.36`,
      "Chrome 131 on Android",
    ],
    ["curl/8.9.1", "curl/8.9.1"],
    ["a program that has a very long name for itself", "a program that has a very long"],
    ["", "unknown"],
  ];
  for (const [userAgent, name] of rows) assert.equal(browserName(userAgent), name);
});
