import assert from "node:assert/strict";
import { test } from "node:test";
import { renderAccountPage } from "../../src/pages/account.ts";
import { renderConsentPage } from "../../src/pages/consent.ts";
import { renderDeviceQuestionPage } from "../../src/pages/device.ts";
import { catalogue as english } from "../../src/pages/languages/en/catalogue.ts";
import {
  accountModel,
  bareConsentModel,
  consentModel,
  deviceQuestionModel,
  emptyAccountModel,
} from "./every-page.ts";
import { elementById, tagsNamed, textOf } from "./markup.ts";

const valuesOf = (page: string, tag: string) =>
  tagsNamed(page, tag).flatMap(({ attributes }) =>
    attributes.has("name") ? `${attributes.get("name")}=${attributes.get("value")}` : [],
  );

test("ASVS V10.7.2: the consent page says who asks, from where, for what, as whom, and how long it stands", () => {
  const text = textOf(renderConsentPage(bareConsentModel(), english).toString());
  for (const part of [
    /Allow Field Notes to access your account\?/,
    /notes\.example/,
    /Ada Lovelace/,
    /It has this access while you are signed in\./,
    /at any time on your account page/,
  ])
    assert.match(text, part);
  assert.match(text, /It will be able toKnow who you areSee your e-mail address/);
  assert.match(
    textOf(renderConsentPage(consentModel, english).toString()),
    /It keeps this access after you sign out\./,
  );
});

test("what the application would be told stands below the right to it, and nothing else of the person", () => {
  const text = textOf(renderConsentPage(consentModel, english).toString());
  assert.match(text, /See your e-mail addressada@notes\.example/);
  assert.doesNotMatch(text, /441632960000/);
});

test("ASVS V10.7.2: each API stands under its name and host with its rights, and one without any can be used", () => {
  const text = textOf(renderConsentPage(consentModel, english).toString());
  assert.match(
    text,
    /Access to Ordersapi\.exampleSee your ordersChange your ordersUse the permission orders:cancel/,
  );
  assert.match(text, /Access to https:\/\/old\.example\/apiUse the permission readAccess/);
  assert.match(text, /Access to Calendarcalendar\.exampleUse Calendar on your behalf/);
  assert.match(text, /What you allowed before stays allowed\./);
  const bare = textOf(renderConsentPage(bareConsentModel(), english).toString());
  assert.doesNotMatch(bare, /Access to|before|calls itself|chose this name|pose/);
});

test("consent: how long the access lasts stands before the buttons, and what holds for every application after them", () => {
  const text = textOf(renderConsentPage(bareConsentModel(), english).toString());
  assert.match(text, /while you are signed in\.AllowDon’t allowField Notes never sees your password\./);
  const ofDevice = textOf(renderDeviceQuestionPage(deviceQuestionModel, english).toString());
  assert.match(ofDevice, /get into your account\.AllowDon’t allowField Notes never sees your password\./);
});

test("consent: an application that only asks for more of an API gets no list of the sign-in's own rights", () => {
  const text = textOf(renderConsentPage({ ...consentModel, abilities: [] }, english).toString());
  assert.doesNotMatch(text, /It will be able to/);
  assert.match(text, /Access to Orders/);
});

test("WCAG 3.1.2: the operator's own words are in no known language, a translation is in that of the page", () => {
  const page = renderConsentPage(consentModel, english).toString();
  assert.match(page, /<li><bdi lang="">See your orders<\/bdi><\/li><li><bdi>Change your orders<\/bdi><\/li>/);
});

test("D64: what was verified comes first, and the application's own name is a claim", () => {
  const text = textOf(renderConsentPage(consentModel, english).toString());
  assert.match(
    text,
    /Field Notes to access your account\?notes\.exampleIt calls itself “Notes for the Field”\. Nobody has checked that name\.After your answer, you go to sign-in\.notes\.example\./,
  );
  assert.match(text, /Any program on this device can pose as this application/);
  const selfNamed = { ...bareConsentModel(), unverifiedName: "Field Notes" };
  assert.match(
    textOf(renderConsentPage(selfNamed, english).toString()),
    /The application chose this name itself\./,
  );
});

test("consent: the form itself is the yes with the button allow; the second button says no", () => {
  const page = renderConsentPage(consentModel, english).toString();
  assert.deepEqual(valuesOf(page, "input"), ["step=c3RlcC10b2tlbg", `scope=${consentModel.scope}`]);
  const [allow, deny] = [elementById(page, "allow"), elementById(page, "deny")];
  assert.deepEqual([allow.type, allow.name], ["submit", undefined]);
  assert.deepEqual([deny.type, deny.name, deny.value], ["submit", "decision", "deny"]);
  assert.ok(page.indexOf('id="allow"') < page.indexOf('id="deny"'), "Enter presses the first one");
});

test("consent: privacy policy and terms are linked, where the application has them", () => {
  const hrefsOf = (page: string) => tagsNamed(page, "a").map(({ attributes }) => attributes.get("href"));
  const { useAnotherHref, policyHref, termsHref } = consentModel;
  assert.deepEqual(hrefsOf(renderConsentPage(consentModel, english).toString()), [
    useAnotherHref,
    policyHref,
    termsHref,
  ]);
  const without = { ...consentModel, policyHref: undefined, termsHref: undefined };
  assert.deepEqual(hrefsOf(renderConsentPage(without, english).toString()), [useAnotherHref]);
});

test("account: every application says what it may do and since when, and has a button that names it", () => {
  const page = renderAccountPage(accountModel, english).toString();
  assert.match(
    textOf(page),
    /Field Notesnotes\.example.*See your e-mail address.*Since March\u00a09, 2026.*Remove access Field Notes/,
  );
  assert.match(page, /<time datetime="2026-03-09">/);
  assert.ok(valuesOf(page, "button").includes("client=lkcA"));
  assert.deepEqual([...new Set(valuesOf(page, "input"))], ["step=c3RlcC10b2tlbg", "account=ada"]);
});

test("account: an application shows its rights at each API, and what a withdrawal does not end at once", () => {
  const text = textOf(renderAccountPage(accountModel, english).toString());
  assert.match(text, /Access to Ordersapi\.exampleSee your orders/);
  assert.match(text, /If you remove it now, access to Orders ends in 10 minutes at the latest\./);
  assert.match(text, /It calls itself “Notes for the Field”/);
  assert.doesNotMatch(text, /access to Calendar ends/);
});

test("account: that an application loses its access at once stands only where no API goes on", () => {
  const atOnce = /the application loses it at once/;
  assert.doesNotMatch(textOf(renderAccountPage(accountModel, english).toString()), atOnce);
  const [first, ...own] = accountModel.applications;
  const rights = { ...first.rights, apis: [] };
  const applications = [{ ...first, rights }, ...own];
  assert.match(textOf(renderAccountPage({ ...accountModel, applications }, english).toString()), atOnce);
  const withoutAllowed = { ...accountModel, applications: own };
  assert.doesNotMatch(textOf(renderAccountPage(withoutAllowed, english).toString()), atOnce, "it never asks");
});

test("account: an application that never asked says who decides, when it was used, and can be stopped if it has access", () => {
  const applications = accountModel.applications.slice(1);
  const page = renderAccountPage({ ...accountModel, applications }, english).toString();
  const [sync = "", wiki = ""] = page.split('<li class="application">').slice(1).map(textOf);
  assert.match(
    sync,
    /It can\s*Know who you are\s*Keep its access after you sign out\s*last used March\u00a09, 2026\s*Remove access Sync/,
  );
  assert.match(
    wiki,
    /The people who run this service decide what it can do\.\s*last sign-in March\u00a09, 2026/,
  );
  assert.deepEqual(
    valuesOf(page, "button").filter((value) => value.startsWith("client=")),
    ["client=lkcB"],
  );
});

test("WCAG 4.1.3: what was withdrawn a moment ago is announced", () => {
  const page = renderAccountPage(accountModel, english).toString();
  assert.match(page, /role="status"><bdi>Old Photos<\/bdi> no longer has access to your account\./);
});

test("account: a person who allowed nothing reads that, and gets no button to withdraw", () => {
  const page = renderAccountPage(emptyAccountModel(), english).toString();
  assert.match(textOf(page), /None yet\./);
  assert.ok(!valuesOf(page, "button").some((value) => value.startsWith("client=")));
});
