import assert from "node:assert/strict";
import { get } from "node:http";
import { afterEach, beforeEach, test } from "node:test";
import type { StatisticKind } from "../../src/flows/statistics-ports.ts";
import { messageTo } from "../storage-contract/samples.ts";
import { addFailedWebhook } from "../support/failed-webhook.ts";
import { ConsoleStage, mainOf, root } from "./support/console-stage.ts";

let stage: ConsoleStage;

beforeEach(async () => {
  stage = await ConsoleStage.set();
});
afterEach(() => stage[Symbol.asyncDispose]());

function count(kind: StatisticKind, label: string, times: number, peak = 0): Promise<void> {
  const { ports, clock } = stage.service;
  return ports.statistics.add(clock.now(), [{ kind, label, count: times, peak }]);
}

/** The text of a figure of the first page. */
function tileOf(body: string, label: string): string | undefined {
  return new RegExp(`<dt>${label}</dt><dd>([^<]*)</dd>`).exec(body)?.[1];
}

test("the overview shows sign-ins, reasons, percentiles, methods, applications and queues", async () => {
  const { id } = await stage.service.addClient({ name: "Notes <b>" });
  await count("sign-in", "signed-in", 1_200);
  await count("sign-in", "refused", 300);
  await count("sign-in-refusal", "wrong-password", 300);
  await count("method", "swk user mfa", 700);
  await count("method", "hwk user mfa", 100);
  await count("sign-in-duration", "100", 100);
  await count("token-duration", "inf", 3);
  await count("token-duration", "5", 97);
  await count("client", id, 77);
  await count("throttled", "account-throttled", 4);
  await count("hash-queue", "waiting", 1, 9);
  const { body } = await stage.enter("/admin");
  assert.equal(tileOf(body, "Sign-ins"), "1,200");
  assert.equal(tileOf(body, "Refused"), "300");
  assert.match(body, /20\.0% of all attempts/);
  assert.equal(tileOf(body, "Median sign-in"), "50 ms");
  assert.equal(tileOf(body, "Longest queue"), "9");
  assert.match(body, /95th percentile: \d+ ms/);
  assert.equal(tileOf(body, "Signed in now"), "1 browser");
  assert.equal(tileOf(body, "People"), "1");
  assert.match(body, /<dt>Last backup<\/dt><dd>none yet <span[^>]*>fine during development</);
  const { backupRuns } = stage.service.service.administration.store;
  const made = { at: stage.service.clock.now(), file: "a.age", sizeBytes: 1, isEncrypted: true };
  await backupRuns.noteMade("schedule", made, {});
  stage.service.clock.advance(3 * 60);
  assert.match((await stage.open("/admin")).body, /<dt>Last backup<\/dt><dd><time[^>]*>3 minutes ago</);
  const text = mainOf({ body } as never);
  assert.match(text, /wrong password<\/span> <span>300/);
  assert.match(text, /passkey<\/span> <span>800/, "both kinds of passkey are one");
  assert.match(text, /account throttled<\/span> <span>4/);
  assert.match(text, /Notes &lt;b&gt;/);
  assert.match(text, /<title id="sign-ins-title">Sign-ins of the last 1 hour<\/title>/);
  assert.match(text, /<td>12:00<\/td><td>1,200<\/td><td>300<\/td>/, "the table has what the chart shows");
});

test("where nothing happened, the overview has one sentence and not a panel for each thing that did not happen", async () => {
  const main = mainOf(await stage.enter("/admin"));
  assert.match(main, /Nobody tried to sign in during this period\. <a href="\/admin\?period=month">/);
  for (const id of ["times", "shares", "none"])
    assert.match(main, new RegExp(`id="part-${id}">\\s*</div>`), `the script can still fill ${id}`);
  assert.doesNotMatch(mainOf(await stage.open("/admin?period=month")), /Look at 30 days/);
  await count("sign-in", "refused", 2);
  await count("sign-in-refusal", "wrong-password", 2);
  const one = mainOf(await stage.open("/admin"));
  assert.match(one, /<h2>Why sign-ins were refused<\/h2>/);
  assert.doesNotMatch(one, /<h2>(?:Throttled|How people sign in|Time of a sign-in)<\/h2>/);
  assert.match(
    one,
    /Nobody signed in\. No tokens were issued\. No client request was refused\. No limit was/,
  );
});

test("the overview compares the main figures with the period before", async () => {
  const { clock } = stage.service;
  await count("sign-in", "signed-in", 100);
  await count("sign-in", "refused", 4);
  await count("sign-in-duration", "100", 10);
  clock.advance(3_600);
  await count("sign-in", "signed-in", 150);
  await count("sign-in", "refused", 12);
  await count("sign-in-duration", "50", 10);
  const main = mainOf(await stage.enter("/admin"));
  const [figures = ""] = /<dl class="tiles main">[\s\S]*?<\/dl>/.exec(main) ?? [];
  assert.match(figures, /<dt>Sign-ins<\/dt><dd>150<\/dd>[\s\S]*50% more than in the previous hour/);
  assert.match(figures, /<dt>Refused<\/dt><dd>12<\/dd>[\s\S]*3\.0 times as many as in the previous hour/);
  assert.match(
    figures,
    /<dt>Median sign-in<\/dt><dd>25 ms<\/dd>[\s\S]*50% shorter than in the previous hour/,
  );
  assert.doesNotMatch(mainOf(await stage.open("/admin?period=month")), /than in|times as|unchanged/);
});

/** The part of the overview that says what needs attention. */
async function attention(target = "/admin"): Promise<string> {
  const main = mainOf(await stage.enter(target));
  return /<div id="part-attention">[\s\S]*?<\/section>/.exec(main)?.[0] ?? "";
}

test("what needs attention comes first, each with the page that mends it; the health page finds the same", async () => {
  const { ports, clock, service } = stage.service;
  await ports.outbox.add(messageTo("ada"));
  await addFailedWebhook(service.administration.store.webhooks, clock.now());
  const { client } = await stage.service.addClient({});
  await ports.clients.recordExposedSecret(client.id, clock.now());
  await count("sign-in", "refused", 500);
  await count("throttled", "account-throttled", 12);
  const text = await attention();
  for (const [check, path] of [
    ["Mail", "/admin/mail"],
    ["Webhooks", "/admin/webhooks"],
    ["Secrets of applications", "/admin/clients"],
    ["Sign-ins", "/admin/audit?act=sign-in-refused"],
  ] as const) {
    assert.match(text, new RegExp(`<bdi>${check}</bdi>`));
    assert.ok(text.includes(`href="${path}"`), path);
  }
  assert.match(text, /500 were refused within the last hour/);
  assert.match(text, /12 tries within the last hour met the limit of their account/);
  assert.doesNotMatch(text, /badge[^>]*>ok|--/, "what is right is on the health page, and no options");
  const health = mainOf(await stage.open("/admin/health"));
  assert.match(health, /500 were refused within the last hour/);
});

test("an installation without faults says that nothing needs attention, and how much was checked", async () => {
  // The clock of the tests shows a time before this release, which is a fault.
  stage.service.clock.advance(365 * 86_400);
  const text = await attention();
  assert.match(text, /all clear<\/span> \d+ checks found nothing that needs you\./);
  assert.match(text, /Checked at <time/);
});

test("an operator who may not see a page is led to the health page instead", async () => {
  await stage.service.ports.outbox.add(messageTo("ada"));
  const { page } = await stage.enterWith("status:read", "/admin");
  const main = mainOf(page);
  assert.match(main, /1 message waiting/);
  assert.doesNotMatch(main, /href="\/admin\/mail"/);
});

for (const [period, steps] of [
  ["hour", 60],
  ["day", 144],
  ["week", 168],
  ["month", 240],
] as const)
  test(`the overview of ${period} counts what is in it, and nothing older`, async () => {
    const { clock } = stage.service;
    const length = { hour: 3_600, day: 86_400, week: 604_800, month: 2_592_000 }[period];
    await count("sign-in", "signed-in", 5);
    clock.advance(length / steps);
    await count("sign-in", "signed-in", 7);
    clock.advance(length - length / steps);
    const { body } = await stage.enter(`/admin?period=${period}`);
    assert.equal(tileOf(body, "Sign-ins"), "7");
    assert.match(body, /aria-current="true">\d+ (hours?|days)</);
  });

test("an unknown period is the first one, and nothing of the address comes back", async () => {
  const page = await stage.enter("/admin?period=%3Cscript%3Econstructor");
  assert.equal(page.status, 200);
  assert.doesNotMatch(page.body, /script&gt;|constructor/);
});

/** Opens the stream as a browser does, and reads until the text is there or the stream ends. */
function listen(until: RegExp, then: () => Promise<unknown> | unknown = () => {}) {
  const cookie = [...stage.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return new Promise<{ status: number | undefined; type: string | undefined; text: string; isOver: boolean }>(
    (resolve, reject) => {
      const request = get(
        `${stage.service.url}/admin/live?period=hour`,
        { headers: { cookie } },
        (response) => {
          let text = "";
          const { statusCode: status } = response;
          const type = response.headers["content-type"];
          response.setEncoding("utf8");
          response.on("data", async (chunk: string) => {
            if (text === "") await then();
            text += chunk;
            if (!until.test(text)) return;
            resolve({ status, type, text, isOver: false });
            request.destroy();
          });
          response.on("end", () => resolve({ status, type, text, isOver: true }));
        },
      );
      request.on("error", reject);
    },
  );
}

test("the live stream sends the figures when they change", async () => {
  await stage.enter("/admin");
  const { status, type, text } = await listen(/4,321/, () => count("sign-in", "signed-in", 4_321));
  assert.equal(status, 200);
  assert.equal(type, "text/event-stream");
  assert.match(text, /^:\n\n/);
  assert.match(text, /event: parts\ndata: "[^\n]*4,321[^\n]*"\n\n/);
});

test("the live stream ends once the right is taken away, and answers 204 without a visit", async () => {
  await stage.enter("/admin");
  const ended = await listen(/never/, () => stage.change(root.username, { isAdmin: false }));
  assert.ok(ended.isOver);
  assert.doesNotMatch(ended.text, /event:/);
  stage.browser.cookies.clear();
  const without = await listen(/never/);
  assert.equal(without.status, 204);
});

test("the live stream ends when the service stops", async () => {
  await stage.enter("/admin");
  const ended = await listen(/never/, () => void stage.service.service.close(1));
  assert.ok(ended.isOver);
});

test("an operator has at most four live pages, and gets one again when another closes", async () => {
  await stage.enter("/admin");
  const places = Promise.withResolvers<void>();
  let opened = 0;
  const held = Array.from({ length: 4 }, () =>
    listen(/event: parts/, async () => {
      opened += 1;
      if (opened === 4) places.resolve();
    }),
  );
  await places.promise;
  assert.equal((await listen(/never/)).status, 429);
  for (const { status } of await Promise.all(held)) assert.equal(status, 200);
  for (;;) {
    const again = await listen(/^:/);
    if (again.status === 200) break;
  }
});
