import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogue as english } from "../../src/pages/languages/en/catalogue.ts";
import { renderSignInPage } from "../../src/pages/sign-in.ts";
import { languages } from "../../src/protocol/language.ts";
import { catalogues } from "../support/catalogues.ts";
import { bareSignInModel, ownSignInModel, signInModel, signInProblems } from "./every-page.ts";
import { elementById, tagsNamed, tagsOf, textOf } from "./markup.ts";

const bare = renderSignInPage(bareSignInModel(), english).toString();
const withoutPicker = renderSignInPage({ ...bareSignInModel(), pickerAction: undefined }, english).toString();
const titleOf = (page: string) => /<title>(.*)<\/title>/.exec(page)?.[1];
const focusedId = (page: string) =>
  tagsOf(page)
    .find(({ attributes }) => attributes.has("autofocus"))
    ?.attributes.get("id");

test("one form posts username, password, step and the answer of a passkey to the given action, and nothing else", () => {
  const forms = tagsNamed(withoutPicker, "form");
  assert.equal(forms.length, 1);
  assert.equal(forms[0]?.attributes.get("method"), "post");
  assert.equal(forms[0]?.attributes.get("action"), signInModel.formAction);
  const names = tagsOf(withoutPicker).flatMap(({ name, attributes }) =>
    name === "meta" ? [] : (attributes.get("name") ?? []),
  );
  assert.deepEqual(names, ["step", "username", "password", "passkey"]);
});

test("the language picker is a form of its own after the other, so that no password is sent with it", () => {
  const [first, second, ...others] = tagsNamed(bare, "form").map(({ attributes }) =>
    attributes.get("action"),
  );
  assert.deepEqual([first, second, others], [signInModel.formAction, signInModel.pickerAction, []]);
  const form = /<form class="languages".*?<\/form>/s.exec(bare)?.[0] ?? "";
  assert.deepEqual(tagsNamed(form, "input"), []);
  const options = tagsNamed(form, "option").map(({ attributes }) => attributes);
  assert.deepEqual(
    options.map((option) => option.get("value")),
    [...languages],
  );
  for (const option of options) assert.equal(option.get("lang"), option.get("value"));
  assert.deepEqual(
    options.filter((option) => option.has("selected")).map((option) => option.get("value")),
    ["en"],
  );
  assert.match(textOf(form), /^LanguageEnglishDeutschFrançais.*العربيةChange$/);
});

test("the submit button has the id sign-in and is never disabled", () => {
  const button = elementById(bare, "sign-in");
  assert.equal(button.type, "submit");
  for (const page of [
    bare,
    ...signInProblems.map((problem) => renderSignInPage({ ...signInModel, problem }, english).toString()),
  ])
    assert.ok(tagsOf(page).every(({ attributes }) => !attributes.has("disabled")));
});

test("WCAG 1.3.5: password managers and keyboards learn what each field is for", () => {
  const username = elementById(bare, "username");
  assert.equal(username.type, "text");
  assert.equal(username.name, "username");
  assert.equal(username.autocomplete, "username webauthn");
  assert.equal(username.autocapitalize, "none");
  assert.equal(username.spellcheck, "false");
  assert.equal(username.enterkeyhint, "next");
  const password = elementById(bare, "password");
  assert.equal(password.type, "password");
  assert.equal(password.name, "password");
  assert.equal(password.autocomplete, "current-password");
  assert.equal(password.enterkeyhint, "go");
});

test("WCAG 3.3.2: each field has its label before it, and no placeholder stands in for one", () => {
  const labels = tagsNamed(bare, "label").map(({ attributes }) => attributes.get("for"));
  assert.deepEqual(labels, ["username", "password", "language"]);
  assert.ok(bare.indexOf('for="username"') < bare.indexOf('id="username"'));
  assert.ok(bare.indexOf('for="password"') < bare.indexOf('id="password"'));
  assert.doesNotMatch(bare, /placeholder/);
});

test("the show-password button does not submit, says its state, and hides until a script makes it work", () => {
  const toggle = elementById(bare, "show-password");
  assert.equal(toggle.tag, "button");
  assert.equal(toggle.type, "button");
  assert.equal(toggle["aria-pressed"], "false");
  assert.equal(toggle["aria-controls"], "password");
  assert.ok("hidden" in toggle);
});

test("the Caps Lock hint is an empty polite live region", () => {
  assert.equal(elementById(bare, "caps-lock").role, "status");
  assert.match(bare, /id="caps-lock"[^>]*><\/p>/);
});

test("the focus starts on the first thing to do: the username, else the password, also after an error", () => {
  assert.equal(focusedId(bare), "username");
  assert.equal(
    focusedId(renderSignInPage({ ...bareSignInModel(), username: "ada" }, english).toString()),
    "password",
  );
  for (const problem of signInProblems)
    for (const username of problem.kind === "missing-username" ? ["", " "] : ["ada"]) {
      const page = renderSignInPage({ ...signInModel, problem, username }, english).toString();
      const field = username.trim() === "" ? "username" : "password";
      assert.equal(focusedId(page), field, problem.kind);
      assert.equal(elementById(page, field)["aria-describedby"], "problem");
    }
});

test("for a page of the service it names no application, and leads back to the home page", () => {
  const page = renderSignInPage(ownSignInModel(), english).toString();
  assert.equal(titleOf(page), "Sign in to your account · Latchkey");
  assert.match(textOf(page), /Sign into continue to your account/);
  assert.doesNotMatch(page, /class="host"|never sees/);
  assert.deepEqual(
    tagsNamed(page, "a").map(({ attributes }) => attributes.get("href")),
    [ownSignInModel().recoverHref, ownSignInModel().signUpHref, "/"],
  );
});

test("the title says which application the person signs in to, and whose service it is, and with an error begins with Error:", () => {
  assert.equal(titleOf(bare), "Sign in to Field Notes · Latchkey");
  assert.equal(
    titleOf(renderSignInPage(signInModel, english).toString()),
    "Error: Sign in to Field Notes · Latchkey",
  );
});

const sentences: Readonly<Record<(typeof signInProblems)[number]["kind"], string>> = {
  mismatch: "That username, e-mail address or password is incorrect.",
  locked:
    "This account is locked, because someone chose “This was not me” in a message about it. To unlock it, choose a new password with “Forgot your password?”.",
  unavailable: "Not every password can be checked right now. If yours is right, try again in a few minutes.",
  "not-moved":
    "That username, e-mail address or password is incorrect. If you have not signed in for a while, choose a new password with “Forgot your password?”.",
  expired: "That password has expired. Choose a new one with “Forgot your password?”.",
  throttled: "Too many attempts. Try again in 4 minutes.",
  busy: "Many people are signing in right now. Wait a few seconds and try again.",
  stale: "This page was out of date. Please sign in again.",
  "no-cookie": "Your browser did not send back our cookie. Allow cookies for this site, then sign in again.",
  "passkey-refused": "That passkey does not work here. Use another one, or your password.",
  "missing-username": "Enter your username or e-mail address.",
  "missing-password": "Enter your password.",
  "too-long-password": "That password is too long.",
  upstream: "Acme is not responding at the moment. Try again in a few minutes, or choose another way.",
};

for (const problem of signInProblems)
  test(`WCAG 3.3.1: "${sentences[problem.kind]}" is announced, focusable and tied to a field`, () => {
    const page = renderSignInPage({ ...signInModel, problem }, english).toString();
    assert.ok(textOf(page).includes(sentences[problem.kind]));
    const summary = elementById(page, "problem");
    assert.equal(summary.role, "alert");
    assert.equal(summary.tabindex, "-1");
    const tied = [elementById(page, "username"), elementById(page, "password")].filter(
      (field) => field["aria-describedby"] === "problem",
    );
    assert.ok(tied.length > 0);
  });

test("only what may be wrong is marked invalid", () => {
  const invalid = (kind: (typeof signInProblems)[number]["kind"]) => {
    const problem = signInProblems.find((each) => each.kind === kind);
    const page = renderSignInPage({ ...signInModel, problem }, english).toString();
    return ["username", "password"].filter((id) => elementById(page, id)["aria-invalid"] === "true");
  };
  assert.deepEqual(invalid("mismatch"), ["username", "password"]);
  assert.deepEqual(invalid("missing-password"), ["password"]);
  assert.deepEqual(invalid("missing-username"), ["username"]);
  assert.deepEqual(invalid("too-long-password"), ["password"]);
  assert.deepEqual(invalid("throttled"), []);
  assert.deepEqual(invalid("stale"), []);
});

test("WCAG 3.3.7: after an error the username is kept and the password is empty", () => {
  const page = renderSignInPage({ ...signInModel, username: "ada" }, english).toString();
  assert.equal(elementById(page, "username").value, "ada");
  assert.ok(!("value" in elementById(page, "password")));
});

test("the page names the application, its host, and a way back to it", () => {
  assert.match(textOf(bare), /to continue to Field Notes/);
  assert.match(textOf(bare), /notes\.example/);
  const hrefs = tagsNamed(bare, "a").map(({ attributes }) => attributes.get("href"));
  const { recoverHref, signUpHref, cancelHref } = signInModel;
  assert.deepEqual(hrefs, [recoverHref, signUpHref, cancelHref]);
  const closed = { ...bareSignInModel(), signUpHref: undefined, cancelHref: undefined };
  const left = tagsNamed(renderSignInPage(closed, english).toString(), "a");
  assert.deepEqual(
    left.map(({ attributes }) => attributes.get("href")),
    [recoverHref],
  );
});

test("plain http says so, https says nothing", () => {
  assert.match(textOf(renderSignInPage(signInModel, english).toString()), /not encrypted/);
  assert.doesNotMatch(textOf(bare), /not encrypted/);
});

test("names and sentences stand in the page as they are written, in every language", () => {
  const named = { ...signInModel, clientName: "Ноты é 🔑", username: "ада" };
  for (const texts of Object.values(catalogues)) {
    const page = renderSignInPage(named, texts).toString();
    for (const written of [named.clientName, named.username, texts.signIn.password, texts.picker.label])
      assert.ok(page.includes(written.replaceAll("'", "&#39;")), `${texts.lang}: ${written}`);
    assert.doesNotMatch(page, /&#(?!39;|96;)/, texts.lang);
  }
});

test("OpenID Connect Registration §2: what the application says about privacy and its terms is linked, and its host is told", () => {
  const policyHref = "https://notes.example:8443/privacy?lang=en";
  const page = renderSignInPage(
    { ...bareSignInModel(), policyHref, termsHref: undefined },
    english,
  ).toString();
  const [link] = tagsNamed(page, "a").filter(({ attributes }) => attributes.get("href") === policyHref);
  assert.deepEqual(
    [link?.attributes.get("rel"), link?.attributes.get("title"), link?.attributes.has("target")],
    ["noopener noreferrer", "notes.example:8443", false],
  );
  assert.match(textOf(page), /Back to Field Notes ?Privacy policy/);
  assert.doesNotMatch(textOf(page), /Terms/);
});

test("D31: a link that would run a script, or lead to no host, is not drawn", () => {
  for (const href of ["javascript:alert(1)", "data:text/html,x", "//evil.example/", "https:", ""])
    assert.equal(
      renderSignInPage({ ...bareSignInModel(), policyHref: href, termsHref: href }, english).toString(),
      bare,
      href,
    );
});

test("a logo has a place of its size and the name of the application; without one the page is as before", () => {
  const page = renderSignInPage(
    { ...bareSignInModel(), logoSrc: "/logo?client=lkcA&v=x" },
    english,
  ).toString();
  const [logo, ...others] = tagsNamed(page, "img").map(({ attributes }) => Object.fromEntries(attributes));
  assert.deepEqual(others, []);
  assert.deepEqual([logo?.alt, logo?.width, logo?.height], [signInModel.clientName, "48", "48"]);
  assert.equal(renderSignInPage(bareSignInModel(), english).toString(), bare);
});

test("a page that asks to wait says what works meanwhile", () => {
  for (const [left, sentence] of [
    ["passkey", "Try again in 4 minutes, or use a passkey."],
    ["reset", "Try again in 4 minutes, or reset your password."],
    ["both", "Try again in 4 minutes, use a passkey, or reset your password."],
  ] as const) {
    const problem = { kind: "throttled", waitSeconds: 240, left } as const;
    const page = renderSignInPage({ ...signInModel, problem }, english).toString();
    assert.ok(textOf(page).includes(`Too many attempts. ${sentence}`), left);
  }
});
