import assert from "node:assert/strict";
import { test } from "node:test";
import { type FreshProofPageModel, renderFreshProofPage } from "../../src/pages/fresh-proof.ts";
import { catalogue as english } from "../../src/pages/languages/en/catalogue.ts";
import { freshProofElsewhereModel, freshProofModel, ownFreshProofModel } from "./every-page.ts";
import { elementById, tagsNamed, tagsOf, textOf } from "./markup.ts";

const render = (model: FreshProofPageModel) => renderFreshProofPage(model, english).toString();
const buttonsOf = (page: string) =>
  tagsNamed(page, "button").flatMap(({ attributes }) => {
    const [name, id = ""] = [attributes.get("class"), attributes.get("id")];
    return name?.startsWith("action") ? [`${id}${name.includes("second") ? "" : ", filled"}`] : [];
  });
const hasId = (page: string, id: string) =>
  tagsOf(page).some(({ attributes }) => attributes.get("id") === id);

test("it names the person and says who asks, and has no field for the name and no way to sign up", () => {
  const page = render({ ...freshProofModel, problem: undefined } as FreshProofPageModel);
  assert.match(textOf(page), /Confirm that it is youField Notes asks you to sign in again\./);
  assert.match(textOf(page), /Ada Lovelaceada/);
  assert.deepEqual(
    tagsNamed(page, "label").map(({ attributes }) => attributes.get("for")),
    ["password", "language"],
  );
  const [name] = tagsNamed(page, "input").filter(({ attributes }) => attributes.get("name") === "username");
  assert.ok(name?.attributes.has("readonly"));
  assert.equal(name?.attributes.get("value"), "ada");
  assert.doesNotMatch(textOf(page), /Create an account|Continue with/);
});

test("for a page of the service it says why it comes", () => {
  assert.match(
    textOf(render(ownFreshProofModel())),
    /This page needs a sign-in from the last five minutes\./,
  );
});

test("the passkey comes first where there is one, and its button alone is filled", () => {
  const both = render(ownFreshProofModel());
  assert.deepEqual(buttonsOf(both), ["use-passkey, filled", "sign-in"]);
  assert.ok(both.indexOf('id="use-passkey"') < both.indexOf('id="password"'));
  assert.ok(
    !tagsOf(both).some(({ attributes }) => attributes.has("autofocus") || attributes.has("data-starts")),
  );

  const { passkey: _, ...withoutPasskey } = ownFreshProofModel();
  const byPassword = render(withoutPasskey);
  assert.deepEqual(buttonsOf(byPassword), ["sign-in, filled"]);
  assert.ok("autofocus" in elementById(byPassword, "password"));
});

test("a passkey that is the only way is asked for at once, and not again after it was refused", () => {
  const only = { ...ownFreshProofModel(), takesPassword: false };
  assert.deepEqual(buttonsOf(render(only)), ["use-passkey, filled"]);
  assert.equal(elementById(render(only), "passkey")["data-starts"], "yes");
  const refused = render({ ...only, problem: { kind: "passkey-refused" } });
  assert.ok(!("data-starts" in elementById(refused, "passkey")));
  assert.ok(!hasId(refused, "password"));
});

test("a person with neither is led to the connected provider, by the filled button", () => {
  const page = render(freshProofElsewhereModel());
  assert.deepEqual(buttonsOf(page), ["upstream-google, filled", "upstream-acme"]);
  assert.ok(!hasId(page, "password"));
  assert.doesNotMatch(textOf(page), /Forgot your password/);
});

test("a wrong password is called that: the name cannot be wrong", () => {
  const page = render({ ...freshProofModel, problem: { kind: "mismatch" } });
  assert.match(textOf(page), /That password is incorrect\./);
  assert.equal(elementById(page, "password")["aria-invalid"], "true");
  assert.ok("autofocus" in elementById(page, "password"));
});

test("the way to another account is a link, beside the one for a forgotten password", () => {
  const page = render(ownFreshProofModel());
  const links = tagsNamed(page, "a").map(({ attributes }) => attributes.get("href"));
  assert.deepEqual(links, [freshProofModel.useAnotherHref, freshProofModel.recoverHref, "/"]);
});
