import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { systemRandom } from "../../src/adapters/system/random.ts";
import { openAdministration } from "../../src/administration.ts";
import { setClientDisabled } from "../../src/flows/operator/client.ts";
import { everyRight } from "../../src/flows/operator/rights.ts";
import { FormClient } from "../support/form-client.ts";
import { freePort } from "../support/free-port.ts";
import {
  configOf,
  FakeClock,
  type InProcessService,
  startInProcess,
  type TestClient,
} from "../support/in-process.ts";
import { until } from "../support/until.ts";
import { ada, authorizationOf, codeAt, exchange, submitAs, tokenErrorIn, tokenFor } from "./journey.ts";
import { answerDevice, codesFor, poll } from "./support/device.ts";
import { openid } from "./support/openid.ts";

const hour = 3_600;
const lifetimeSeconds = 10;

let folder: string;
let environment: Record<string, string>;
let service: InProcessService;
let client: TestClient;
let browser: FormClient;
/** The machine's clock, and the time that has really passed. */
let clock: FakeClock;
let stopwatch = 0;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "latchkey-moved-clock-"));
});
after(() => rm(folder, { recursive: true, force: true }));

beforeEach(async () => {
  environment = {
    LATCHKEY_DATA_DIR: await mkdtemp(join(folder, "data-")),
    LATCHKEY_PORT: String(await freePort()),
    LATCHKEY_CODE_LIFETIME_SECONDS: String(lifetimeSeconds),
  };
  clock = new FakeClock();
  await start();
  await service.addAccount(ada.username, ada.password);
  client = await service.addClient();
  browser = new FormClient(service.url);
  await browser.signIn(authorizationOf(client), ada);
});
afterEach(() => stop());

async function start(): Promise<void> {
  service = await startInProcess(environment, { clock, stopwatch: () => stopwatch });
}

async function stop(): Promise<void> {
  browser.close();
  await service[Symbol.asyncDispose]();
}

/** The process ends, and another one takes over port and database after the machine's clock was moved by this many seconds. */
async function restartAfterMove(seconds: number): Promise<void> {
  await stop();
  clock.advance(seconds);
  await start();
}

function pass(seconds: number): void {
  stopwatch += seconds * 1_000;
  clock.advance(seconds);
}

async function newCode(): Promise<string> {
  return codeAt(await browser.get(authorizationOf(client)), client);
}

/** Where the browser goes with a request that the client has pushed. */
async function push(): Promise<string> {
  const { id, secret, redirectUri } = client;
  const parameters = {
    client_id: id,
    client_secret: secret,
    redirect_uri: redirectUri,
    response_type: "code",
  };
  const { status, body } = await browser.send({
    method: "POST",
    target: "/v1/Oauth/par",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `${new URLSearchParams(parameters)}`,
  });
  assert.equal(status, 201, body);
  const query = new URLSearchParams({ client_id: id, request_uri: JSON.parse(body).request_uri });
  return `/v1/Oauth/authorization?${query}`;
}

async function assertRefused(code: string): Promise<void> {
  assert.equal(tokenErrorIn(await exchange(browser, client, code)), "invalid_grant");
}

/** Resolves once the service has noticed that the clock was set back, which it looks for every second. */
async function untilSetBackIsSeen(): Promise<void> {
  await until(() => service.log.some(({ message }) => message === "clock-set-back"));
}

/** Removes what has expired, as the service does every five seconds once it trusts the clock. */
async function sweepAt(secondsAhead: number): Promise<void> {
  const swept = new FakeClock();
  swept.advance((clock.now() - swept.now()) / 1_000 + secondsAhead);
  const { store, close } = await openAdministration(configOf(folder, environment), { clock: swept });
  while ((await store.expiry.sweep(swept.now(), 100)) > 0);
  await close();
}

it("a code and a pushed request from before the client was disabled stay void, also where the clock was set back nine seconds", async () => {
  const pushed = await push();
  clock.advance(-9);
  const code = await newCode();
  clock.advance(1);
  const registry = { ...service.ports, clock, random: systemRandom };
  for (const isDisabled of [true, false])
    await setClientDisabled(registry, client.client.id, isDisabled, { by: everyRight });
  await assertRefused(code);
  assert.equal((await browser.get(pushed)).status, 400);
  clock.advance(1);
  await tokenFor(browser, client, await newCode());
});

describe("C7: a code gets no younger", () => {
  it("C7: where the clock is set back nine seconds every nine seconds", async () => {
    const [inTime, late] = [await newCode(), await newCode()];
    pass(9);
    clock.advance(-9);
    await tokenFor(browser, client, inTime);
    pass(1);
    await assertRefused(late);
    for (let step = 0; step < 6; step += 1) {
      pass(9);
      clock.advance(-9);
      await assertRefused(late);
    }
  });

  it("C7: where the clock is set back nine seconds at every restart", async () => {
    const code = await newCode();
    pass(9);
    await restartAfterMove(-9);
    await tokenFor(browser, client, await newCode());
    pass(1);
    await assertRefused(code);
  });

  it("C7: where the clock is set back an hour, while the service runs or is stopped; codes from then on work at once", async () => {
    const before = await newCode();
    clock.advance(-hour);
    await untilSetBackIsSeen();
    await assertRefused(before);
    await tokenFor(browser, client, await newCode());

    const beforeStop = await newCode();
    await restartAfterMove(-hour);
    assert.ok(
      service.log.some(({ message, fields }) => message === "clock-set-back" && fields.seconds === hour),
    );
    await assertRefused(beforeStop);
    await tokenFor(browser, client, await newCode());
  });

  it("C7: a code from a clock that was an hour ahead is not good for a second time once the clock is right", async () => {
    await restartAfterMove(hour);
    const dated = await newCode();
    await restartAfterMove(-hour);
    pass(hour + 1);
    await assertRefused(dated);
  });
});

describe("C7: a device's code gets no younger either", () => {
  let tv: TestClient;

  beforeEach(async () => {
    tv = await service.addClient({ isPublic: true, metadata: openid({ mayUseDeviceGrant: true }) });
  });

  it("C7: where the clock is set back nine seconds every nine seconds", async () => {
    const codes = await codesFor(service.url, tv);
    await answerDevice(browser, codes);
    for (let step = 0; step < 67; step += 1) {
      pass(9);
      clock.advance(-9);
    }
    assert.equal(tokenErrorIn(await poll(service.url, tv, codes)), "expired_token");
  });

  it("C7: where the clock is set back an hour, while the service runs or is stopped; devices from then on work at once", async () => {
    for (const setBack of [
      async () => {
        clock.advance(-hour);
        await untilSetBackIsSeen();
      },
      () => restartAfterMove(-hour),
    ]) {
      const codes = await codesFor(service.url, tv);
      await answerDevice(browser, codes);
      await setBack();
      assert.equal(tokenErrorIn(await poll(service.url, tv, codes)), "invalid_grant");
      const later = await codesFor(service.url, tv);
      await answerDevice(browser, later);
      assert.equal((await poll(service.url, tv, later)).status, 200);
    }
  });
});

describe("C2: a spent code stays spent", () => {
  it("C2: where the clock was 62 minutes ahead for a start, and all that had expired by it was removed", async () => {
    const code = await newCode();
    await tokenFor(browser, client, code);
    await restartAfterMove(62 * 60);
    await sweepAt(0);
    await restartAfterMove(-62 * 60);
    await assertRefused(code);
    await tokenFor(browser, client, await newCode());
  });

  it("C2: where it was removed beside the running service, whose clock is right", async () => {
    const [spent, under] = [await newCode(), await newCode()];
    await tokenFor(browser, client, spent);
    await sweepAt(62 * 60);
    await assertRefused(spent);
    await tokenFor(browser, client, under);
  });

  it("C2: where the clock was in another century, and the service is usable at once when it is right again", async () => {
    const code = await newCode();
    await tokenFor(browser, client, code);
    await restartAfterMove(73 * 365 * 24 * hour);
    await browser.get(authorizationOf(client));
    const page = await browser.get(authorizationOf(client));
    const then = codeAt(await submitAs(browser, page, ada), client);
    await tokenFor(browser, client, then);
    await sweepAt(24 * hour);
    await restartAfterMove(-73 * 365 * 24 * hour);
    await assertRefused(code);
    await assertRefused(then);
    await tokenFor(browser, client, await newCode());
  });
});
