import assert from "node:assert/strict";
import { test } from "node:test";
import { renderActivityPage } from "../../src/pages/activity.ts";
import { renderContinuePage } from "../../src/pages/continue.ts";
import { type ErrorPageModel, renderErrorPage } from "../../src/pages/error.ts";
import { renderHomePage } from "../../src/pages/home.ts";
import { catalogue as english } from "../../src/pages/languages/en/catalogue.ts";
import { renderSignedOutPage, renderSignOutPage } from "../../src/pages/sign-out.ts";
import { renderVerifyPage } from "../../src/pages/verify.ts";
import {
  activityModel,
  continueModel,
  enrolModel,
  errorModel,
  everyPage,
  homeModel,
  personProblems,
  signOutModel,
  verifyModel,
} from "./every-page.ts";
import { elementById, tagsNamed, textOf } from "./markup.ts";

const hrefsOf = (page: string) => tagsNamed(page, "a").map(({ attributes }) => attributes.get("href"));
const inputsOf = (page: string) =>
  tagsNamed(page, "input").map(({ attributes }) => `${attributes.get("name")}=${attributes.get("value")}`);

test("continue: the button with the id allow says where to and as whom", () => {
  const page = renderContinuePage(continueModel, english).toString();
  assert.equal(elementById(page, "allow").type, "submit");
  assert.match(textOf(page), /Continue to Field Notes as Ada Lovelace/);
  assert.deepEqual(inputsOf(page), ["step=c3RlcC10b2tlbg"]);
});

test("continue: another account and the way back are links", () => {
  assert.deepEqual(hrefsOf(renderContinuePage(continueModel, english).toString()), [
    continueModel.useAnotherHref,
    continueModel.cancelHref,
  ]);
});

/** Nothing about these is worth a log line: the person who sees them mistyped an address, or did too much at once. */
const isLogged = ({ kind }: ErrorPageModel["problem"]) =>
  kind !== "not-found" && kind !== "wrong-method" && kind !== "throttled";

for (const problem of personProblems)
  test(`error, ${problem.kind}: in production the person gets calm words and no word for developers`, () => {
    const page = renderErrorPage(
      { cspNonce: "n", requestId: errorModel.requestId, problem },
      english,
    ).toString();
    assert.match(page, /<title>Error: [A-Z]/);
    assert.doesNotMatch(textOf(page), /For the developer/);
    assert.doesNotMatch(page, /<script/);
  });

for (const problem of personProblems.filter(isLogged))
  test(`error, ${problem.kind}: the page names the reference under which the log has the detail`, () => {
    const page = renderErrorPage(
      { cspNonce: "n", requestId: errorModel.requestId, problem },
      english,
    ).toString();
    assert.match(textOf(page), /r8f3k2/);
    assert.match(textOf(page), /Developers can find the details in the service’s log/);
  });

for (const problem of personProblems.filter((each) => !isLogged(each)))
  test(`error, ${problem.kind}: the page promises no log line, because there is none`, () => {
    const page = renderErrorPage(
      { cspNonce: "n", requestId: errorModel.requestId, problem },
      english,
    ).toString();
    assert.doesNotMatch(textOf(page), /r8f3k2|reference|log\b/i);
  });

test("error: the place where two addresses differ is marked, and named for those who cannot see the mark", () => {
  const page = renderErrorPage(errorModel, english).toString();
  assert.match(page, /<del><span class="vh"> \[differs: <\/span>\/<span/);
  assert.match(textOf(page), /Receivedhttps:\/\/notes\.example\/cb \[differs: \/\]/);
  assert.match(textOf(page), /Registeredhttps:\/\/notes\.example\/cb \[differs: nothing\]/);
  assert.match(textOf(page), /It ends with a slash that the registered one does not have\./);
});

test("error: an address that is compared is not listed once more", () => {
  const received = [
    ...errorModel.developer.received,
    { name: "redirect_uri", value: "https://notes.example/cb/" },
  ];
  const page = renderErrorPage(
    { ...errorModel, developer: { ...errorModel.developer, received } },
    english,
  ).toString();
  assert.match(textOf(page), /client_idlkcA/);
  assert.doesNotMatch(textOf(page), /redirect_urihttps/);
});

test("error: characters without a shape cannot hide a difference", () => {
  const difference = { ...errorModel.developer.difference, receivedDiffers: " \u200b\u00a0" };
  const page = renderErrorPage(
    { ...errorModel, developer: { ...errorModel.developer, difference } },
    english,
  ).toString();
  assert.match(textOf(page), /\[U\+0020\]\[U\+200B\]\[U\+00A0\]/);
});

test("error: the command can be copied whole, by hand or by the button that a script shows", () => {
  const page = renderErrorPage(errorModel, english).toString();
  const command = /<code id="command">(.*?)<\/code>/.exec(page)?.[1] ?? "";
  assert.equal(textOf(command), errorModel.developer.repair.command);
  const copy = elementById(page, "copy");
  assert.equal(copy.type, "button");
  assert.ok("hidden" in copy);
  assert.equal(elementById(page, "copied").role, "status");
});

test("error: the way out is another try or the front page, and none where none is known", () => {
  const linksFor = (wayOut: ErrorPageModel["wayOut"]) => {
    const page = renderErrorPage({ ...errorModel, wayOut }, english).toString();
    return [hrefsOf(page), /Try again|Go to the home page/.exec(textOf(page))?.[0]];
  };
  assert.deepEqual(linksFor({ kind: "retry", href: "/sign-in?client_id=a" }), [
    ["/sign-in?client_id=a"],
    "Try again",
  ]);
  assert.deepEqual(linksFor({ kind: "home", href: "/auth/" }), [["/auth/"], "Go to the home page"]);
  assert.deepEqual(linksFor(undefined), [[], undefined]);
});

test("sign-out asks first: a form with the CSRF token, the button sign-out, and a way to stay", () => {
  const page = renderSignOutPage(signOutModel, english).toString();
  assert.equal(tagsNamed(page, "form")[0]?.attributes.get("method"), "post");
  assert.deepEqual(inputsOf(page), ["step=c3RlcC10b2tlbg"]);
  assert.equal(elementById(page, "sign-out").type, "submit");
  assert.match(textOf(page), /You are signed in as.*Ada Lovelace/);
  assert.deepEqual(hrefsOf(page), ["/", "/account"]);
});

test("signed out: it says so, asks for nothing, and leads to signing in again", () => {
  const page = renderSignedOutPage({ cspNonce: "n", signInHref: "/sign-in?to=account" }, english).toString();
  assert.match(textOf(page), /You are signed out.*Sign in to your account/);
  assert.deepEqual([...hrefsOf(page), ...inputsOf(page)], ["/sign-in?to=account"]);
});

test("home: it says what this place is, and who is signed in", () => {
  const bare = renderHomePage({ cspNonce: "n", signInHref: "/sign-in?to=home" }, english).toString();
  assert.match(textOf(bare), /this service send you here.*You are not signed in\.Sign in/);
  assert.deepEqual(hrefsOf(bare), ["/sign-in?to=home"]);
  const page = renderHomePage(homeModel, english).toString();
  assert.match(textOf(page), /You are signed in as.*Ada Lovelace/);
  assert.deepEqual(
    hrefsOf(page),
    [
      ...["https://notes.example/start", "https://calendar.example", "https://library.example"],
      ...["/?search=e&after=lkcB", "/account", "/v1/Oauth/logout", "/docs/"],
    ],
    "an address that is a script is no link",
  );
  assert.match(textOf(page), /latchkey client create --name Notes/);
  assert.equal(elementById(page, "copy").type, "button");
  assert.doesNotMatch(bare, /id="copy"/);
});

test("choose account: the application is named as on the sign-in page", () => {
  assert.match(
    textOf(everyPage.get("choose-account") ?? ""),
    /Choose an account\s*to continue to Field Notes/,
  );
});

test("deletion: the person's data can be downloaded first", () => {
  assert.ok(hrefsOf(mainOf("deletion")).includes("/account/export"));
});

test("recovery codes: without a factor that they could replace, the pages to set one up are linked", () => {
  const hrefs = hrefsOf(mainOf("no recovery codes"));
  assert.ok(hrefs.includes("/account/passkeys") && hrefs.includes("/account/totp"), hrefs.join());
});

test("new recovery codes: a printed sheet says for which account of which service they are", () => {
  assert.match(textOf(mainOf("new-codes")), /id\.example · ada/);
});

/** What stands in the main part of a page, without the list of pages beside it. */
function mainOf(name: string): string {
  return /<main[\s\S]*<\/main>/.exec(everyPage.get(name) ?? "")?.[0] ?? assert.fail(`no page ${name}`);
}

test("the picture of an authenticator app has exactly the squares of the code", () => {
  const { squares } = enrolModel.totp;
  const drawn = squares.map((row) => row.map(() => false));
  const [, path = ""] = /stroke="#000"[^>]* d="([^"]*)"/.exec(everyPage.get("enrol") ?? "") ?? [];
  let [x, y] = [0, 0];
  for (const [, command, first = "0", second = "0"] of path.matchAll(/([Mmh])(\d+)(?: (\d+))?/g)) {
    const start = x;
    x = command === "M" ? Number(first) : x + Number(first);
    y = command === "M" ? Number(second) : y;
    if (command === "h") drawn[y]?.fill(true, start, x);
  }
  assert.deepEqual(drawn, squares);
});

test("activity: sign-ins, changes of how one signs in, applications, the person's data and sign-outs each have a sign of their own", () => {
  const page = renderActivityPage(activityModel, english).toString();
  const signs = tagsNamed(page, "path")
    .map(({ attributes }) => attributes.get("d"))
    .slice(-activityModel.entries.length);
  assert.equal(new Set(signs).size, activityModel.entries.length);
  const marked = tagsNamed(page, "svg").filter(({ attributes }) => attributes.get("class") === "sign keys");
  assert.equal(marked.length, 2, "the changed password and the sign-in in a new browser stand out");
  assert.equal(page.match(/class="badge warn">New browser</g)?.length, 1, "and the latter in words");
});

test("verify: the box that trusts the browser comes before a code that is sent by itself, and after one that is not", () => {
  const ids = (hasApp: boolean) =>
    tagsNamed(renderVerifyPage({ ...verifyModel, hasApp, mayTrust: true }, english).toString(), "input")
      .map(({ attributes }) => attributes.get("name"))
      .filter((name) => name === "trust" || name === "otp");
  assert.deepEqual(ids(true), ["trust", "otp"]);
  assert.deepEqual(ids(false), ["otp", "trust"]);
});
