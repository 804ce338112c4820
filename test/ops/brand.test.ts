import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { readBrandLogo } from "../../src/ops/brand.ts";

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "latchkey-logo-"));
});
after(() => rm(folder, { recursive: true }));

async function read(content: string | Buffer) {
  const path = join(folder, "logo");
  await writeFile(path, content);
  return readBrandLogo(path);
}

const open = '<svg xmlns="http://www.w3.org/2000/svg">';

test("a logo is an SVG or PNG file by its content", async () => {
  const good: readonly (readonly [string | Buffer, type: string])[] = [
    [`${open}<path d="M0 0h8"/></svg>`, "image/svg+xml"],
    [`<?xml version="1.0"?>\n<!-- made by hand -->\n${open}<use href="#a"/></svg>`, "image/svg+xml"],
    [`<!-- a - b -- c --> <!---->${open}</svg>`, "image/svg+xml"],
    [`${open}<rect fill="url(#paint)"/><image href="data:image/png;base64,AA"/></svg>`, "image/svg+xml"],
    [Buffer.from("\x89PNG\r\n\x1a\n\0", "latin1"), "image/png"],
  ];
  for (const [content, type] of good) {
    const logo = await read(content);
    assert.equal(logo.ok && logo.value?.type, type, String(content));
  }
  assert.deepEqual(readBrandLogo(undefined), { ok: true, value: undefined });
});

test("D60: a file that is no picture, acts, loads something, is large or is not there is refused, and the message says why", async () => {
  const bad: readonly (readonly [string | Buffer, RegExp])[] = [
    ["", /neither an SVG nor a PNG/],
    ["<html><svg></svg></html>", /neither an SVG nor a PNG/],
    [Buffer.from("\xff\xd8\xff", "latin1"), /neither an SVG nor a PNG/],
    [`${open}<script>1</script></svg>`, /contains a script/],
    [`${open}<x:script xmlns:x="http://www.w3.org/1999/xhtml">1</x:script></svg>`, /contains a script/],
    [`${open}<path onload="x()"/></svg>`, /contains a script/],
    [`${open}<a href="JavaScript:x()"/></svg>`, /contains a script/],
    [`${open}<foreignObject/></svg>`, /contains a script/],
    [`<!DOCTYPE svg [<!ENTITY a "b">]>${open}</svg>`, /neither an SVG/],
    [`${open}<image href="https://elsewhere.example/a.png"/></svg>`, /refers to another file/],
    [`${open}<image xlink:href='a.png'/></svg>`, /refers to another file/],
    [`${open}<style>a{fill:url(//elsewhere.example)}</style></svg>`, /refers to another file/],
    [`${open}${" ".repeat(65 * 1024)}</svg>`, /at most 65536/],
    // A pattern that may end a comment at several places would try each of 2^60 ways.
    [`${"<!---->".repeat(60)}<html>`, /neither an SVG nor a PNG/],
  ];
  for (const [content, sentence] of bad) {
    const logo = await read(content);
    assert.ok(!logo.ok, String(content).slice(0, 80));
    assert.match(logo.reason, sentence);
  }
  const missing = readBrandLogo(join(folder, "nothing.svg"));
  assert.match(missing.ok ? "" : missing.reason, /cannot be read \(ENOENT\)/);
});
