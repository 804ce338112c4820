import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../support/free-port.ts";
import { localhost, startMailServer } from "../support/mail-server.ts";
import { until } from "../support/until.ts";
import { ConsoleStage } from "./support/console-stage.ts";

/** A mail server that fails in one way. */
interface FailingServer extends AsyncDisposable {
  readonly url: string;
  /** What every place says about it. */
  readonly says: RegExp;
}

async function silentServer(): Promise<FailingServer> {
  const server = createServer(() => {}).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    says: /ETIMEDOUT/,
    [Symbol.asyncDispose]: async () => {
      server.close();
    },
  };
}

const failures: Readonly<Record<string, () => Promise<FailingServer>>> = {
  "refuses connections": async () => ({
    url: `smtp://127.0.0.1:${await freePort()}`,
    says: /ECONNREFUSED/,
    [Symbol.asyncDispose]: async () => {},
  }),
  "never answers": silentServer,
  "answers well, and fails once it is given a message": async () => {
    const server = await startMailServer({
      onData: (stream, _session, callback) => {
        stream.resume();
        stream.on("end", () => callback(Object.assign(new Error("later"), { responseCode: 451 })));
      },
    });
    return Object.assign(server, { says: /451 DATA/ });
  },
  "has a certificate that nobody trusts": async () => {
    const server = await startMailServer({ secure: true, ...localhost });
    return Object.assign(server, {
      url: `smtps://127.0.0.1:${server.port}`,
      says: /DEPTH_ZERO_SELF_SIGNED_CERT/,
    });
  },
};

describe("within a minute of real time it is known where operators look", { concurrency: true }, () => {
  for (const [name, start] of Object.entries(failures))
    it(`a mail server that ${name} is on the overview, among doctor's findings and in a metric`, async () => {
      await using server = await start();
      const metricsPort = await freePort();
      await using stage = await ConsoleStage.set({
        LATCHKEY_SMTP_URL: server.url,
        LATCHKEY_METRICS_PORT: String(metricsPort),
      });
      const { service } = stage;
      await service.addAccount("ada", "correct horse battery staple", { email: "ada@example.org" });
      const begun = performance.now();
      let told = 0;
      /** Lets the clock of the test follow that of the machine. */
      const secondsSince = () => {
        const seconds = Math.floor((performance.now() - begun) / 1_000);
        service.clock.advance(seconds - told);
        told = seconds;
        return seconds;
      };
      // An operator has just looked, so what was found then is remembered.
      assert.equal((await stage.enter("/admin")).status, 200);
      const browser = stage.newBrowser();
      await browser.submit(await browser.get("/recover"), { username: "ada@example.org" });

      const metric = /^latchkey_mail_failing_messages(?:\{[^}]*\})? 1$/m;
      const places: Readonly<Record<string, () => Promise<boolean>>> = {
        overview: async () => {
          const [, attention = ""] = (await stage.open("/admin")).body.split('id="part-attention"');
          return /the mail server d(?:oes|id) not take/.test(attention) && server.says.test(attention);
        },
        // The page shows what doctor finds.
        doctor: async () => server.says.test((await stage.open("/admin/health")).body),
        metric: async () =>
          metric.test(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()),
      };
      const left = new Map(Object.entries(places));
      while (left.size > 0) {
        assert.ok(secondsSince() < 60, `not there after a minute: ${[...left.keys()]}`);
        for (const [place, isThere] of left) if (await isThere()) left.delete(place);
        await pause(500);
      }
      const [message] = (await service.ports.outbox.list({ limit: 1 })).items;
      assert.match(message?.lastError ?? "", server.says);
    });
});

it("LATCHKEY_MAIL_RETURN_PATH is the sender of the envelope alone", async () => {
  await using server = await startMailServer();
  await using stage = await ConsoleStage.set({
    LATCHKEY_SMTP_URL: server.url,
    LATCHKEY_MAIL_FROM: "Example <noreply@example.org>",
    LATCHKEY_MAIL_RETURN_PATH: "bounces@example.org",
  });
  await stage.service.addAccount("ada", "correct horse battery staple", { email: "ada@example.org" });
  const browser = stage.newBrowser();
  await browser.submit(await browser.get("/recover"), { username: "ada@example.org" });
  await until(() => {
    stage.service.clock.advance(5);
    return server.taken.length > 0;
  });
  const [mail] = server.taken;
  assert.deepEqual([mail?.from, mail?.to], ["bounces@example.org", ["ada@example.org"]]);
  assert.match(mail?.raw ?? "", /^From: Example <noreply@example\.org>\r$/m);
});
