/**
 * Writes every component into dist-components, as pages that a browser opens, and draws it into docs/screenshots/pages, one sheet for the
 * console and one for people's pages: light, dark, in forced colours, and 320 pixels wide. It shows at a glance what a change of the style
 * changes.
 */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { BrowserContextOptions } from "playwright-core";
import { launchBrowser } from "../test/support/browser.ts";
import { componentFiles, componentPages } from "../test/support/component-pages.ts";
import { capture, type Shot, sheetFolder, writeSheet } from "./sheet.ts";
import { wordsOf } from "./usage.ts";

const desktop = { width: 1100, height: 700 };
const looks: Readonly<Record<string, BrowserContextOptions>> = {
  light: { viewport: desktop, colorScheme: "light" },
  dark: { viewport: desktop, colorScheme: "dark" },
  "forced colours": { viewport: desktop, forcedColors: "active" },
  "320 pixels": { viewport: { width: 320, height: 640 } },
};

wordsOf("node scripts/components.ts", 0);
const folder = path.resolve(import.meta.dirname, "../dist-components");
await mkdir(folder, { recursive: true });
for (const [name, page] of componentFiles()) await writeFile(path.join(folder, name), page);
console.log(`Open ${path.join(folder, "index.html")} in a browser.`);
await mkdir(sheetFolder, { recursive: true });
const browser = await launchBrowser();
let bytes = 0;
try {
  const desk = await browser.newPage();
  for (const [name, markup] of componentPages()) {
    const shots: Shot[] = [];
    for (const [caption, look] of Object.entries(looks)) {
      const context = await browser.newContext({ reducedMotion: "reduce", ...look });
      const page = await context.newPage();
      await page.setContent(markup.toString());
      const picture = (await capture(page)).toString("base64");
      shots.push({ caption, width: look.viewport?.width ?? desktop.width, picture });
      await context.close();
    }
    bytes += await writeSheet(desk, name.replace(/\W+/g, "-"), shots);
  }
} finally {
  await browser.close();
}
console.log(`the sheets of components, ${Math.round(bytes / 1000)} kB`);
