import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { FormClient, findForm } from "../support/form-client.ts";
import { type InProcessService, startInProcess } from "../support/in-process.ts";
import { type Person, problemIn } from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";

const address = "/account/profile";

let service: InProcessService;
let people = 0;
let ada: Person;
let browser: FormClient;

before(async () => {
  service = await startInProcess();
});
after(async () => {
  assertCleanLog(service.log, ["Lovelace", ada.password]);
  await service[Symbol.asyncDispose]();
});

beforeEach(async () => {
  service.clock.advance(3_600);
  people += 1;
  ada = { username: `ada${people}`, password: `seven quiet rivers run north ${people}` };
  await service.addAccount(ada.username, ada.password, { name: "Ada" });
  browser = new FormClient(service.url);
  await browser.signIn("/sign-in?to=account", ada);
});

async function account() {
  return (await service.ports.accounts.findByName(ada.username as never)) ?? assert.fail("no account");
}

/** How often the activity says that the name was changed. */
async function changesTold(): Promise<number> {
  return (await browser.get("/account/activity")).body.split("Name changed").length - 1;
}

describe("the display name", () => {
  it("is changed without a fresh proof, is shown from then on, and the activity says so", async () => {
    service.clock.advance(600);
    const page = await browser.get(address);
    assert.match(page.body, /<input id="name" name="name" type="text" value="Ada"/);
    const done = await browser.submit(page, { name: "  Ada Lovelace " });
    assert.equal(done.status, 200);
    assert.match(done.body, /role="status">Your name is saved\./);
    assert.match(done.body, /value="Ada Lovelace"/);
    assert.equal((await account()).name, "Ada Lovelace");
    assert.match((await browser.get("/account")).body, /href="\/account\/profile">.*?Ada Lovelace/s);
    assert.equal(await changesTold(), 1);
    assert.ok(
      service.log.some(({ message, fields }) =>
        `${message} ${JSON.stringify(fields)}`.includes("name-changed"),
      ),
    );
  });

  for (const [what, name] of [
    ["an empty field", ""],
    ["spaces", "  "],
  ] as const)
    it(`is removed by ${what}, and pages show the username instead`, async () => {
      const done = await browser.submit(await browser.get(address), { name });
      assert.match(done.body, /role="status">Your name has been removed\./);
      assert.equal((await account()).name, undefined);
      assert.match((await browser.get("/account")).body, /href="\/account\/profile">.*?Not set/s);
    });

  it("stays if the form has no such field, or has it twice, or has it in bytes that are no text", async () => {
    const { action, fields } = findForm((await browser.get(address)).body);
    const step = `step=${encodeURIComponent(fields.get("step") ?? "")}`;
    for (const body of [step, `${step}&name=&name=`, `${step}&name=%FF`]) {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const posted = await browser.send({ method: "POST", target: action, headers, body });
      assert.deepEqual([posted.status, posted.headers.location], [303, action], body);
      assert.equal((await browser.get(action)).status, 403, body);
      assert.equal((await account()).name, "Ada", body);
    }
  });

  it("that was typed into an old form of the person stands in the field again, and one for another account does not", async () => {
    const page = await browser.get(address);
    const again = await browser.submit(page, { name: "Ada Lovelace", step: "x" });
    assert.equal(again.status, 403);
    assert.match(again.body, /name="name"[^>]* value="Ada Lovelace"/);
    const other = await browser.submit(page, { name: "Grace Hopper", step: "x", account: "grace" });
    assert.equal(other.status, 403);
    assert.match(other.body, /name="name"[^>]* value="Ada"/);
    assert.equal((await account()).name, "Ada");
  });

  it("that is the same again writes nothing", async () => {
    const { updatedAt } = await account();
    const done = await browser.submit(await browser.get(address), { name: "Ada" });
    assert.match(done.body, /role="status"/);
    assert.equal((await account()).updatedAt, updatedAt);
    assert.equal(await changesTold(), 0);
  });

  for (const name of ["x".repeat(101), "Ada\u202egnp.exe", "Ada\u0007"])
    it(`${JSON.stringify(name.slice(0, 12))} of ${name.length} characters comes back with the reason, and changes nothing`, async () => {
      const again = await browser.submit(await browser.get(address), { name });
      assert.equal(again.status, 400);
      assert.match(problemIn(again) ?? "", /That name is too long, or has characters that cannot be shown\./);
      assert.equal((await account()).name, "Ada");
    });

  it("of markup is shown as text", async () => {
    const name = `<b onclick="x">&"'`;
    const done = await browser.submit(await browser.get(address), { name });
    assert.equal(done.status, 200);
    for (const { body } of [done, await browser.get("/account")]) assert.ok(!body.includes("<b onclick"));
    assert.equal((await account()).name, name);
  });

  it("E27: is changed sixty times at once, and then once a minute, together with everything else at the account", async () => {
    const form = await browser.get(address);
    for (let count = 0; count < 59; count += 1)
      assert.equal((await browser.submit(form, { name: `Ada ${count}` })).status, 200);
    const overview = await browser.get("/account");
    assert.equal((await browser.submit(overview, { language: "de" })).status, 200);
    for (const page of [form, overview]) {
      const throttled = await browser.submit(page, { name: "Eve", language: "fr" });
      assert.deepEqual([throttled.status, throttled.headers["retry-after"]], [429, "60"]);
      assert.match(throttled.body, /<h1>[^<]+<\/h1>/);
    }
    assert.equal((await account()).name, "Ada 58");
    assert.equal((await browser.get(address)).status, 200);
    service.clock.advance(60);
    assert.equal((await browser.submit(form, { name: "Ada" })).status, 200);
    assert.equal((await browser.submit(form, { name: "Eve" })).status, 429);
    // "Try again" leads to the field with what was typed.
    assert.match((await browser.get(address)).body, /name="name"[^>]* value="Eve"/);
  });

  it("E27: somebody with a stolen session who posts without end does not keep the owner from ending it", async () => {
    const thief = new FormClient(service.url);
    await thief.signIn("/sign-in?to=account", ada);
    const form = await thief.get(address);
    const statuses: number[] = [];
    for (let count = 0; count < 65; count += 1)
      statuses.push((await thief.submit(form, { name: `Eve ${count}` })).status);
    assert.deepEqual(statuses.slice(59), [200, 429, 429, 429, 429, 429]);
    const page = await browser.get("/account/sessions");
    assert.equal((await browser.submit(page, { others: "all" })).status, 200);
    assert.equal((await thief.get("/account")).status, 303);
  });

  it("E27: many sessions together have room for four times as many forms", async () => {
    const statuses: number[] = [];
    for (let session = 0; session < 5; session += 1) {
      const one = new FormClient(service.url);
      await one.signIn("/sign-in?to=account", ada);
      const form = await one.get(address);
      for (let count = 0; count < 60; count += 1)
        statuses.push((await one.submit(form, { name: `Ada ${session} ${count}` })).status);
    }
    assert.equal(statuses.indexOf(429), 240);
    assert.ok(statuses.slice(240).every((status) => status === 429));
  });

  it("D1: stays as it is after a form of another page, of another browser, or with two names", async () => {
    const other = new FormClient(service.url);
    await other.signIn("/sign-in?to=account", ada);
    const stepOf = ({ body }: { readonly body: string }) =>
      /name="step" value="([^"]*)"/.exec(body)?.[1] ?? assert.fail("no form");
    const own = stepOf(await browser.get(address));
    const steps = [stepOf(await browser.get("/account")), stepOf(await other.get(address)), "x", ""];
    const forms = steps.map((step) => new URLSearchParams({ step, name: "Eve" }));
    forms.push(new URLSearchParams(`step=${encodeURIComponent(own)}&name=Eve&name=Mallory`));
    forms.push(new URLSearchParams({ step: own }));
    for (const form of forms) assert.equal((await browser.post(address, form)).status, 403);
    assert.equal((await account()).name, "Ada");
  });

  it("changed twice at once is one of the two, and the activity tells of as many changes as were made", async () => {
    const form = await browser.get(address);
    const names = ["Ada One", "Ada Two", "Ada Three"];
    const answers = await Promise.all(names.map((name) => browser.submit(form, { name })));
    const made = answers.filter(({ status }) => status === 200).length;
    assert.ok(made >= 1);
    assert.ok(answers.every(({ status }) => status === 200 || status === 403));
    assert.ok(names.includes((await account()).name ?? ""));
    assert.equal(await changesTold(), made);
  });
});
