import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, describe, test } from "node:test";
import { parse } from "yaml";
import { metricRows } from "../../src/ops/metrics-table.ts";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient } from "../support/form-client.ts";
import { freePort } from "../support/free-port.ts";
import { type LiveService, startService } from "../support/service.ts";

const folder = resolve(import.meta.dirname, "../../deploy/monitoring");
const read = (file: string) => readFileSync(join(folder, file), "utf8");
const isMissing = spawnSync("prometheus", ["--version"]).error !== undefined;
const skip = isMissing && "prometheus and promtool are missing: apt-get install prometheus";

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly repair: string };
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
  readonly targets?: readonly {
    readonly refId: string;
    readonly expr: string;
    readonly datasource: object;
  }[];
}

const rules: readonly Rule[] = parse(read("alerts.yaml")).groups.flatMap(
  ({ rules }: { readonly rules: readonly Rule[] }) => rules,
);
const dashboard = JSON.parse(read("grafana-dashboard.json")) as {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string }[] };
};
const panels = dashboard.panels.filter(({ type }) => type !== "row");
const expressions = [
  ...rules.map(({ alert, expr }) => ({ where: alert, expr })),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: title, expr }))),
];

/** The names and labels that Prometheus knows each metric of the table by. */
const series: ReadonlyMap<string, readonly string[]> = new Map(
  metricRows.flatMap(({ name, type, labels }) =>
    type === "histogram"
      ? [
          [`${name}_bucket`, [...labels, "le"]] as const,
          [`${name}_sum`, labels] as const,
          [`${name}_count`, labels] as const,
        ]
      : [[name, labels] as const],
  ),
);
/** Labels that Prometheus adds. */
const added = ["instance", "job"];

test("every metric and label that an alert or a panel asks for is in the table of metrics", () => {
  const faults: string[] = [];
  for (const { where, expr } of expressions)
    for (const [, name = "", , selector = ""] of expr.matchAll(/\b(latchkey_\w+|up)(\{([^}]*)\})?/g)) {
      const labels = name === "up" ? [] : series.get(name);
      if (labels === undefined) faults.push(`${where}: ${name}`);
      for (const [, label = ""] of selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g))
        if (![...(labels ?? []), ...added].includes(label)) faults.push(`${where}: ${name}{${label}}`);
    }
  assert.deepEqual(faults, []);
  assert.ok(expressions.length > 30);
});

test("every alert says what is wrong, how bad it is and what to do", () => {
  for (const { alert, labels, annotations } of rules) {
    assert.match(labels.severity, /^(page|warn)$/, alert);
    assert.ok(annotations.summary.endsWith(".") && annotations.repair.endsWith("."), alert);
  }
});

test("the dashboard's panels have titles, units and a data source to choose, and none covers another", () => {
  const variables = dashboard.templating.list.map(({ name }) => name);
  assert.deepEqual(variables, ["datasource", "instance"]);
  assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length);
  const taken = new Set<string>();
  for (const { title, gridPos, fieldConfig, targets = [], type } of dashboard.panels) {
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        assert.ok(x < 24 && !taken.has(`${x} ${y}`), title);
        taken.add(`${x} ${y}`);
      }
    if (type === "row") continue;
    assert.ok(title !== "" && fieldConfig?.defaults.unit !== undefined && targets.length > 0, title);
    for (const { datasource } of targets)
      assert.deepEqual(datasource, { type: "prometheus", uid: `\${datasource}` }, title);
  }
});

test("promtool finds no fault with the alerts, and each fires in its trouble and not without", {
  skip,
}, () => {
  for (const words of [
    ["check", "rules", "alerts.yaml"],
    ["check", "config", "--syntax-only", "prometheus.yaml"],
    ["test", "rules", "alerts.test.yaml"],
  ])
    execFileSync("promtool", words, { cwd: folder, stdio: "pipe" });
  const tests = parse(read("alerts.test.yaml")).tests;
  const named = rules.map(({ alert }) => alert).toSorted();
  const [quiet, trouble] = tests;
  const silent = quiet.alert_rule_test.map(({ alertname }: { readonly alertname: string }) => alertname);
  const firing = trouble.promql_expr_test[0].exp_samples.map(
    ({ labels }: { readonly labels: string }) => /"(\w+)"/.exec(labels)?.[1],
  );
  assert.deepEqual([silent.toSorted(), firing.toSorted()], [named, named]);
});

describe("a Prometheus beside a running service", { skip }, () => {
  let service: LiveService | undefined;
  let prometheus: ChildProcess | undefined;
  let place: string | undefined;
  after(async () => {
    prometheus?.kill("SIGKILL");
    await service?.[Symbol.asyncDispose]();
    if (place !== undefined) await rm(place, { recursive: true, force: true });
  });

  /** Starts it with the files of deploy/monitoring; only the address and the intervals are a test's. */
  async function startPrometheus(target: string): Promise<string> {
    place = await mkdtemp(join(tmpdir(), "latchkey-prometheus-"));
    cpSync(folder, place, { recursive: true });
    const config = read("prometheus.yaml").replace("127.0.0.1:9464", target).replaceAll("15s", "1s");
    writeFileSync(join(place, "prometheus.yaml"), config);
    const address = `127.0.0.1:${await freePort()}`;
    const flags = [
      "--config.file=prometheus.yaml",
      "--storage.tsdb.path=data",
      `--web.listen-address=${address}`,
    ];
    prometheus = spawn("prometheus", flags, { cwd: place, stdio: "ignore" });
    return `http://${address}`;
  }

  async function ask(
    url: string,
    path: string,
  ): Promise<{ readonly status: string; readonly data: unknown } | undefined> {
    const answer = await fetch(`${url}/api/v1/${path}`).catch(() => undefined);
    return answer && ((await answer.json()) as { readonly status: string; readonly data: unknown });
  }

  /** The value of an expression, as soon as Prometheus has one above the bound. */
  async function valueAbove(url: string, bound: number, expr: string): Promise<number> {
    const deadline = AbortSignal.timeout(30_000);
    for (;;) {
      const answer = await ask(url, `query?query=${encodeURIComponent(expr)}`);
      const [found] =
        (answer?.data as { readonly result?: readonly { readonly value: readonly [number, string] }[] })
          ?.result ?? [];
      if (found !== undefined && Number(found.value[1]) > bound) return Number(found.value[1]);
      deadline.throwIfAborted();
      await new Promise((next) => setImmediate(next));
    }
  }

  test("it scrapes the service, knows every panel's question, and loads every alert", async () => {
    service = await startService({ LATCHKEY_METRICS_PORT: "0" });
    const listening = service.logLines.find((line) => line.includes('"metrics-listening"')) ?? "{}";
    const url = await startPrometheus(new URL(JSON.parse(listening).url).host);
    const ada = { username: "ada", password: "seven quiet rivers run north" };
    const client = await service.createClient("Notes", ["http://localhost:1/callback"]);
    await service.createUser(ada);
    const browser = new FormClient(service.url);
    codeIn((await browser.signIn(authorizationTarget(client), ada)).headers.location);
    browser.close();

    assert.equal(await valueAbove(url, 0, 'latchkey_flows_total{flow="sign-in",outcome="ok"}'), 1);
    assert.equal(await valueAbove(url, 0, 'up{job="latchkey"}'), 1);
    const bucket = 'latchkey_http_request_duration_seconds_count{endpoint="sign-in"}';
    assert.equal(await valueAbove(url, 0, bucket), 1);
    for (const { where, expr } of expressions) {
      const asked = expr.replaceAll("$__rate_interval", "1m").replaceAll("$instance", ".*");
      const answer = await ask(url, `query?query=${encodeURIComponent(asked)}`);
      assert.equal(answer?.status, "success", where);
    }
    const loaded = await ask(url, "rules");
    const { groups } = (loaded ?? { data: { groups: [] } }).data as {
      groups: { rules: { name: string; lastError?: string }[] }[];
    };
    const names = groups.flatMap(({ rules }) =>
      rules.map(({ name, lastError = "" }) => `${name}${lastError}`),
    );
    assert.deepEqual(
      names,
      rules.map(({ alert }) => alert),
    );
  });
});
