import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import type { MailFacts, MailKind } from "../../src/identity/mail.ts";
import { catalogue as english } from "../../src/pages/languages/en/catalogue.ts";
import { type MailFrame, renderMail } from "../../src/pages/mail.ts";
import { languages } from "../../src/protocol/language.ts";
import { readAccent } from "../../src/values/brand.ts";
import { type Colour, contrastOf } from "../../src/values/colour.ts";
import { catalogues } from "../support/catalogues.ts";
import { at, everyMail, link, lock } from "./mail.ts";
import { tagsNamed, tagsOf, textOf } from "./markup.ts";

const frame: MailFrame = {
  service: "id.example.org",
  accountHref: "https://id.example.org/account",
  name: "Ada Lovelace",
  brand: { name: "Harbour Library" },
};
const all = Object.values(everyMail);

test("a message for a forgotten password says what the link does, how long, and what to do with an unexpected one", () => {
  const { subject, text } = renderMail(everyMail.recover, frame, english);
  assert.equal(subject, "Choose a new password");
  assert.equal(
    text,
    `Harbour Library

Hello Ada Lovelace,

Someone asked for a new password for your account at id.example.org. If this was you, open the link to choose one.

Choose a new password:
${link}

The link works once, until November 22, 2026 at 9:37 AM UTC.

If you did not expect this message, you can ignore it. Nothing changes.

-- 
id.example.org sent this message automatically. Please do not reply: nobody reads this mailbox.
`,
  );
});

test("a notice says what happened, when and where, and first of all locks the account if it was somebody else", () => {
  const { text, html } = renderMail(everyMail["new-device"], frame, english);
  for (const part of [
    "When: November 22, 2026",
    "Firefox 133 · Linux",
    "203.0.113.x",
    "If this was not you, open the link to lock your account.",
    `This was not me:\n${lock.link}\n\nThe link works once, until November 29, 2026 at 9:07 AM UTC.\n\nGo to my account:\n${frame.accountHref}`,
  ])
    assert.ok(text.includes(part), part);
  const filled = tagsNamed(html, "a").filter(({ attributes }) => attributes.get("class") === "action");
  assert.deepEqual(
    filled.map(({ attributes }) => attributes.get("href")),
    [lock.link],
  );
});

test("a notice to an address that nobody has proved has no link to lock the account, and says what else helps", () => {
  const { text } = renderMail(everyMail["totp-removed"], frame, english);
  assert.ok(text.includes("If this was not you, change your password now"), text);
  assert.ok(text.includes(`Go to my account:\n${frame.accountHref}`));
});

test("what to do comes first: after the button stands only what is good to know", () => {
  for (const [kind, sentence] of [
    ["recover", "The link works once"],
    ["invitation", "If you did not expect this message"],
    ["new-device", "The link works once"],
  ] as const) {
    const { text, html } = renderMail(everyMail[kind], frame, english);
    for (const body of [text, html]) assert.ok(body.indexOf("https://") < body.indexOf(sentence), body);
  }
  const { html } = renderMail(everyMail["totp-added"], frame, english);
  assert.ok(html.indexOf("If this was not you") < html.indexOf("https://"), html);
});

test("an announced deletion names the moment, and says of its address nothing that holds for single-use links", () => {
  const { text } = renderMail(everyMail["deletion-announced"], frame, english);
  assert.ok(text.includes("Will be deleted: December 6, 2026 at 9:07 AM UTC"), text);
  assert.doesNotMatch(text, /works once/);
});

test("a passkey that nobody named is not called by the word for every passkey", () => {
  for (const language of languages) {
    const { mail, passkeys } = catalogues[language];
    const facts = { kind: "passkey-added", at, passkey: passkeys.unnamed } as const;
    const { text } = renderMail(facts, frame, catalogues[language]);
    assert.ok(!text.split("\n").some((line) => line.startsWith(mail.passkey)), text);
  }
});

test("times are in the zone of the person if it is known, and in UTC if it is not, or is none any more", () => {
  for (const [timeZone, time] of [
    ["Europe/Berlin", "November 22, 2026 at 10:07 AM GMT+1"],
    ["Asia/Kolkata", "November 22, 2026 at 2:37 PM GMT+5:30"],
    [undefined, "November 22, 2026 at 9:07 AM UTC"],
    ["Mars/Olympus", "November 22, 2026 at 9:07 AM UTC"],
  ] as const) {
    const { text } = renderMail(everyMail["password-changed"], { ...frame, timeZone }, english);
    assert.ok(text.includes(`When: ${time}\n`), text);
  }
});

test("dates are written as in the region of the reader, and as in the language where none is known", () => {
  for (const [region, time] of [
    ["GB", "22 November 2026 at 09:07 UTC"],
    ["US", "November 22, 2026 at 9:07 AM UTC"],
    [undefined, "November 22, 2026 at 9:07 AM UTC"],
  ] as const) {
    const { text, html } = renderMail(everyMail["password-changed"], frame, { ...english, region });
    assert.ok(text.includes(`When: ${time}\n`), text);
    assert.ok(html.includes(time));
  }
});

describe("the brand of a message", () => {
  for (const accent of [undefined, "#7a1f5c", "#796700", "#1d4ed8 #93c5fd"])
    it(`has its name above and a button that is readable by day and by night: ${accent ?? "none"}`, () => {
      const read = accent === undefined ? undefined : readAccent(accent);
      assert.ok(read?.ok !== false);
      const brand = { name: "Harbour Library", accent: read?.value };
      const { text, html } = renderMail(everyMail.recover, { ...frame, brand }, english);
      assert.ok(text.startsWith("Harbour Library\n\nHello"));
      assert.ok(html.indexOf("Harbour Library") < html.indexOf("<h1"));
      const pairs = [...html.matchAll(/background:(#[0-9a-f]{6})(?:!important)?;color:(#[0-9a-f]{6})/g)];
      assert.equal(pairs.length, 2);
      for (const [, ground, ink] of pairs)
        assert.ok(contrastOf(ground as Colour, ink as Colour) >= 4.5, `${ground} ${ink}`);
      const grounds = pairs.map(([, ground]) => ground);
      if (accent === "#7a1f5c") assert.equal(grounds[1], accent);
      for (const [ground, page] of [
        [grounds[1], "#ffffff"],
        [grounds[0], "#121212"],
      ])
        assert.ok(contrastOf(ground as Colour, page as Colour) >= 3, `${ground} on ${page}`);
    });
});

test("the logo that an operator wants stands beside the name, is the only thing that is loaded, and is not in the text", () => {
  const logoSrc = "https://id.example.org/logo";
  for (const facts of all) {
    const plain = renderMail(facts, frame, english);
    const { text, html } = renderMail(facts, { ...frame, brand: { ...frame.brand, logoSrc } }, english);
    assert.equal(text, plain.text);
    const pictures = tagsNamed(html, "img").map(({ attributes }) => attributes);
    assert.deepEqual(
      pictures.map((attributes) => [attributes.get("src"), attributes.get("alt")]),
      // The name beside it is its text, with and without the picture.
      [[logoSrc, ""]],
    );
    assert.match(html, /<img [^>]*>\u2002<bdi>Harbour Library<\/bdi><\/p>/);
    assert.equal(html.replace(/<img [^>]*>\u2002/, ""), plain.html);
  }
});

for (const language of languages)
  describe(`messages in ${language}`, () => {
    const texts = catalogues[language];
    const words = texts.mail;
    const inEnglish = english.mail;

    it("have every sentence, in its own words, with the service where it belongs", () => {
      for (const kind of Object.keys(everyMail) as MailKind[]) {
        const [subject, sentence, label] = words.messages[kind];
        const [englishSubject, , englishLabel] = inEnglish.messages[kind];
        assert.ok(sentence("‹service›").includes("‹service›"), kind);
        assert.equal(label === undefined, englishLabel === undefined, kind);
        assert.equal(label === undefined, !("link" in everyMail[kind]), kind);
        for (const said of [subject, sentence("x"), label ?? "x"]) assert.equal(said, said.trim(), kind);
        assert.equal(subject === englishSubject, language === "en", kind);
      }
      for (const said of [words.notYou, words.unexpected, words.closing])
        assert.ok(said("‹service›").includes("‹service›"));
      assert.ok(words.once("‹until›").includes("‹until›") && words.greeting("‹name›").includes("‹name›"));
    });

    it("say the same in text and HTML, and load nothing from anywhere", () => {
      for (const facts of all) {
        const { subject, text, html } = renderMail(facts, frame, texts);
        const tags = tagsOf(html);
        assert.deepEqual(
          [tags[0]?.attributes.get("lang"), tags[0]?.attributes.get("dir")],
          [language, texts.dir],
        );
        const shown = textOf(html);
        assert.ok(shown.includes(subject), facts.kind);
        let read = 0;
        for (const line of text.split("\n").filter((line) => line !== "-- ")) {
          const at = shown.indexOf(line.replace(/[\s:：]*$/, ""), read);
          assert.ok(at >= read, `${facts.kind}, in the same order: ${line}`);
          read = at;
        }
        assert.doesNotMatch(text + shown, /\b(?:undefined|null|NaN)\b|\[object/);
        assert.doesNotMatch(html, /<(?:img|script|link|iframe|form)\b|url\(|@import|\bsrc=/i);
        const hrefs = tagsNamed(html, "a").map(({ attributes }) => attributes.get("href"));
        const locking = "lock" in facts && facts.lock !== undefined ? [facts.lock.link] : [];
        assert.deepEqual(hrefs, [...locking, "link" in facts ? link : frame.accountHref], facts.kind);
        assert.deepEqual(text.match(/https?:\/\/\S+/g), hrefs, facts.kind);
      }
    });
  });

test("a label ends with the colon of its language, in text and HTML", () => {
  for (const [language, when, button] of [
    ["en", "When: November 22", "Go to my account:\n"],
    ["fr", "Date\u00a0: 22 novembre", "Aller à mon compte\u00a0:\n"],
    ["ja", "日時：2026年", "アカウントを開く：\n"],
    ["zh-Hans", "时间：2026年", "前往我的账号：\n"],
  ] as const) {
    const { text, html } = renderMail(everyMail["password-changed"], frame, catalogues[language]);
    assert.ok(text.includes(when) && text.includes(button), text);
    assert.ok(textOf(html).includes(when), language);
  }
});

test("a name, a passkey or a browser that somebody chose shapes no message", () => {
  const hostile = "Eve\r\nBcc: all@example.org\u202e<img src=x onerror=alert(1)>\0";
  const rows: readonly MailFacts[] = [
    { kind: "passkey-added", at, passkey: hostile },
    { kind: "new-device", at, browser: { name: hostile }, network: "" },
  ];
  for (const facts of rows) {
    const { subject, text, html } = renderMail(facts, { ...frame, name: hostile }, english);
    assert.doesNotMatch(subject, /[\r\n]/);
    assert.doesNotMatch(text, /\r|\u202e|\0|^Bcc:/m);
    assert.doesNotMatch(html, /<img|\u202e|\0/);
  }
  const { text } = renderMail(everyMail.recover, { ...frame, name: "\u202e \0" }, english);
  assert.ok(text.includes("\n\nHello,\n"));
});
