/**
 * Draws every page and state of test/pages/every-page.ts into docs/screenshots/pages, one sheet each: light, dark, 320 pixels wide, in
 * Arabic, and in forced colours. With a word as its argument it draws the pages whose names contain it, and leaves the rest alone.
 */
import { mkdir, rm } from "node:fs/promises";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { paintOf } from "../src/pages/brand.ts";
import { catalogue as english } from "../src/pages/languages/en/catalogue.ts";
import { renderSignInPage } from "../src/pages/sign-in.ts";
import { readAccent } from "../src/values/brand.ts";
import { bareSignInModel, everyPageIn } from "../test/pages/every-page.ts";
import { launchBrowser } from "../test/support/browser.ts";
import { catalogues } from "../test/support/catalogues.ts";
import { capture, type Shot, sheetFolder, writeSheet } from "./sheet.ts";
import { wordsOf } from "./usage.ts";

const origin = "https://pages.example";
const desktop = { width: 1000, height: 700 };
/** A browser that drew hundreds of pictures gets slow. */
const pagesOfBrowser = 12;
/** A logo for the pages that show one. */
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" rx="2" fill="#274690"/><circle cx="4" cy="4" r="2" fill="#f5f3ea"/></svg>';

interface Look {
  readonly caption: string;
  readonly isArabic?: true;
  readonly context: BrowserContextOptions;
}

const looks: readonly Look[] = [
  { caption: "light", context: { viewport: desktop, colorScheme: "light" } },
  { caption: "dark", context: { viewport: desktop, colorScheme: "dark" } },
  { caption: "320 pixels", context: { viewport: { width: 320, height: 640 } } },
  { caption: "Arabic", isArabic: true, context: { viewport: desktop } },
  { caption: "forced colours", context: { viewport: desktop, forcedColors: "active" } },
];

/** A page in English and in Arabic, and what somebody types into its new password. */
interface Drawn {
  readonly ltr: string;
  readonly rtl: string;
  readonly typed?: string;
}

/** It only shows that nothing breaks, and would be the heaviest picture by far. */
const crowded = "crowded consent";

/** Every page by the name of its file, in English and in Arabic. */
function drawnPages(): ReadonlyMap<string, Drawn> {
  const arabic = new Map([...everyPageIn(catalogues.ar), ...brandedPages("ar")]);
  const shown = [...everyPageIn(english)].filter(([name]) => name !== crowded);
  const pages = [...shown, ...brandedPages("en")].map(([name, ltr]): [string, Drawn] => [
    name.replace(/\W+/g, "-").replace(/^-|-$/g, ""),
    { ltr, rtl: arabic.get(name) ?? ltr },
  ]);
  const choosing = pages.filter(([, { ltr }]) => ltr.includes('id="new_password"'));
  const typing = ["plum vex", "plum vex journey", "ada ada ada 1815"].flatMap((typed, index) =>
    choosing
      .slice(0, 1)
      .map(([name, drawn]): [string, Drawn] => [`${name}-typing-${index + 1}`, { ...drawn, typed }]),
  );
  return new Map([...pages, ...typing]);
}

/** The sign-in page in the colours of operators, with and without the door. */
function brandedPages(language: "en" | "ar"): readonly (readonly [name: string, page: string])[] {
  return (["#7a1f5c", "#0b4f8a #9cc9f5", "#5a4a00"] as const).map((accent, index) => {
    const read = readAccent(accent);
    if (!read.ok) throw new Error(read.reason);
    const brand = {
      name: "Harbour Library",
      hasDoor: index !== 1,
      paint: paintOf(read.value),
      logoSrc: index === 2 ? undefined : "/logo",
      imprintHref: "https://harbour.example/imprint",
      helpHref: "https://harbour.example/help",
    };
    return [
      `branded ${index + 1}`,
      renderSignInPage(bareSignInModel(), { ...catalogues[language], brand }).toString(),
    ];
  });
}

async function shoot(browser: Browser, { ltr, rtl, typed }: Drawn, look: Look): Promise<Shot> {
  const html = look.isArabic ? rtl : ltr;
  const context = await browser.newContext({ reducedMotion: "reduce", ...look.context });
  const page = await context.newPage();
  await page.route(`${origin}/**`, (route) =>
    route.request().url() === `${origin}/`
      ? route.fulfill({ contentType: "text/html; charset=utf-8", body: html })
      : route.fulfill({ contentType: "image/svg+xml", body: logo }),
  );
  await page.goto(`${origin}/`);
  if (typed !== undefined) await page.fill("#new_password", typed);
  const picture = await capture(page);
  await context.close();
  const width = look.context.viewport?.width ?? desktop.width;
  return { caption: look.caption, width, picture: picture.toString("base64") };
}

async function drawPage(browser: Browser, desk: Page, name: string, drawn: Drawn): Promise<number> {
  const shots: Shot[] = [];
  for (const look of looks) shots.push(await shoot(browser, drawn, look));
  return writeSheet(desk, name, shots);
}

const [wanted] = wordsOf("node scripts/gallery.ts [PART OF A NAME]", 1);
const pages = [...drawnPages()].filter(([name]) => wanted === undefined || name.includes(wanted));
if (wanted === undefined) await rm(sheetFolder, { recursive: true, force: true });
await mkdir(sheetFolder, { recursive: true });
let bytes = 0;
for (let at = 0; at < pages.length; at += pagesOfBrowser) {
  const browser = await launchBrowser();
  try {
    const desk = await browser.newPage();
    for (const [name, page] of pages.slice(at, at + pagesOfBrowser))
      bytes += await drawPage(browser, desk, name, page);
  } finally {
    await browser.close();
  }
}
console.log(`${pages.length} sheets, ${Math.round(bytes / 1000)} kB`);
