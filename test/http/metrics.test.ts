import assert from "node:assert/strict";
import { get } from "node:http";
import { after, before, test } from "node:test";
import { metricRows } from "../../src/ops/metrics-table.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { until } from "../support/until.ts";
import { ada, authorizationOf, codeAt, exchange, submitAs, tokenFor, userinfoStatus } from "./journey.ts";

let service: InProcessService;
let client: TestClient;
let metricsUrl: string;

before(async () => {
  service = await startInProcess({ LATCHKEY_METRICS_PORT: "0" });
  const line = service.log.find(({ message }) => message === "metrics-listening");
  metricsUrl = String(Object(line?.fields).url);
  client = await service.addClient({ secret: "plantedSecretOfTheClient" });
  await service.addAccount(ada.username, ada.password);
});
after(() => service[Symbol.asyncDispose]());

async function signInOnce(): Promise<void> {
  const browser = new FormClient(service.url);
  const page = await browser.get(authorizationOf(client));
  await submitAs(browser, page, { ...ada, password: "not her password" });
  const answer = await submitAs(browser, page, ada);
  const token = await tokenFor(browser, client, codeAt(answer, client));
  await exchange(browser, client, "no code");
  await userinfoStatus(browser, token);
}

/** Each series with its value. */
async function scrape(from = metricsUrl): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(from);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/);
  const lines = (await answer.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ""), Number(line.slice(line.lastIndexOf(" ")))]));
}

/** Asks with another Host, which fetch does not send. */
async function statusFor(host: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  get(metricsUrl, { headers: { host } }, (response) => {
    response.resume();
    resolve(response.statusCode);
  }).on("error", reject);
  return promise;
}

test("a name that a website could own reads no metrics (DNS rebinding)", async () => {
  for (const host of [
    "localhost:9464",
    "127.0.0.1",
    "10.0.0.7:9464",
    "[::1]:9464",
    "[fd00::7]",
    "latchkey:9464",
  ])
    assert.equal(await statusFor(host), 200, host);
  for (const host of ["latchkey.id.svc.cluster.local:9464", "node.internal"])
    assert.equal(await statusFor(host), 200, host);
  for (const host of [
    "evil.example:9464",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "local.evil",
    "a b",
  ])
    assert.equal(await statusFor(host), 421, host);
});

test("a flow moves the figures by as much as happened", async () => {
  const earlier = await scrape();
  await signInOnce();
  const later = await scrape();
  const risen = (series: string) => (later.get(series) ?? 0) - (earlier.get(series) ?? 0);
  const expected = {
    'latchkey_flows_total{flow="sign-in",outcome="ok",reason=""}': 1,
    'latchkey_flows_total{flow="sign-in",outcome="refused",reason="mismatch"}': 1,
    'latchkey_flows_total{flow="authorization",outcome="ok",reason=""}': 1,
    'latchkey_flows_total{flow="token",outcome="ok",reason=""}': 1,
    'latchkey_flows_total{flow="token",outcome="refused",reason="code-unknown"}': 1,
    'latchkey_events_total{event="code-issued"}': 1,
    'latchkey_http_requests_total{endpoint="authorization",status="200"}': 1,
    'latchkey_http_requests_total{endpoint="token",status="200"}': 1,
    'latchkey_http_requests_total{endpoint="token",status="400"}': 1,
    'latchkey_http_request_duration_seconds_count{endpoint="sign-in"}': 2,
    'latchkey_http_request_duration_seconds_count{endpoint="token"}': 2,
    'latchkey_http_request_duration_seconds_count{endpoint="userinfo"}': 1,
    latchkey_hash_duration_seconds_count: 2,
    latchkey_hash_wait_seconds_count: 2,
  };
  assert.deepEqual(
    Object.fromEntries(Object.keys(expected).map((series) => [series, risen(series)])),
    expected,
  );
  for (const series of ["latchkey_commit_facts_count", "latchkey_fsync_duration_seconds_count"])
    assert.ok(risen(series) >= 2, `${series} rose by ${risen(series)}`);
});

test("figures of the process and its database are looked up", async () => {
  const now = await scrape();
  const [series] = [...now.keys()].filter((name) => name.startsWith("latchkey_build_info{"));
  assert.match(series ?? "", /version="\d.*node="\d.*database="sqlite"/);
  for (const name of ["latchkey_ready", "latchkey_processes"]) assert.equal(now.get(name), 1, name);
  for (const name of [
    'latchkey_memory_bytes{kind="resident"}',
    "latchkey_cpu_seconds_total",
    'latchkey_key_created_timestamp_seconds{purpose="code"}',
    "latchkey_start_timestamp_seconds",
  ])
    assert.ok((now.get(name) ?? 0) > 0, name);
  assert.equal(now.get('latchkey_mail_messages{state="queued"}'), 0);
  service.clock.advance(61);
  const later = await scrape();
  assert.equal(later.get("latchkey_accounts"), 1);
  assert.equal(later.get("latchkey_clients"), 1);
  assert.equal(later.get("latchkey_audit_dropped_total"), 0);
  for (const state of ["waiting", "dead"])
    assert.equal(later.get(`latchkey_webhook_entries{state="${state}"}`), 0, state);
});

test("figures are looked up again after a clock that was ahead is set back", async () => {
  service.clock.advance(30 * 86_400);
  const before = (await scrape()).get("latchkey_clients") ?? 0;
  await service.addClient();
  service.clock.advance(-30 * 86_400);
  assert.equal((await scrape()).get("latchkey_clients"), before + 1);
});

test("live tokens are counted independently of scrapes, and no scrape waits for the count", async () => {
  await using other = await startInProcess({ LATCHKEY_METRICS_PORT: "0" });
  const line = other.log.find(({ message }) => message === "metrics-listening");
  const own = await other.addClient();
  await other.addAccount(ada.username, ada.password);
  const browser = new FormClient(other.url);
  const page = await browser.get(authorizationOf(own));
  await tokenFor(browser, own, codeAt(await submitAs(browser, page, ada), own));
  const series = 'latchkey_grants{kind="access"}';
  const found = await until(async () => {
    const figures = await scrape(String(Object(line?.fields).url));
    return figures.has(series) && figures;
  });
  assert.deepEqual([found.get(series), found.get('latchkey_grants{kind="refresh"}')], [1, 0]);
  browser.close();
});

test("every metric of the table is served with its sentence, and none beside them", async () => {
  const text = await (await fetch(metricsUrl)).text();
  const served = [...text.matchAll(/^# HELP (\S+) (.*)$/gm)].map(([, name, help]) => `${name} ${help}`);
  assert.deepEqual(
    served,
    metricRows.map(({ name, help }) => `${name} ${help}`),
  );
  const types = [...text.matchAll(/^# TYPE (\S+) (.*)$/gm)].map(([, name, type]) => `${name} ${type}`);
  assert.deepEqual(
    types,
    metricRows.map(({ name, type }) => `${name} ${type}`),
  );
});

test("labels hold no id, address or secret", async () => {
  await signInOnce();
  const text = await (await fetch(metricsUrl)).text();
  for (const planted of [client.id, client.secret, ada.username, "127.0.0", "app.example"])
    assert.ok(!text.includes(planted), planted);
});

test("the public port has no metrics, and the metrics port nothing else", async () => {
  assert.equal((await fetch(`${service.url}/metrics`)).status, 404);
  for (const path of ["/", "/livez", "/v1/Oauth/token", "/metrics/", "/metricsx"])
    assert.equal((await fetch(new URL(path, metricsUrl))).status, 404, path);
  const posted = await fetch(metricsUrl, { method: "POST", body: "x" });
  assert.deepEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD"]);
});

test("without the setting nothing listens", async () => {
  await using quiet = await startInProcess();
  assert.ok(quiet.log.every(({ message }) => message !== "metrics-listening"));
});
