import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { AccountName } from "../../src/identity/account-name.ts";
import type { PasswordHash } from "../../src/identity/password.ts";
import { accountIdOf } from "../../src/values/ids.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import {
  ada,
  assertOwnErrorPage,
  assertSignInForm,
  authorizationOf,
  codeAt,
  problemIn,
  submitAs,
  usernameIn,
  whoseCode,
} from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";
import { startOpenService } from "./support/open-service.ts";

const mismatch = "That username, e-mail address or password is incorrect.";
const tooLong = "That password is too long.";
const missing = "Enter your password.";

let service: InProcessService;
let client: TestClient;
let browser: FormClient;
let page: HttpAnswer;
let people = 0;

before(async () => {
  service = await startInProcess();
  client = await service.addClient();
  await service.addAccount(ada.username, ada.password);
});
after(async () => {
  assertCleanLog(service.log, [ada.password, "café", "correct horse"]);
  await service[Symbol.asyncDispose]();
});

// Every test starts with all its attempts left, in a browser that nobody used before.
beforeEach(async () => {
  service.clock.advance(24 * 3_600);
  browser = new FormClient(service.url);
  page = await browser.get(authorizationOf(client));
});

/** Somebody new with this password, in the form in which passwords are kept. */
async function personWith(password: string): Promise<string> {
  const username = `person${people++}`;
  await service.addAccount(username, password.normalize("NFC"));
  return username;
}

async function assertAccepted(username: string, password: string): Promise<void> {
  codeAt(await submitAs(browser, page, { username, password }), client);
}

async function assertRefused(username: string, password: string, problem: string): Promise<void> {
  // A browser in which the person is signed in would ask for the password alone.
  const stranger = new FormClient(service.url);
  const form = await stranger.get(authorizationOf(client));
  const answer = await submitAs(stranger, form, { username, password });
  stranger.close();
  assertSignInForm(answer, 400);
  assert.equal(problemIn(answer), problem);
  assert.equal(usernameIn(answer), username);
}

/** Posts the password field exactly as encoded here. */
async function postEncoded(username: string, encodedPassword: string): Promise<HttpAnswer> {
  const { action, fields } = findForm(page.body);
  const answer = await browser.send({
    method: "POST",
    target: action,
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    body: `step=${fields.get("step")}&username=${username}&password=${encodedPassword}`,
  });
  return answer.headers.location === action ? browser.pageAfter(answer) : answer;
}

describe("passwords are taken exactly as typed", () => {
  it("F1: é in one piece and é in two are the same password", async () => {
    const composed = "le café du coin est ouvert".normalize("NFC");
    const decomposed = composed.normalize("NFD");
    assert.notEqual(composed, decomposed);
    const username = await personWith(composed);
    await assertAccepted(username, composed);
    await assertAccepted(username, decomposed);
    await assertRefused(username, "le cafe du coin est ouvert", mismatch);
  });

  it("RFC 8265: a non-breaking space typed by accident is a space", async () => {
    const username = await personWith("seven quiet rivers run north");
    await assertAccepted(username, "seven\u00a0quiet rivers\u3000run north");
    await assertRefused(username, "seven\u00a0\u00a0quiet rivers run north", mismatch);
  });

  it("a hash that 0.1.0 made of a password with a non-breaking space opens, and from then on every space does", async () => {
    const username = await personWith("seven\u00a0quiet rivers run north");
    await assertRefused(username, "seven quiet rivers run north", mismatch);
    await assertAccepted(username, "seven\u00a0quiet rivers run north");
    await assertAccepted(username, "seven quiet rivers run north");
    await assertAccepted(username, "seven\u00a0quiet rivers run north");
  });

  it("a second hash is computed for texts with an unusual space alone, and then for unknown people too", async () => {
    await using open = await startOpenService();
    const { id } = await open.addClient();
    await open.addAccount(ada.username, ada.password);
    const { passwords } = open.administration;
    const { verify } = passwords;
    let hashes = 0;
    Object.assign(passwords, {
      verify: (...question: Parameters<typeof verify>) => {
        hashes += 1;
        return verify(...question);
      },
    });
    const visitor = new FormClient(open.url);
    const form = await visitor.get(authorizationOf({ ...client, id }));
    for (const username of [ada.username, "nobody"])
      for (const [password, expected] of [
        ["wrong quiet rivers", 1],
        ["wrong\u00a0quiet rivers", 2],
      ] as const) {
        hashes = 0;
        assert.equal((await submitAs(visitor, form, { username, password })).status, 400);
        assert.equal(hashes, expected, `${username}: ${password}`);
      }
    visitor.close();
  });

  it("F1: characters that only look alike stay different (NFC, not NFKC)", async () => {
    const username = await personWith("ﬁve quiet rivers run north");
    await assertAccepted(username, "ﬁve quiet rivers run north");
    await assertRefused(username, "five quiet rivers run north", mismatch);
  });

  const exact: Readonly<Record<string, readonly [password: string, other: string]>> = {
    "F3: emoji count to the last code point": [
      "👩🏽‍🚀🔑🚪🌙⭐🐈🍎🎈🧵🪴🛶🧭🕯️🪁🎻",
      "👩🏼‍🚀🔑🚪🌙⭐🐈🍎🎈🧵🪴🛶🧭🕯️🪁🎻",
    ],
    "F3: a variation selector counts": ["a key to the door ☎\uFE0F", "a key to the door ☎"],
    "F3: an unassigned code point counts": ["a key to the door \u0378", "a key to the door \u0379"],
    "F3: a code point beyond 16 bits is not cut in half": [
      "a key to the door \u{1D11E}",
      "a key to the door \u{1D11F}",
    ],
    "F4: a blank in front is kept": [" seven quiet rivers run", "seven quiet rivers run"],
    "F4: a blank at the end is kept": ["seven quiet rivers run ", "seven quiet rivers run"],
    "F4: two blanks are not one": ["seven  quiet rivers run", "seven quiet rivers run"],
    "F4: a tab is not a blank": ["seven\tquiet rivers run", "seven quiet rivers run"],
    "V6.2.8: capital letters count": ["Seven quiet rivers run", "seven quiet rivers run"],
    "V6.2.8: the 73rd byte counts": [`${"x".repeat(72)}y`, `${"x".repeat(72)}z`],
    "V6.2.8: the 200th character counts": [`${"x".repeat(199)}y`, `${"x".repeat(199)}z`],
    "A16: %, +, & and = survive the form": ["100%25 +1&password=x;y", "100% +1&password=x;y"],
    "V6.2.9: 64 emoji are accepted": ["🔑".repeat(64), "🔑".repeat(63)],
  };
  for (const [title, [password, other]] of Object.entries(exact))
    it(title, async () => {
      const username = await personWith(password);
      await assertAccepted(username, password);
      await assertRefused(username, other, mismatch);
    });

  it("V6.2.8: nobody gets in with the beginning of a password, or with more than it", async () => {
    await assertRefused(ada.username, ada.password.slice(0, -1), mismatch);
    await assertRefused(ada.username, `${ada.password} `, mismatch);
    await assertRefused(ada.username, `${ada.password}${ada.password}`, mismatch);
  });

  it("F3: a lone surrogate, a cut-off sequence and other bytes that are no UTF-8 are refused", async () => {
    for (const bytes of ["%ED%A0%80", "%ED%BF%BF", "%C0%AF", "%FF", "%E2%82", "abc%"]) {
      const answer = await postEncoded(ada.username, encodeURIComponent(ada.password) + bytes);
      assertSignInForm(answer, 400);
      assert.equal(problemIn(answer), missing);
    }
    await assertAccepted(ada.username, ada.password);
  });

  it("A13: a password with NUL is refused, never cut there", async () => {
    const answer = await postEncoded(ada.username, `${encodeURIComponent(ada.password)}%00more`);
    assertSignInForm(answer, 400);
    assert.equal(problemIn(answer), missing);
  });
});

describe("names", () => {
  it("F6: a name with letters of another alphabet is somebody else's", async () => {
    const paypal = await service.addAccount("paypal", "a password of paypal");
    for (const username of ["раypal", "pаypal", "раураl", "PАYPAL"])
      await assertRefused(username, "a password of paypal", mismatch);
    const code = codeAt(
      await submitAs(browser, page, { username: "PayPal", password: "a password of paypal" }),
      client,
    );
    assert.equal(await whoseCode(browser, client, code), paypal);
  });

  it("F7: joiners, marks of direction, the BOM and controls in a name make it nobody's", async () => {
    const strange = [
      "a\u200dda",
      "a\u200bda",
      "a\ufeffda",
      "ada\u200f",
      "a\u00adda",
      "a\u0007da",
      "a da",
      "ada\u3164",
    ];
    for (const username of strange) {
      const answer = await submitAs(browser, page, { username, password: ada.password });
      assertSignInForm(answer, 400);
      assert.equal(problemIn(answer), mismatch);
    }
    await assertAccepted(ada.username, ada.password);
  });

  it("F7: a BOM and blanks around a name, which pasting brings along, leave it the same name", async () => {
    for (const username of ["\ufeffada", " ada\u3000", "ada\t"]) await assertAccepted(username, ada.password);
  });

  it("A15: controls and overrides in a name are printed as code points", async () => {
    const username = "\u001b[31mada\u202eada\u0000\u2066";
    const answer = await submitAs(browser, page, { username, password: ada.password });
    assertSignInForm(answer, 400);
    assert.doesNotMatch(answer.body, /[\0\u001b\u202e\u2066]/);
  });

  it("F9: a name of 64 KB minus the rest of the form is nobody's, and comes back cut", async () => {
    const answer = await submitAs(browser, page, { username: "a".repeat(60_000), password: ada.password });
    assertSignInForm(answer, 400);
    assert.equal(usernameIn(answer)?.length, 254);
  });
});

describe("long passwords", () => {
  it("F9: 1,024 bytes are accepted to the last one, 1,025 are too long", async () => {
    const longest = "🔑".repeat(256);
    const username = await personWith(longest);
    await assertAccepted(username, longest);
    await assertRefused(username, `${"🔑".repeat(255)}🔒`, mismatch);
    await assertRefused(username, `${longest}x`, tooLong);
  });

  it("F9: 4 KB and 60 KB are too long, and cost no try because nothing is hashed", async () => {
    for (let time = 0; time < 8; time++)
      for (const bytes of [4_096, 60_000]) await assertRefused(ada.username, "x".repeat(bytes), tooLong);
    await assertAccepted(ada.username, ada.password);
  });

  it("F9: a form of 1 MB is refused unread", async () => {
    const answer = await submitAs(browser, page, { ...ada, password: "x".repeat(1_000_000) });
    assertOwnErrorPage(answer, 413);
    codeAt(await submitAs(browser, await browser.get(authorizationOf(client)), ada), client);
  });

  it("F10: the limit holds after normalising, which can make a text three times longer", async () => {
    // U+FB2C becomes three code points, 6 bytes instead of 3.
    const grows = "\ufb2c".repeat(1_024);
    assert.equal(Buffer.byteLength("\ufb2c".normalize("NFC")), 6);
    for (let time = 0; time < 8; time++) await assertRefused(ada.username, grows, tooLong);
    const fits = "\ufb2c".repeat(170);
    const username = await personWith(fits);
    await assertAccepted(username, fits);
    await assertAccepted(username, fits.normalize("NFC"));
    await assertRefused(username, "\ufb2c".repeat(171), tooLong);
  });
});

describe("stored hashes", () => {
  const salt = "A".repeat(22);
  const digest = "A".repeat(43);
  const absurd: Readonly<Record<string, string>> = {
    "F13: a hash that asks for 4 GiB": `$argon2id$v=19$m=4194304,t=2,p=1$${salt}$${digest}`,
    "F13: a hash that asks for a million passes": `$argon2id$v=19$m=19456,t=1000000,p=1$${salt}$${digest}`,
    "F13: a hash that asks for 255 lanes": `$argon2id$v=19$m=19456,t=2,p=255$${salt}$${digest}`,
    "F13: a hash of another algorithm": `$6$rounds=5000$${salt.slice(0, 16)}$${"a".repeat(86)}`,
    "F13: a hash of bcrypt": `$2b$12$${"a".repeat(53)}`,
    "F13: a hash that is the password itself": "plain text password",
    "F13: a hash that is cut off": `$argon2id$v=19$m=19456,t=2,p=1$${salt}`,
  };
  for (const [title, stored] of Object.entries(absurd))
    it(`${title} signs nobody in and is not computed`, async () => {
      const username = `person${people++}`;
      const now = service.clock.now();
      await service.ports.accounts.create({
        id: accountIdOf(String(people).padStart(20, "0")),
        username: username as AccountName,
        passwordHash: stored as PasswordHash,
        epoch: 0,
        isDisabled: false,
        isAdmin: false,
        createdAt: now,
        updatedAt: now,
      });
      for (const password of ["plain text password", "", "x"])
        await assertRefused(username, password, password === "" ? missing : mismatch);
      assert.equal(service.log.at(-1)?.fields.reason, "unacceptable-hash");
    });

  it("V6.2.10: a hash made with other settings still works, and is made anew at the next sign-in", async () => {
    const { hash } = await import("@node-rs/argon2");
    const password = "four brown owls sit still";
    const username = await personWith(password);
    const old = (await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })) as PasswordHash;
    const account = await service.ports.accounts.findByName(username as AccountName);
    assert.ok(account !== undefined);
    await service.ports.accounts.setPassword(account.id, old, service.clock.now());
    await assertAccepted(username, password);
    const made = (await service.ports.accounts.find(account.id))?.passwordHash;
    assert.match(made ?? "", /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await assertAccepted(username, password);
    await assertRefused(username, `${password}!`, mismatch);
  });
});

describe("V6.3.2", () => {
  it("V6.3.2: a fresh service has no account that anybody could guess", async () => {
    for (const username of ["admin", "root", "latchkey", "test", "administrator"])
      for (const password of [username, "password", "changeme", "latchkey"])
        await assertRefused(username, password, mismatch).finally(() => service.clock.advance(600));
  });
});
