import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { Link } from "../../src/flows/link.ts";
import { linkPages } from "../../src/flows/link-pages.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import type { GroupName } from "../../src/identity/group.ts";
import { sha256 } from "../../src/values/digest.ts";
import { plus } from "../../src/values/time.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { letters, letterTo } from "../support/mailbox.ts";
import {
  ada,
  authorizationOf,
  codeAt,
  exchange,
  problemIn,
  requestOf,
  submitAs,
  summaryOf,
} from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";

const password = "nineteen paper boats drift past";

let service: InProcessService;
let notes: TestClient;
let browser: FormClient;
let address: string;
let count = 0;

before(async () => {
  service = await startInProcess({ LATCHKEY_SIGN_UP: "open", LATCHKEY_TRUSTED_PROXIES: "127.0.0.1/32" });
  notes = await service.addClient({ name: "Notes" });
  await service.addAccount("ada", ada.password, { email: "ada@example.org" });
});
after(async () => {
  assertCleanLog(service.log, [password, ada.password]);
  await service[Symbol.asyncDispose]();
});
beforeEach(() => {
  count += 1;
  service.clock.advance(7_200);
  browser = new FormClient(service.url);
  address = `new${count}@example.org`;
});

async function askFor(email: string, query = "", headers = {}): Promise<HttpAnswer> {
  const page = await browser.get(query === "" ? "/sign-up" : `/sign-up?${query}`);
  const { action, fields } = findForm(page.body);
  // Mails are listed by the time of their creation.
  service.clock.advance(1);
  fields.set("email", email);
  return browser.post(action, fields, headers);
}

async function linkFor(email: string, query = ""): Promise<string> {
  assert.equal((await askFor(email, query)).status, 200);
  return (await letterTo(service, email, "sign-up")).link;
}

const find = (name: string) => service.ports.accounts.findByName(name as AccountName);

describe("sign-up", () => {
  it("address, link, password: the account exists, the person is signed in and goes on to the application", async () => {
    const form = await browser.get(authorizationOf(notes, { state: "s1" }));
    assert.match(form.body, /<a href="\/sign-up\?client_id=[^"]*">Create an account<\/a>/);
    const link = await linkFor(address, requestOf(notes, { state: "s1" }));
    assert.equal(await find(address), undefined);
    const answer = await browser.submit(await browser.get(link), { new_password: password });
    const code = codeAt(answer, notes);
    assert.equal((await exchange(browser, notes, code)).status, 200);
    const account = await find(address);
    assert.deepEqual([account?.username, account?.email, account?.name], [address, address, undefined]);
    const other = new FormClient(service.url);
    codeAt(
      await submitAs(other, await other.get(authorizationOf(notes)), { username: address, password }),
      notes,
    );
  });

  it("another username may be chosen, and both names sign in", async () => {
    const link = await linkFor(address);
    const answer = await browser.submit(await browser.get(link), {
      username: ` Grace${count} `,
      new_password: password,
    });
    assert.deepEqual([answer.status, answer.headers.location], [303, "/account"]);
    const account = await find(`grace${count}`);
    assert.equal(account?.email, address);
    assert.equal(account?.name, undefined);
  });

  it("E28: after twenty refused passwords a link waits for half a minute, and a good one uses up no try", async () => {
    const link = await linkFor(address);
    const page = await browser.get(link);
    for (let tries = 0; tries < 20; tries += 1) {
      const answer = await browser.submit(page, { new_password: "password123456789" });
      assert.equal(answer.status, 400);
    }
    const throttled = await browser.submit(page, { new_password: password });
    assert.deepEqual([throttled.status, throttled.headers["retry-after"]], [429, "30"]);
    assert.match(problemIn(throttled) ?? "", /Too many attempts\. Try again in 30 seconds/);
    assert.equal(await find(address), undefined);
    service.clock.advance(30);
    assert.equal((await browser.submit(page, { new_password: password })).status, 303);
  });

  it("E17: a taken address gets the same page, and its owner a mail without a link that works", async () => {
    const bare = ({ body }: HttpAnswer, email: string) =>
      body.replaceAll(/nonce="[^"]*"/g, "").replaceAll(email, "ADDRESS");
    const free = await askFor(address);
    const taken = await askFor("ada@example.org");
    assert.equal(free.status, 200);
    assert.equal(bare(free, address), bare(taken, "ada@example.org"));
    const letter = await letterTo(service, "ada@example.org", "sign-up-taken");
    assert.equal(letter.link, "");
    assert.match(letter.text, /\/sign-in/);
  });

  it("a link creates one account, also for 20 at once; opening it creates none", async () => {
    const link = await linkFor(address);
    const browsers = Array.from({ length: 20 }, () => new FormClient(service.url));
    const pages = await Promise.all(browsers.map((one) => one.get(link)));
    assert.equal(await find(address), undefined);
    const answers = await Promise.all(
      browsers.map((one, index) => one.submit(pages[index] ?? assert.fail(), { new_password: password })),
    );
    assert.equal(answers.filter(({ status }) => status === 303).length, 1);
    assert.equal((await browser.get(link)).status, 410);
    for (const one of browsers) one.close();
  });

  it("two links for one address: the second finds the address taken, and changes nothing", async () => {
    const first = await linkFor(address);
    await askFor(address);
    const second = (await letterTo(service, address, "sign-up", 1)).link;
    const page = await browser.get(second);
    await browser.submit(await browser.get(first), { new_password: password });
    const answer = await browser.submit(page, { new_password: "quite another set of words" });
    assert.equal(answer.status, 400);
    assert.match(problemIn(answer) ?? "", /already/);
  });

  it("E28: no password is judged, and none hashed, with a link whose address has an account by now", async () => {
    const first = await linkFor(address);
    await askFor(address);
    const second = (await letterTo(service, address, "sign-up", 1)).link;
    const page = await browser.get(second);
    await browser.submit(await browser.get(first), { new_password: password });
    for (let tries = 0; tries < 25; tries += 1) {
      const answer = await browser.submit(page, { username: `other${tries}`, new_password: "password" });
      assert.match(problemIn(answer) ?? "", /There is already an account with this e-mail address/);
    }
  });

  it("E21, F6, F7: nobody takes a name that is somebody's, or shaped like somebody's address", async () => {
    const page = await browser.get(await linkFor(address));
    const refused = async (username: string) =>
      problemIn(await browser.submit(page, { username, new_password: password })) ?? "";
    assert.match(await refused("ada"), /not available/);
    assert.match(await refused("bob@example.org"), /own e-mail address/);
    assert.match(await refused("ада_latin"), /letters and digits/);
    assert.match(await refused("a\u200Bda"), /letters and digits/);
    assert.equal(await find(address), undefined);
  });

  it("F16: nobody chooses a name that speaks for the service", async () => {
    const page = await browser.get(await linkFor(address));
    for (const username of ["admin", "Web-Master", "latchkeyconsole", "no.reply"]) {
      const answer = await browser.submit(page, { username, new_password: password });
      assert.equal(answer.status, 400);
      assert.match(problemIn(answer) ?? "", /reserved/, username);
    }
    assert.equal(await find(address), undefined);
  });

  it("the usernames of others are not found out by one sign-up", async () => {
    const page = await browser.get(await linkFor(address));
    const problems: string[] = [];
    for (let index = 0; index < 12; index += 1)
      problems.push(problemIn(await browser.submit(page, { username: "ada", new_password: password })) ?? "");
    assert.match(problems[0] ?? "", /not available/);
    assert.match(problems[11] ?? "", /Too many attempts/);
    const answer = await browser.submit(page, { new_password: password });
    assert.equal(answer.status, 303, summaryOf(answer));
  });

  it("E22: a network may ask for a few, and what is pending ends after a day without a trace", async () => {
    const from = { "x-forwarded-for": "10.3.3.3" };
    const statuses = new Set<number>();
    for (let index = 0; index < 12; index += 1)
      statuses.add((await askFor(`flood${index}@example.org`, "", from)).status);
    assert.deepEqual([...statuses], [200, 429]);
    const link = await linkFor(address);
    const page = await browser.get(link);
    service.clock.advance(86_400);
    assert.equal((await browser.submit(page, { new_password: password })).status, 410);
    assert.equal(await find(address), undefined);
  });

  it("E16: one address gets at most three mails an hour, taken or not", async () => {
    for (const email of [address, "ada@example.org"]) {
      const before = (await letters(service)).filter(({ to }) => to === email).length;
      for (let index = 0; index < 8; index += 1)
        assert.equal((await askFor(email, "", { "x-forwarded-for": `10.4.${count}${index}.3` })).status, 200);
      const marker = `marker-${before}-${address}`;
      await askFor(marker, "", { "x-forwarded-for": "10.5.5.5" });
      await letterTo(service, marker, "sign-up");
      assert.equal((await letters(service)).filter(({ to }) => to === email).length - before, 2);
    }
  });

  it("E16: addresses with a tag behind a plus sign lead to one mailbox, and share its three mails an hour", async () => {
    const mailbox = `bomb${count}`;
    for (let index = 0; index < 8; index += 1) {
      const from = { "x-forwarded-for": `10.6.${count}${index}.3` };
      assert.equal((await askFor(`${mailbox}+${index}@example.org`, "", from)).status, 200);
    }
    await askFor(`marker-${address}`, "", { "x-forwarded-for": "10.7.5.5" });
    await letterTo(service, `marker-${address}`, "sign-up");
    const got = (await letters(service)).filter(({ to }) => to.startsWith(mailbox)).map(({ to }) => to);
    assert.deepEqual(got.toSorted(), [`${mailbox}+0@example.org`, `${mailbox}+1@example.org`]);
  });

  it("an address that cannot be one is refused for its form alone", async () => {
    for (const email of ["", "ada", "a@b@c", "раypal@example.org", "a b@example.org", '"><script>@x']) {
      const answer = await askFor(email);
      assert.equal(answer.status, 400, email);
      assert.equal(problemIn(answer), "Enter an e-mail address, like ada@example.org.");
    }
  });
});

describe("invitations", () => {
  async function invite(email: string, groups: readonly string[] = []): Promise<string> {
    const secret = `secret-${email}`;
    const now = service.clock.now();
    const link: Link = {
      digest: sha256(secret),
      kind: "invite",
      address: email,
      ...(groups.length > 0 && { groups }),
      createdAt: now,
      expiresAt: plus(now, 604_800),
    };
    await service.ports.links.create(link, {});
    return `${linkPages.invite}?link=${secret}`;
  }

  it("the page says so, and the account is in the groups of the invitation", async () => {
    const staff = "staff" as GroupName;
    await service.ports.groups.create({ name: staff, createdAt: service.clock.now() }, 9);
    const page = await browser.get(await invite(address, [staff, "gone"]));
    assert.match(page.body, /<h1>You are invited<\/h1>/);
    assert.equal((await browser.submit(page, { new_password: password })).status, 303);
    assert.deepEqual((await find(address))?.groups, [staff]);
  });

  for (const mode of ["closed", "invite"])
    it(`they work where sign-up is ${mode}; the sign-up page then explains, and takes nothing`, async () => {
      await using other = await startInProcess({ LATCHKEY_SIGN_UP: mode });
      const visitor = new FormClient(other.url);
      const closed = await visitor.get("/sign-up");
      assert.equal(closed.status, 403);
      assert.match(closed.body, /You cannot create an account here/);
      assert.equal(/invitation/.test(closed.body), mode === "invite");
      assert.equal((await visitor.post("/sign-up", { email: address, step: "1.x" })).status, 403);
      assert.doesNotMatch((await visitor.get("/sign-in?to=account")).body, /sign-up/);
      const now = other.clock.now();
      const link = { kind: "invite", address, createdAt: now, expiresAt: plus(now, 60) } as const;
      await other.ports.links.create({ ...link, digest: sha256("word") }, {});
      await other.ports.links.create({ ...link, kind: "sign-up", digest: sha256("old") }, {});
      assert.equal((await visitor.get(`${linkPages.invite}?link=old`)).status, 410);
      const page = await visitor.get(`${linkPages.invite}?link=word`);
      assert.equal((await visitor.submit(page, { new_password: password })).status, 303);
      visitor.close();
    });
});
