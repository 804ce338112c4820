import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { test } from "node:test";
import { openSmtpServer } from "../../src/adapters/mail/smtp.ts";
import type { SentMessage } from "../../src/flows/mail-ports.ts";
import { Secret } from "../../src/values/secret.ts";
import { messageTo } from "../storage-contract/samples.ts";
import { freePort } from "../support/free-port.ts";
import { localhost, startMailServer, type TestMailServer, textPartOf } from "../support/mail-server.ts";

const message: SentMessage = {
  ...messageTo("ada"),
  subject: "Ihr Passwort wurde geändert",
  language: "de",
  text: "Grüße\nhttps://id.example/recover?link=abc\n",
  html: "<p>Grüße</p>",
};

function connectTo(port: number, changes: Partial<Parameters<typeof openSmtpServer>[0]> = {}) {
  return openSmtpServer({
    host: "127.0.0.1",
    port,
    encryption: "offered",
    from: { name: "Example, Inc.", address: "noreply@id.example" },
    messageIdHost: "id.example",
    ...changes,
  });
}

const refused = (reason: string, isPermanent = false) => ({ ok: false, reason: { reason, isPermanent } });

test("a message arrives as text and HTML, with the sender, an id that stays, and marked as automatic", async () => {
  await using server = await startMailServer();
  assert.deepEqual(await connectTo(server.port).send(message), { ok: true, value: undefined });
  const [mail] = server.taken;
  assert.ok(mail);
  assert.deepEqual([mail.from, mail.to], ["noreply@id.example", ["ada@example.org"]]);
  for (const header of [
    /^From: "Example, Inc\." <noreply@id\.example>\r$/m,
    /^To: ada@example\.org\r$/m,
    new RegExp(`^Message-ID: <${message.id}@id\\.example>\\r$`, "m"),
    /^Auto-Submitted: auto-generated\r$/m,
    /^Content-Language: de\r$/m,
    /^Date: .+\r$/m,
  ])
    assert.match(mail.raw, header);
  assert.equal(textPartOf(mail.raw).trim(), message.text.trim().replaceAll("\n", "\r\n"));
  assert.match(mail.raw, /Content-Type: text\/html/);
});

test("an address that could be read as two reaches neither, with and without a return path", async () => {
  await using server = await startMailServer();
  const to = "mallory@evil.example,ada@example.org" as SentMessage["to"];
  for (const changes of [{}, { returnPath: "bounces@id.example" }])
    await connectTo(server.port, changes).send({ ...message, to });
  const reached = server.taken.flatMap(({ to: recipients }) => recipients);
  for (const one of ["mallory@evil.example", "ada@example.org"]) assert.ok(!reached.includes(one), one);
});

test("an address with line ends or a second address in it makes no header and no second recipient", async () => {
  for (const to of [
    "ada@example.org\r\nBcc: all@example.org",
    "ada@example.org, eve@example.org",
    "<ada@example.org>, eve@example.org",
  ]) {
    await using server = await startMailServer();
    await connectTo(server.port).send({ ...message, to, subject: "One\r\nBcc: all@example.org" });
    for (const mail of server.taken) {
      assert.ok(mail.to.length <= 1, JSON.stringify(mail.to));
      assert.doesNotMatch(mail.raw, /^Bcc:/im);
      assert.doesNotMatch(mail.to.join(), /eve|all/);
    }
  }
});

test("RFC 5321 §4.2.1: 4yz is tried again, 5yz about the recipient or the message is final", async () => {
  const answer = (responseCode: number) => Object.assign(new Error("no"), { responseCode });
  for (const code of [450, 550]) {
    await using server = await startMailServer({
      onRcptTo: (_address, _session, callback) => callback(answer(code)),
    });
    assert.deepEqual(await connectTo(server.port).send(message), refused(`${code} RCPT TO`, code === 550));
  }
  for (const code of [451, 554]) {
    await using server = await startMailServer({
      onData: (stream, _session, callback) => stream.on("end", () => callback(answer(code))).resume(),
    });
    assert.deepEqual(await connectTo(server.port).send(message), refused(`${code} DATA`, code === 554));
  }
});

test("a password that the server refuses is the operator's to mend, so the message is tried again", async () => {
  await using server = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(new Error("wrong")),
  });
  const sent = await connectTo(server.port, { user: "us", password: new Secret("wrong") }).send(message);
  assert.ok(!sent.ok && !sent.reason.isPermanent);
  assert.match(sent.reason.reason, /^535/);
  assert.doesNotMatch(JSON.stringify(sent), /wrong/);
});

/** A server that speaks just enough SMTP to misbehave: `onLine` gets each line, and what answers it. */
async function startScripted(onLine: (line: string, socket: Socket) => string | undefined) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    const greeting = onLine("connected", socket);
    if (greeting !== undefined) socket.write(`${greeting}\r\n`);
    socket.on("data", (bytes) => {
      for (const line of bytes.toString().split("\r\n").slice(0, -1)) {
        const answer = socket.destroyed ? undefined : onLine(line, socket);
        if (answer !== undefined) socket.write(`${answer}\r\n`);
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

const answers: Readonly<Record<string, string>> = {
  connected: "220 here",
  EHLO: "250 here",
  MAIL: "250 ok",
  RCPT: "250 ok",
  DATA: "354 go",
};
const answerTo = (line: string) => answers[line.split(" ", 1)[0] ?? ""];

test("a server that is away or cuts the connection amid the message fails the try", async () => {
  const gone = { port: await freePort() };
  await using cutting = await startScripted((line, socket) => {
    if (line.startsWith("Message-ID")) socket.destroy();
    return answerTo(line);
  });
  for (const { port } of [gone, cutting]) {
    const sent = await connectTo(port).send(message);
    assert.ok(!sent.ok && !sent.reason.isPermanent);
    assert.match(sent.reason.reason, /^E[A-Z]+$/);
  }
});

test("a server that says nothing, or never comes to an end, is given up at the deadline", async () => {
  await using silent = await startScripted(() => undefined);
  await using endless = await startScripted((line, socket) => {
    if (line.startsWith("EHLO")) {
      const trickle = setInterval(() => socket.write("250-more\r\n"), 5);
      socket.once("close", () => clearInterval(trickle));
    }
    return line === "connected" ? "220 here" : undefined;
  });
  for (const { port } of [silent, endless]) {
    const sent = await connectTo(port, { deadlineMilliseconds: 200 }).send(message);
    assert.deepEqual(sent, refused("ETIMEDOUT"));
  }
});

test("close cuts what is under way", async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  await using silent = await startScripted(() => {
    resolve();
    return undefined;
  });
  const server = connectTo(silent.port);
  const sending = server.send(message);
  await asked;
  server.close();
  assert.equal((await sending).ok, false);
});

test("TLS: from the first byte, or after STARTTLS, and only with a certificate that is trusted", async () => {
  const login: Parameters<typeof startMailServer>[0] = {
    authOptional: false,
    onAuth: ({ username, password }, _session, callback) =>
      password === "right" && username !== undefined
        ? callback(null, { user: username })
        : callback(new Error("wrong")),
  };
  const account = { host: "localhost", user: "us", password: new Secret("right") };
  const ways = [
    { encryption: "at-once", server: { ...login, ...localhost, secure: true } },
    { encryption: "required", server: { ...login, ...localhost, hideSTARTTLS: false } },
  ] as const;
  for (const { encryption, server: options } of ways) {
    await using server = await startMailServer(options);
    const trusting = { ...account, encryption, certificates: localhost.cert };
    assert.deepEqual(await connectTo(server.port, trusting).send(message), { ok: true, value: undefined });
    assert.deepEqual([server.taken[0]?.isEncrypted, server.taken[0]?.user], [true, "us"]);
    const sent = await connectTo(server.port, { ...account, encryption }).send(message);
    assert.ok(!sent.ok && !sent.reason.isPermanent);
    assert.equal(server.taken.length, 1);
  }
});

test("a password is not sent to a server that cannot encrypt", async () => {
  let logins = 0;
  await using server: TestMailServer = await startMailServer({
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => {
      logins += 1;
      callback(null, { user: "us" });
    },
  });
  const sent = await connectTo(server.port, {
    encryption: "required",
    user: "us",
    password: new Secret("right"),
  }).send(message);
  assert.deepEqual([sent.ok, logins, server.taken.length], [false, 0, 0]);
});
