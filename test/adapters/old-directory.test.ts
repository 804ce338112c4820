import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { after, before, describe, it } from "node:test";
import { askDirectory, type Directory } from "../../src/adapters/old-system/ldap.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { readBind } from "../../src/protocol/old-product/bind-verdict.ts";
import * as messages from "../../src/protocol/old-product/ldap.ts";
import type { KeptSubject } from "../../src/values/ids.ts";
import {
  adaUuid,
  type Directory as RealDirectory,
  startDirectory,
  withoutSlapd,
} from "../support/directory.ts";
import { answersIn } from "../support/fake-directory.ts";
import { localhost } from "../support/mail-server.ts";

const template = "uid={username},ou=people,dc=example,dc=org";
const told = (asked: { readonly kind: string; readonly reason?: string }) => asked.reason ?? asked.kind;

async function ask(
  directory: Partial<Directory> & { readonly url: string },
  username: string,
  password: string,
  subject?: string,
) {
  const asking = askDirectory(
    { messages, readBind, template, subjectAttribute: "entryUUID", ...directory },
    systemClock,
  );
  return told(await asking.ask({ username, password, subject: subject as KeptSubject | undefined }));
}

describe("a real directory", { skip: withoutSlapd }, () => {
  let directory: RealDirectory;
  before(async () => {
    directory = await startDirectory();
  });
  after(async () => {
    await directory[Symbol.asyncDispose]();
  });

  const rows: readonly (readonly [what: string, username: string, password: string, told: string])[] = [
    ["the right password", "ada", "hunter2", "valid"],
    ["another password", "ada", "hunter3", "invalid"],
    ["the name in capitals, which is the same entry", "ADA", "hunter2", "valid"],
    ["nobody's name", "nobody", "hunter2", "invalid"],
    ["RFC 4514 §2.4: a name with a comma, a plus and an equals sign", "o, p+q=", "commas", "valid"],
    ["a name that goes on like a distinguished name", "ada,ou=people", "hunter2", "invalid"],
    ["a name that names another entry", "ada,ou=people,dc=example,dc=org\0", "hunter2", "invalid"],
    ["an entry without a password", "nopass", "hunter2", "invalid"],
    ["an entry that lies in another directory", "far", "hunter2", "invalid"],
    ["a right password that must be changed", "reset", "hunter2", "expired"],
  ];
  for (const [what, username, password, expected] of rows)
    it(`${what}: ${expected}`, async () => {
      assert.equal(await ask(directory, username, password), expected);
    });

  it("RFC 4513 §5.1.2: the directory takes an empty password for none and says yes, so it is never asked", async () => {
    const raw = await rawBind(directory.url, "uid=ada,ou=people,dc=example,dc=org", "");
    assert.equal(raw, 0, "this directory says yes");
    for (const password of ["", "\0", "\0hunter2", "hunter2\0"])
      assert.equal(await ask(directory, "ada", password), "unasked");
  });

  it("whose password it was is proved by the attribute that was imported", async () => {
    assert.equal(await ask(directory, "ada", "hunter2", adaUuid), "valid");
    assert.equal(await ask(directory, "ada", "hunter3", adaUuid), "invalid");
    const other = "00000000-5f1c-4b8e-9a53-3c8cf0a1b2c3";
    assert.equal(await ask(directory, "ada", "hunter2", other), "invalid");
    assert.equal(
      await ask({ ...directory, subjectAttribute: undefined }, "ada", "hunter2", adaUuid),
      "invalid",
    );
    assert.equal(
      await ask({ ...directory, subjectAttribute: "nsUniqueId" }, "ada", "hunter2", adaUuid),
      "ldap-compare-17",
    );
  });

  it("ldaps: with a trusted certificate, and nothing without", async () => {
    const { tlsUrl: url } = directory;
    assert.equal(await ask({ url, certificates: localhost.cert }, "ada", "hunter2"), "valid");
    assert.equal(await ask({ url, certificates: localhost.cert }, "ada", "hunter3"), "invalid");
    assert.equal(await ask({ url }, "ada", "hunter2"), "DEPTH_ZERO_SELF_SIGNED_CERT");
    const elsewhere = url.replace("localhost", "localhost.localdomain");
    assert.notEqual(await ask({ url: elsewhere, certificates: localhost.cert }, "ada", "hunter2"), "valid");
  });
});

/** The code of a bind that this program would not send. */
async function rawBind(url: string, name: string, password: string): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  const { connect } = await import("node:net");
  const socket = connect(Number(port), hostname);
  const part = (tag: number, bytes: Buffer) => Buffer.concat([Buffer.from([tag, bytes.length]), bytes]);
  const bind = Buffer.concat([
    part(0x02, Buffer.from([3])),
    part(0x04, Buffer.from(name)),
    part(0x80, Buffer.from(password)),
  ]);
  socket.write(part(0x30, Buffer.concat([part(0x02, Buffer.from([1])), part(0x60, bind)])));
  const [answer]: Buffer[] = await once(socket, "data");
  socket.destroy();
  return answer?.[9];
}

/** What a directory may answer: a bind with this code, or anything else. */
const answer = (code: number, { id = 4, tag = 0x61 } = {}) =>
  Buffer.from([0x30, 12, 2, 1, id, tag, 7, 0x0a, 1, code, 4, 0, 4, 0]);

const hostile: readonly (readonly [what: string, answer: (socket: Socket) => void, told: string])[] = [
  ["a no, byte by byte", (socket) => void dribble(socket, answer(49)), "invalid"],
  ["a yes", (socket) => void socket.write(answer(0)), "valid"],
  ["an entry that is locked", (socket) => void socket.write(answer(19)), "invalid"],
  ["an entry that is inactive", (socket) => void socket.write(answer(53)), "invalid"],
  [
    "a length in the long form",
    (socket) => void socket.write(Buffer.from([0x30, 0x81, 12, ...answer(49).subarray(2)])),
    "invalid",
  ],
  ["RFC 4511 §4.1.10: a referral", (socket) => void socket.write(answer(10)), "ldap-10"],
  ["a yes to another question", (socket) => void socket.write(answer(0, { id: 2 })), "malformed"],
  ["a yes to a search", (socket) => void socket.write(answer(0, { tag: 0x65 })), "malformed"],
  ["a notice of disconnection", (socket) => void socket.write(answer(52, { id: 0, tag: 0x78 })), "malformed"],
  [
    "an indefinite length",
    (socket) => void socket.write(Buffer.from([0x30, 0x80, 2, 1, 4, 0x61, 0])),
    "malformed",
  ],
  [
    "lengths of four bytes, as those of Active Directory",
    (socket) => void socket.write(answersIn("long").bound(4, 0)),
    "valid",
  ],
  [
    "a length of five bytes",
    (socket) => void socket.write(Buffer.from([0x30, 0x85, 0, 0, 0, 0, 12])),
    "malformed",
  ],
  [
    "a length of two gigabytes",
    (socket) => void socket.write(Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff])),
    "too-large",
  ],
  [
    "an element longer than its message",
    (socket) => void socket.write(Buffer.from([0x30, 12, 2, 1, 4, 0x61, 7, 0x0a, 9, 0, 4, 0, 4, 0])),
    "malformed",
  ],
  ["a negative code", (socket) => void socket.write(answer(0x80)), "malformed"],
  ["HTTP", (socket) => void socket.write("HTTP/1.1 200 OK\r\n\r\n"), "malformed"],
  [
    "more than 64 KiB",
    (socket) => void socket.write(Buffer.concat([Buffer.from([0x30, 0x83, 2, 0, 0]), Buffer.alloc(70_000)])),
    "too-large",
  ],
  ["a closed connection", (socket) => void socket.end(), "closed"],
  ["silence", () => {}, "timeout"],
  ["a server that is busy", (socket) => void socket.write(answer(51)), "ldap-51"],
  ["a bind that goes on (SASL)", (socket) => void socket.write(answer(14)), "ldap-14"],
];

async function dribble(socket: Socket, bytes: Buffer): Promise<void> {
  for (const byte of bytes) {
    socket.write(Buffer.from([byte]));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe("whatever a directory answers", { concurrency: true }, () => {
  for (const [what, respond, expected] of hostile)
    it(`${what}: ${expected}`, async () => {
      const server = createServer((socket) => {
        socket.on("error", () => {});
        socket.once("data", () => respond(socket));
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
      const url = `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`;
      try {
        assert.equal(await ask({ url }, "ada", "hunter2"), expected);
      } finally {
        server.close();
      }
    });

  it("nothing that a directory takes for no password, and no name of another form, leaves this machine", async (t) => {
    let connections = 0;
    const server = createServer(() => {
      connections += 1;
    }).listen(0, "127.0.0.1");
    t.after(() => server.close());
    await once(server, "listening");
    const url = `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const password of ["", "\0", "a\0b"]) assert.equal(await ask({ url }, "ada", password), "unasked");
    const upn = { url, template: "{username}@corp.example.org" };
    for (const username of [
      "CORP\\ada",
      "cn=ada",
      "ada lovelace",
      "ada/lovelace",
      "ada\n",
      "ada\0",
      "",
      "{username}",
    ])
      assert.equal(await ask(upn, username, "hunter2"), "unasked");
    assert.equal(connections, 0);
  });

  it("33 at a time are one too many", async () => {
    const server = createServer((socket) => void socket.on("error", () => {})).listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const asking = askDirectory(
      { messages, readBind, url, template, subjectAttribute: undefined },
      systemClock,
    );
    const asked = await Promise.all(
      Array.from({ length: 33 }, () =>
        asking.ask({ username: "ada", password: "hunter2", subject: undefined }),
      ),
    );
    server.close();
    assert.equal(asked.filter((one) => told(one) === "busy").length, 1);
    assert.equal(asked.filter((one) => told(one) === "timeout").length, 32);
  });
});
