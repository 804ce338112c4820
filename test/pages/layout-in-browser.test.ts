import assert from "node:assert/strict";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Brand } from "../../src/pages/brand.ts";
import type { Catalogue } from "../../src/pages/catalogue.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { catalogues } from "../support/catalogues.ts";
import { everyPageIn, placed } from "./every-page.ts";

let browser: Browser;

before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

/** A logo that is twice as wide as high. */
const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><rect width="8" height="4"/></svg>';
const origin = "https://pages.example";
const branded: Brand = { name: "Harbour Library", hasDoor: true, logoSrc: "/logo?v=1" };

/** Shows pages in one window, one after the other, with whatever pictures they ask for. */
async function inWindow(
  options: BrowserContextOptions,
  use: (show: (html: string) => Promise<Page>) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  let shown = "";
  await page.route(`${origin}/**`, (route) =>
    route.request().url() === `${origin}/`
      ? route.fulfill({ contentType: "text/html; charset=utf-8", body: shown })
      : route.fulfill({ contentType: "image/svg+xml", body: logo }),
  );
  await use(async (html) => {
    shown = html;
    await page.goto(`${origin}/`);
    return page;
  });
  await context.close();
}

function pageNamed(name: string, texts: Catalogue): string {
  const html = everyPageIn(texts).get(name);
  assert.ok(html !== undefined, name);
  return html;
}

const doubled = "document.documentElement.style.fontSize = '200%'";
const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
/** Words of these elements that are broken across lines. The name of an application may have any length. */
const brokenWordsIn = (
  selector: string,
) => `[...document.querySelectorAll("${selector}")].flatMap((element) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest("h1 bdi")) for (const { index, 0: word } of node.data.matchAll(/[^\\s\\u00ad\\u2010-\\u2014-]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      // What follows a soft hyphen begins with the rectangle of that hyphen.
      const seen = [...range.getClientRects()].slice(node.data[index - 1] === "\\u00ad" ? 1 : 0);
      if (new Set(seen.map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  return broken;
})`;

for (const width of [390, 320])
  test(`WCAG 1.4.4: with text of 200 % no page scrolls sideways at ${width} px, and no heading breaks inside a word`, () =>
    inWindow({ viewport: { width, height: 844 } }, async (show) => {
      const broken = new Set<string>();
      for (const [name, html] of everyPageIn(placed(catalogues.en))) {
        const page = await show(html);
        await page.evaluate(doubled);
        assert.equal(await page.evaluate<number>(overflow), 0, name);
        for (const word of await page.evaluate<string[]>(brokenWordsIn("h1, .brand, div.person strong")))
          broken.add(`${name}: ${word}`);
      }
      assert.deepEqual([...broken], []);
    }));

/** Parts of the name above that are cut off by the door or by the window. */
const cutParts = `[...document.querySelectorAll(".brand, .brand > *")].flatMap((part) => {
  const box = part.getBoundingClientRect();
  const around = part.closest("header").getBoundingClientRect();
  const isCut = box.top < around.top || box.bottom > around.bottom || box.left < 0 || box.right > innerWidth;
  return isCut ? [part.outerHTML.slice(0, 60) + " " + box.top + "–" + box.bottom + " of " + around.bottom] : [];
})`;
/** WCAG 1.4.12. */
const textSpacing =
  "*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-block-end:2em!important}";

const windows: Readonly<Record<string, BrowserContextOptions["viewport"]>> = {
  "a phone on its side": { width: 844, height: 390 },
  "a phone": { width: 390, height: 844 },
  "a narrow phone": { width: 320, height: 640 },
  "a desktop": { width: 1440, height: 900 },
};

for (const [where, viewport = null] of Object.entries(windows))
  for (const hasDoor of [true, false])
    test(`on ${where} nothing of an operator's logo and name is cut off, ${hasDoor ? "on" : "without"} the door, with spaced text too (WCAG 1.4.12)`, () =>
      inWindow({ viewport }, async (show) => {
        const texts = placed({ ...catalogues.en, brand: { ...branded, hasDoor } });
        for (const name of ["bare sign-in", "account", "passkeys", "error"]) {
          const page = await show(pageNamed(name, texts));
          assert.deepEqual(await page.evaluate<string[]>(cutParts), [], name);
          await page.addStyleTag({ content: textSpacing });
          assert.deepEqual(await page.evaluate<string[]>(cutParts), [], `${name}, spaced`);
          assert.equal(await page.evaluate<number>(overflow), 0, name);
        }
      }));

test("on a phone on its side everything begins at one edge, without the door and on the pages of an account too", () =>
  inWindow({ viewport: { width: 844, height: 390 } }, async (show) => {
    const plain = placed({ ...catalogues.en, brand: { name: "Harbour Library", hasDoor: false } });
    for (const [name, texts] of [
      ["bare sign-in", plain],
      ["bare sign-in", catalogues.en],
      ["account", catalogues.en],
    ] as const) {
      const page = await show(pageNamed(name, texts));
      const lefts = await page.evaluate<number[]>(
        `[".mark", "h1", "footer > *"].map((part) => document.querySelector(part).getBoundingClientRect().left)`,
      );
      assert.deepEqual(lefts, [24, 24, 24], name);
    }
  }));

test("on a phone on its side the pages of an account begin at once: the door is a strip, the heading has a line of its own", () =>
  inWindow({ viewport: { width: 844, height: 390 } }, async (show) => {
    for (const name of ["account", "totp", "passkeys", "change-password"]) {
      const page = await show(pageNamed(name, catalogues.en));
      const boxOf = async (selector: string) =>
        (await page.locator(selector).first().boundingBox()) ?? assert.fail(selector);
      assert.ok((await boxOf(".door")).height <= 48, name);
      if (name === "account") continue;
      const [up, heading] = [await boxOf(".up"), await boxOf("h1")];
      assert.ok(up.y + up.height <= heading.y, name);
      assert.equal(
        await page.evaluate("getComputedStyle(document.querySelector('.door')).borderTopLeftRadius"),
        "0px",
      );
    }
  }));

/** What is not wholly in the window before anything is scrolled. */
const outOfView = (selectors: readonly string[]) => `${JSON.stringify(selectors)}.filter((selector) => {
  const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
  return top < 0 || bottom > innerHeight;
})`;

for (const [where, viewport, selectors] of [
  ["a laptop", { width: 1280, height: 700 }, [".qr", "#key", "#otp", "#verify"]],
  ["a phone", { width: 390, height: 844 }, [".qr", "#key", "#otp"]],
] as const)
  test(`in a sign-in, an authenticator app is set up without scrolling on ${where}: ${selectors.join(", ")}`, () =>
    inWindow({ viewport }, async (show) => {
      for (const language of ["en", "de"] as const) {
        const page = await show(pageNamed("enrol, first shown", placed(catalogues[language])));
        assert.deepEqual(await page.evaluate<string[]>(outOfView(selectors)), [], language);
      }
    }));

// 664 pixels are what Safari leaves of the window of a usual phone. Every right stands above the buttons, so one screen is too little.
test("on a phone the answers to an application that asks for three APIs are on the second screen, and no right is folded away", () =>
  inWindow({ viewport: { width: 390, height: 664 } }, async (show) => {
    for (const name of ["device question", "consent"]) {
      const page = await show(pageNamed(name, placed(catalogues.en)));
      const [bottom, hidden] = await page.evaluate<[number, number]>(`[
        document.querySelector("#deny").getBoundingClientRect().bottom + scrollY,
        [...document.querySelectorAll(".api, .api li")].filter((part) => !part.checkVisibility()).length,
      ]`);
      assert.ok(bottom <= 2 * 664, `${name}: ${bottom}`);
      assert.equal(hidden, 0, name);
    }
  }));

test("forced colours: the main button, another button and a field are told apart by their borders", () =>
  inWindow({ forcedColors: "active" }, async (show) => {
    const page = await show(pageNamed("bare sign-in", catalogues.en));
    const borderOf = (selector: string) =>
      page.evaluate<string>(
        `(({ borderTopWidth, borderTopStyle, borderTopColor, backgroundColor }) => [borderTopWidth, borderTopStyle, borderTopColor, backgroundColor].join(" "))(getComputedStyle(document.querySelector(${JSON.stringify(selector)})))`,
      );
    const widthOf = async (selector: string) => (await borderOf(selector)).split(" ")[0];
    const parts = ["#sign-in", ".second", ".box"];
    assert.equal(new Set(await Promise.all(parts.map(widthOf))).size, parts.length);
    const filled = (await borderOf("#sign-in")).split(/(?=rgb)/).at(-1);
    assert.notEqual(filled, (await borderOf(".second")).split(/(?=rgb)/).at(-1));
  }));

for (const [what, name, selector] of [
  ["a button that cannot be undone", "deletion", "#delete"],
  ["the button of an account to choose", "choose-account", ".second"],
  ["the name in it", "choose-account", ".second strong"],
  ["the initial in it", "choose-account", ".second .initial"],
] as const)
  test(`forced colours: ${what} has the system's colours too`, () =>
    inWindow({ forcedColors: "active", colorScheme: "dark" }, async (show) => {
      const page = await show(pageNamed(name, catalogues.en));
      const colours = await page.evaluate<string[]>(`(() => {
        const button = document.querySelector("${selector}");
        const colourOf = () => getComputedStyle(button).color;
        const shown = colourOf();
        button.setAttribute("style", "color:ButtonText");
        return [shown, colourOf()];
      })()`);
      assert.equal(colours[0], colours[1]);
    }));

for (const width of [1_000, 320])
  test(`a notice is as wide as the fields below it, and has an edge on every side, at ${width} px`, () =>
    inWindow({ viewport: { width, height: 700 } }, async (show) => {
      const page = await show(pageNamed("sign-in", catalogues.en));
      const [notice, field] = await page.evaluate<{ left: number; right: number; border: number }[]>(
        `[".problem", ".box"].map((selector) => {
          const part = document.querySelector(selector);
          const { left, right } = part.getBoundingClientRect();
          return { left, right, border: parseFloat(getComputedStyle(part).borderInlineEndWidth) };
        })`,
      );
      assert.deepEqual([notice?.left, notice?.right], [field?.left, field?.right]);
      assert.ok(Number(notice?.border) >= 1, `${notice?.border} px`);
    }));

test("beside each page of an account stand all of them, the current one marked, where there is room; else a link back", () =>
  inWindow({ viewport: { width: 900, height: 700 } }, async (show) => {
    const page = await show(pageNamed("passkeys", catalogues.en));
    const side = page.getByRole("navigation", { name: "Your account" });
    assert.equal(await side.getByRole("link").count(), 14);
    assert.equal(await side.locator("[aria-current=page]").textContent(), "Passkeys");
    assert.equal(await side.getByText("Ada Lovelace").isVisible(), true);
    assert.equal(await page.locator(".up").isVisible(), false);
    await page.setViewportSize({ width: 899, height: 700 });
    assert.equal(await side.isVisible(), false);
    assert.equal(await page.locator(".up").getByText("Ada Lovelace").isVisible(), true);
    await page.locator(".up").getByRole("link", { name: "Your account" }).waitFor();
  }));

test("in no language with blanks does an entry beside a page break inside a word", () =>
  inWindow({ viewport: { width: 900, height: 700 } }, async (show) => {
    for (const [language, texts] of Object.entries(catalogues)) {
      if (language === "ja" || language === "zh-Hans") continue;
      const page = await show(pageNamed("account", texts));
      assert.deepEqual(await page.evaluate<string[]>(brokenWordsIn(".side a")), [], language);
    }
  }));

test("the printed sheet of recovery codes has the codes, and whose they are, and nothing that is for the page alone", () =>
  inWindow({}, async (show) => {
    const page = await show(pageNamed("new-codes", placed(catalogues.en)));
    await page.emulateMedia({ media: "print" });
    for (const selector of ["#codes", "h1", ".host"])
      assert.equal(await page.locator(selector).isVisible(), true, selector);
    for (const selector of ["#continue", "#copy", "#language", ".door", ".lead"])
      assert.equal(await page.locator(selector).isVisible(), false, selector);
  }));

test("in German, with its long words, no row of the account and no heading of its pages breaks without a hyphen on a narrow phone", () =>
  inWindow({ viewport: { width: 320, height: 640 } }, async (show) => {
    for (const name of ["account", "recovery-codes", "totp", "passkeys"]) {
      const page = await show(pageNamed(name, catalogues.de));
      assert.deepEqual(await page.evaluate<string[]>(brokenWordsIn("h1, .what")), [], name);
    }
  }));

test("moments are in the time zone of the reader, written as in their region; without scripts they are in UTC, and say so", async () => {
  const texts = { ...catalogues.en, region: "GB" };
  for (const [javaScriptEnabled, expected] of [
    [true, "10~March 2026 at~08:30"],
    [false, "9~March 2026 at~23:30~UTC"],
  ] as const)
    await inWindow({ javaScriptEnabled, timezoneId: "Asia/Tokyo", locale: "en-US" }, async (show) => {
      for (const name of ["browsers", "activity"]) {
        const page = await show(pageNamed(name, texts));
        const moment = page.locator("time[datetime='2026-03-09T23:30Z']").first();
        assert.equal(await moment.textContent(), expected.replaceAll("~", "\u00a0"), name);
      }
    });
});

test("a language that is picked with a pointer is there at once; the keyboard, and a browser without scripts, have the button", async () => {
  const html = pageNamed("recover", placed(catalogues.en));
  await inWindow({}, async (show) => {
    const page = await show(html);
    const button = page.getByRole("button", { name: "Change" });
    assert.equal(await button.isVisible(), false);
    await page.locator("#language").focus();
    await page.keyboard.press("ArrowDown");
    assert.equal(await button.isVisible(), true);
    assert.equal(page.url(), `${origin}/`, "Nothing is sent while the arrow keys walk through the choices.");
    await show(html);
    const posted = page.waitForRequest((request) => request.method() === "POST");
    await page.selectOption("#language", "fr");
    const request = await posted;
    assert.deepEqual(
      [new URL(request.url()).pathname, request.postData()],
      ["/language", "page=%2Frecover&language=fr"],
    );
  });
  await inWindow({ javaScriptEnabled: false }, async (show) => {
    assert.equal(await (await show(html)).getByRole("button", { name: "Change" }).isVisible(), true);
  });
});

test("without scripts no page has more than one filled button", async () => {
  const filled = `[...document.querySelectorAll(".action")].flatMap((button) => {
    const isFilled = getComputedStyle(button).backgroundColor !== "rgba(0, 0, 0, 0)";
    return isFilled && button.checkVisibility() ? [button.textContent] : [];
  })`;
  await inWindow({ javaScriptEnabled: false }, async (show) => {
    for (const [name, html] of everyPageIn(catalogues.en)) {
      const page = await show(html);
      const buttons = await page.evaluate<string[]>(filled);
      assert.ok(buttons.length <= 1, `${name}: ${buttons.join(", ")}`);
    }
  });
});

test("a fresh proof without scripts asks for the password alone: its button is the filled one, and no other way is hinted at", async () => {
  const filledOf =
    "getComputedStyle(document.getElementById('sign-in')).backgroundColor !== 'rgba(0, 0, 0, 0)'";
  const hintOf = "getComputedStyle(document.querySelector('.or')).display";
  const shown = pageNamed("fresh proof", catalogues.en);
  await inWindow({ javaScriptEnabled: false }, async (show) => {
    const page = await show(shown);
    assert.deepEqual([await page.evaluate(filledOf), await page.evaluate(hintOf)], [true, "none"]);
  });
  await inWindow({}, async (show) => {
    const page = await show(shown);
    await page.evaluate("document.getElementById('use-passkey').hidden = false");
    assert.deepEqual([await page.evaluate(filledOf), await page.evaluate(hintOf)], [false, "flex"]);
  });
});
