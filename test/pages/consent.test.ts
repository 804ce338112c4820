import assert from "node:assert/strict";
import { test } from "node:test";
import { renderAccountPage } from "../../src/pages/account.ts";
import { renderConsentPage } from "../../src/pages/consent.ts";
import { english } from "../../src/pages/languages/en.ts";
import { accountModel, consentModel, emptyAccountModel } from "./every-page.ts";
import { elementById, tagsNamed, textOf } from "./markup.ts";

const valuesOf = (page: string, tag: string) =>
  tagsNamed(page, tag).flatMap(({ attributes }) =>
    attributes.has("name") ? `${attributes.get("name")}=${attributes.get("value")}` : [],
  );

test("ASVS V10.7.2: the consent page says who asks, from where, for what, as whom, and how long it stands", () => {
  const text = textOf(renderConsentPage(consentModel, english));
  for (const part of [
    /Allow Field Notes to access your account\?/,
    /notes\.example/,
    /Ada Lovelace/,
    /at any time on your account page/,
  ])
    assert.match(text, part);
  assert.match(text, /It will be able toknow who you aresee your e-mail address/);
});

test("consent: the form itself is the yes with the button allow; the second button says no", () => {
  const page = renderConsentPage(consentModel, english);
  assert.deepEqual(valuesOf(page, "input"), ["step=c3RlcC10b2tlbg", "scope=openid email"]);
  const [allow, deny] = [elementById(page, "allow"), elementById(page, "deny")];
  assert.deepEqual([allow.type, allow.name], ["submit", undefined]);
  assert.deepEqual([deny.type, deny.name, deny.value], ["submit", "decision", "deny"]);
  assert.ok(page.indexOf('id="allow"') < page.indexOf('id="deny"'), "Enter presses the first one");
});

test("consent: privacy policy and terms are linked, where the application has them", () => {
  const hrefsOf = (page: string) => tagsNamed(page, "a").map(({ attributes }) => attributes.get("href"));
  const { useAnotherHref, policyHref, termsHref } = consentModel;
  assert.deepEqual(hrefsOf(renderConsentPage(consentModel, english)), [
    useAnotherHref,
    policyHref,
    termsHref,
  ]);
  const without = { ...consentModel, policyHref: undefined, termsHref: undefined };
  assert.deepEqual(hrefsOf(renderConsentPage(without, english)), [useAnotherHref]);
});

test("account: every application says what it may do and since when, and has a button that names it", () => {
  const page = renderAccountPage(accountModel, english);
  assert.match(
    textOf(page),
    /Field Notesnotes\.example.*see your e-mail address.*Since March 9, 2026.*Remove access Field Notes/,
  );
  assert.match(page, /<time datetime="2026-03-09">/);
  assert.ok(valuesOf(page, "button").includes("client=lkcA"));
  assert.deepEqual([...new Set(valuesOf(page, "input"))], ["step=c3RlcC10b2tlbg"]);
});

test("WCAG 4.1.3: what was withdrawn a moment ago is announced", () => {
  const page = renderAccountPage(accountModel, english);
  assert.match(page, /role="status"><bdi>Old Photos<\/bdi> no longer has access to your account\./);
});

test("account: a person who allowed nothing reads that, and gets no button to withdraw", () => {
  const page = renderAccountPage(emptyAccountModel(), english);
  assert.match(textOf(page), /None yet\./);
  assert.ok(!valuesOf(page, "button").some((value) => value.startsWith("client=")));
});
