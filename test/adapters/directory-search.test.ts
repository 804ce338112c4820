import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { after, before, describe, it } from "node:test";
import { parseFilter } from "../../src/protocol/old-product/ldap-filter.ts";
import type { KeptSubject } from "../../src/values/ids.ts";
import { Secret } from "../../src/values/secret.ts";
import { instantOf, plus } from "../../src/values/time.ts";
import {
  adaUuid,
  type Directory as RealDirectory,
  startDirectory,
  twinUuid,
  withoutSlapd,
} from "../support/directory.ts";
import { answersIn, ber, startFakeDirectory } from "../support/fake-directory.ts";
import { localhost } from "../support/mail-server.ts";
import { account, ask, askingOf, base, filter, filterOf, type Question, told } from "./asked-directory.ts";

describe("a real directory that is searched before the bind", { skip: withoutSlapd }, () => {
  let directory: RealDirectory;
  before(async () => {
    directory = await startDirectory();
  });
  after(async () => {
    await directory[Symbol.asyncDispose]();
  });

  const rows: readonly (readonly [what: string, question: Question, told: string])[] = [
    ["the right password", { username: "ada" }, "valid"],
    ["another password", { username: "ada", password: "hunter3" }, "invalid"],
    ["a name that is no part of the entry's", { username: "grace", password: "cobol59" }, "valid"],
    ["nobody's name", { username: "nobody" }, "absent"],
    ["an entry without a password", { username: "nopass" }, "invalid"],
    ["a right password that is too old", { username: "aged" }, "expired"],
    [
      "a wrong password in place of one that is too old",
      { username: "aged", password: "hunter3" },
      "invalid",
    ],
    ["a right password that must be changed", { username: "reset" }, "expired"],
    ["an entry that is locked", { username: "locked" }, "locked"],
    ["two entries of one name", { username: "twin", password: "castor" }, "ambiguous"],
    [
      "the one of the two that was imported",
      { username: "twin", password: "castor", subject: twinUuid },
      "valid",
    ],
    ["the password of the other one", { username: "twin", password: "pollux", subject: twinUuid }, "invalid"],
    ["the entry that was imported", { username: "ada", subject: adaUuid }, "valid"],
    ["another entry than the imported one", { username: "ada", subject: twinUuid }, "absent"],
    ["RFC 4515 §3: a name that matches everybody", { username: "*" }, "absent"],
    ["a name that ends the filter", { username: "*)(uid=*" }, "absent"],
    ["a name that begins a filter", { username: "ada)(|(uid=*" }, "absent"],
    ["a name that looks escaped", { username: "\\61da" }, "absent"],
    ["a name that goes on after NUL", { username: "ada\0" }, "absent"],
    ["a name that is no text", { username: "ada\ud800" }, "absent"],
    ["a name of 20,000 characters", { username: "a".repeat(20_000) }, "absent"],
    ["a name with a comma, a plus and an equals sign", { username: "o, p+q=", password: "commas" }, "valid"],
    ["RFC 4513 §5.1.2: no password", { username: "ada", password: "" }, "unasked"],
  ];
  for (const [what, question, expected] of rows)
    it(`${what}: ${expected}`, async () => {
      assert.equal(await ask(directory, question), expected);
    });

  it("every form of filter finds whom it describes, and nobody else", async () => {
    const found = async (text: string, username = "grace") =>
      told(
        await askingOf({ ...directory, search: { base, filter: filterOf(text), account } }).find({
          username,
          subject: undefined,
        }),
      );
    const forms = [
      "(|(uid={username})(mail={username}))",
      "(&(objectClass=*)(!(uid=ada))(mail={username}@example.org))",
      "(cn=Grac*Hop*er)(uid={username})",
      "(&(cn=Grac*Hop*er)(uid={username}))",
      "(uid:caseIgnoreMatch:={username})",
      "(uid:dn:={username})",
      "(&(uid>=gr)(uid={username}))",
      "(mail={username}@*)",
      "(mail=\\67race@example.org)",
    ];
    assert.deepEqual(
      await Promise.all(forms.filter((text) => parseFilter(text)).map((text) => found(text))),
      // RFC 4519 §2.19: mail and uid have no order, so >= is undefined for both.
      ["found", "found", "found", "found", "found", "absent", "found", "found"],
    );
    assert.equal(parseFilter(forms[2] ?? ""), undefined, "two filters are none");
    assert.equal(await found("(|(uid={username})(mail={username}))", "grace@example.org"), "found");
    assert.equal(await found("(uid:caseExactMatch:={username})", "GRACE"), "absent");
  });

  it("what concerns everybody is no answer about a person", async () => {
    const wrong = { ...account, password: new Secret("wrong") };
    const question = { username: "ada" };
    assert.equal(
      await ask({ ...directory, search: { base, filter, account: wrong } }, question),
      "bind-dn-49",
    );
    const nowhere = { base: "ou=nowhere,dc=example,dc=org", filter, account };
    assert.equal(await ask({ ...directory, search: nowhere }, question), "search-32");
  });

  it("StartTLS and ldaps with a trusted certificate, and nothing without", async () => {
    const question = { username: "ada" };
    const { url, tlsUrl } = directory;
    const certificates = localhost.cert;
    const byName = url.replace("127.0.0.1", "localhost");
    assert.equal(await ask({ url: byName, startsTls: true, certificates }, question), "valid");
    assert.equal(await ask({ url: tlsUrl, certificates }, question), "valid");
    assert.equal(await ask({ url: byName, startsTls: true }, question), "DEPTH_ZERO_SELF_SIGNED_CERT");
    assert.equal(
      await ask({ url: byName, startsTls: true, certificates }, { username: "ada", password: "hunter3" }),
      "invalid",
    );
  });

  it("people search for themselves, and only the entry with their subject counts", async () => {
    const own = {
      ...directory,
      template: "uid={username},ou=people,dc=example,dc=org",
      search: { base },
    };
    assert.equal(await ask(own, { username: "ada", subject: adaUuid }), "valid");
    assert.equal(
      await ask(own, { username: "ada", subject: twinUuid }),
      "invalid",
      "that is another password",
    );
    assert.equal(await ask(own, { username: "twin", password: "castor", subject: twinUuid }), "valid");
    assert.equal(await ask(own, { username: "ada", subject: adaUuid.replace("5a", "5b") }), "absent");
    assert.equal(await ask(own, { username: "ada" }), "valid");
  });

  it("somebody is looked for without a password", async () => {
    const { find } = askingOf(directory);
    const of = async (username: string, subject?: string) =>
      told(await find({ username, subject: subject as KeptSubject | undefined }));
    assert.equal(await of("ada"), "found");
    assert.equal(await of("nobody"), "absent");
    assert.equal(await of("twin"), "ambiguous");
    assert.equal(await of("ada", twinUuid), "absent");
    const byName = askingOf({ ...directory, template: "uid={username}", search: undefined });
    assert.equal(told(await byName.find({ username: "ada", subject: undefined })), "unknown");
  });
});

const short = answersIn();

describe("whatever a directory answers to a search", { concurrency: true }, () => {
  const found = (id: number) => short.entry(id, "uid=ada");
  const many = (id: number, one: (id: number) => Buffer, count: number) =>
    Buffer.concat(Array.from({ length: count }, () => one(id)));
  const rows: readonly (readonly [string, (id: number, socket: Socket) => Buffer | undefined, string])[] = [
    ["entries without an end", (id) => many(id, found, 1000), "too-many"],
    [
      "references without an end",
      (id) => many(id, () => short.reference(id, "ldap://127.0.0.1:1/"), 1000),
      "too-many",
    ],
    ["more than 64 KiB", (id) => many(id, () => short.entry(id, "x".repeat(60_000)), 2), "too-large"],
    ["a length of two gigabytes", () => Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff, 2]), "too-large"],
    ["a length of five bytes", () => Buffer.from([0x30, 0x85, 0, 0, 0, 0, 5]), "malformed"],
    [
      "three entries, though two were asked for",
      (id) => Buffer.concat([many(id, found, 3), short.searched(id, 0)]),
      "ambiguous",
    ],
    ["two entries", (id) => Buffer.concat([many(id, found, 2), short.searched(id, 0)]), "ambiguous"],
    ["the limit of two", (id) => Buffer.concat([many(id, found, 2), short.searched(id, 4)]), "ambiguous"],
    [
      "an entry without a name, as which everybody may bind",
      (id) => Buffer.concat([short.entry(id, ""), short.searched(id, 0)]),
      "malformed",
    ],
    [
      "an entry that is a number",
      (id) => Buffer.concat([short.message(id, 0x64, ber(0x02, "1")), short.searched(id, 0)]),
      "malformed",
    ],
    [
      "an entry of another question",
      (id) => Buffer.concat([found(id - 1), short.searched(id, 0)]),
      "malformed",
    ],
    ["the end of another question", (id) => short.searched(id - 1, 0), "malformed"],
    ["a yes to a bind", (id) => short.bound(id, 0), "malformed"],
    ["an entry after the end", (id) => Buffer.concat([short.searched(id, 0), found(id)]), "malformed"],
    ["a notice of disconnection", () => short.extended(0, 52), "malformed"],
    ["RFC 4511 §4.1.10: a referral", (id) => short.searched(id, 10), "search-10"],
    [
      "RFC 4511 §4.5.3: only a reference",
      (id) => Buffer.concat([short.reference(id, "ldap://127.0.0.1:1/"), short.searched(id, 0)]),
      "absent",
    ],
    ["a refusal", (id) => short.searched(id, 50), "search-50"],
    ["no more time", (id) => short.searched(id, 3), "search-3"],
    ["silence", () => undefined, "timeout"],
    ["an entry, and then silence", (id) => found(id), "timeout"],
    ["the end of the connection", (_, socket) => void socket.end(), "closed"],
  ];
  for (const [what, respond, expected] of rows)
    it(`${what}: ${expected}`, async () => {
      await using directory = await startFakeDirectory(({ id, kind }, socket) =>
        kind === "search" ? respond(id, socket) : short.bound(id, 0),
      );
      assert.equal(await ask(directory, { username: "ada" }), expected);
      assert.equal(directory.connections(), 1);
      const binds = directory.asked.filter(({ kind }) => kind === "bind");
      assert.ok(
        binds.every(({ bytes }) => !bytes.includes("hunter2")),
        "the password stayed here",
      );
    });

  it("one entry every tenth of a second, without end: over after three seconds", async () => {
    let timer: NodeJS.Timeout | undefined;
    await using directory = await startFakeDirectory(({ id, kind }, socket) => {
      if (kind !== "search") return short.bound(id, 0);
      timer = setInterval(() => socket.write(short.reference(id, "ldap://127.0.0.1:1/")), 100);
      return undefined;
    });
    const startedAt = performance.now();
    assert.equal(await ask(directory, { username: "ada" }), "timeout");
    assert.ok(performance.now() - startedAt < 5000);
    clearInterval(timer);
  });

  it("an account that is refused is tried once in five minutes, so that the directory does not lock it", async () => {
    await using directory = await startFakeDirectory(({ id }) => short.bound(id, 49));
    let now = instantOf(0);
    const { ask: asking, find } = askingOf(directory, { now: () => now });
    const of = async () => told(await asking({ username: "ada", password: "x", subject: undefined }));
    assert.equal(await of(), "bind-dn-49");
    assert.equal(await of(), "bind-dn-49");
    assert.equal(told(await find({ username: "ada", subject: undefined })), "bind-dn-49");
    now = plus(now, 299);
    assert.equal(await of(), "bind-dn-49");
    assert.equal(directory.connections(), 1);
    now = plus(now, 1);
    assert.equal(await of(), "bind-dn-49");
    assert.equal(directory.connections(), 2);
  });

  it("after those five minutes, one of many questions at once tries the account, and the next after a yes", async () => {
    let code = 49;
    await using directory = await startFakeDirectory(({ id, kind }) =>
      kind === "search" ? short.searched(id, 0) : short.bound(id, code),
    );
    let now = instantOf(0);
    const asking = askingOf(directory, { now: () => now });
    const of = async () => told(await asking.ask({ username: "ada", password: "x", subject: undefined }));
    const atOnce = () => Promise.all(Array.from({ length: 10 }, of));
    assert.equal(await of(), "bind-dn-49");
    now = plus(now, 300);
    assert.deepEqual(await atOnce(), Array(10).fill("bind-dn-49"));
    assert.equal(directory.connections(), 2);
    code = 0;
    now = plus(now, 300);
    const answers = await atOnce();
    assert.equal(answers.filter((each) => each === "absent").length, 1);
    assert.equal(directory.connections(), 3);
    assert.deepEqual(await atOnce(), Array(10).fill("absent"));
  });

  it("RFC 4515: a name is one value of the search, whatever is in it", async () => {
    await using directory = await startFakeDirectory(({ id, kind }) =>
      kind === "search" ? short.searched(id, 0) : short.bound(id, 0),
    );
    for (const username of ["*", "*)(uid=*", "a\0b", "\\2a", "(&)", "ädä", "a\ud800"]) {
      assert.equal(await ask(directory, { username }), "absent");
      const search = directory.asked.findLast(({ kind }) => kind === "search");
      const equality = ber(0xa3, Buffer.concat([ber(0x04, "uid"), ber(0x04, Buffer.from(username))]));
      assert.ok(search?.bytes.includes(equality), username);
    }
  });
});
