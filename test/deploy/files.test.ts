import assert from "node:assert/strict";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { openDocsSite } from "../../src/docs-site/site.ts";
import { settingKeys, settings } from "../../src/ops/settings.ts";
import { launchFlagsOf, launchVariablesOf } from "../support/launch-flags.ts";

const root = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const files = globSync(
  ["Dockerfile", "deploy/**/*.*", "deploy/systemd/latchkey", "deploy/proxies/Caddyfile"],
  {
    cwd: root,
  },
);

test("every setting that a file for running the service names is in the table of settings", () => {
  // How commands are printed is said to the program before it reads any setting.
  const known = new Set<string>([...settingKeys.map((key) => settings[key].name), "LATCHKEY_COMMAND"]);
  const named = [...files, "docs/deploying.md", "docs/reverse-proxy.md"].flatMap((file) =>
    [...read(file).matchAll(/\bLATCHKEY_[A-Z_]+\b/g)].map(([name]) => ({
      file,
      name: name.replace(/_FILE$/, ""),
    })),
  );
  assert.ok(named.length > 30 && files.length > 15);
  assert.deepEqual(
    named.filter(({ name }) => !known.has(name)),
    [],
  );
});

test("ADR 0085: each way to start the service gives Node the flags and the variable of the launcher's first line", () => {
  const flags = launchFlagsOf(join(root, "bin/latchkey.js")).join(" ");
  assert.match(flags, /^--max-semi-space-size=\d+$/);
  assert.equal(JSON.parse(read("package.json")).scripts.start, `node ${flags} bin/latchkey.js demo`);
  assert.match(
    read("deploy/systemd/latchkey.service"),
    new RegExp(`^ExecStart=\\S+/node ${flags} \\S+ serve$`, "m"),
  );
  assert.ok(read("Dockerfile").includes(`'#!/usr/local/bin/node ${flags}\\n`));
  const [[name, value] = [], ...others] = Object.entries(launchVariablesOf(join(root, "bin/latchkey.js")));
  assert.ok(name !== undefined && others.length === 0);
  assert.match(read("deploy/systemd/latchkey.service"), new RegExp(`^Environment=${name}=${value}$`, "m"));
  assert.match(read("Dockerfile"), new RegExp(`^    ${name}=${value} \\\\$`, "m"));
  assert.ok(read("docs/operating.md").includes(`\`${name}=${value}\``));
});

interface ComposeService {
  readonly image: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly stop_grace_period?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly networks: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, null>>;
  readonly networks: Readonly<
    Record<string, { readonly ipam?: { readonly config: readonly { subnet: string }[] } }>
  >;
}

for (const file of ["deploy/compose.sqlite.yaml", "deploy/compose.postgres.yaml"])
  test(`${file} names nothing that it does not have, and holds no secret`, () => {
    const { services, secrets, volumes, networks }: Compose = parse(read(file), { merge: true });
    for (const [name, service] of Object.entries(services)) {
      assert.match(service.image, /^[a-z]+:[0-9]/, name);
      for (const secret of service.secrets ?? []) assert.ok(secrets[secret], `${name}: ${secret}`);
      for (const network of service.networks) assert.ok(network in networks, `${name}: ${network}`);
      for (const other of Object.keys(service.depends_on ?? {}))
        assert.ok(services[other], `${name}: ${other}`);
      for (const volume of service.volumes ?? [])
        assert.ok(
          volume.startsWith("./compose.Caddyfile:") || (volume.split(":")[0] ?? "") in volumes,
          volume,
        );
      for (const [variable, value] of Object.entries(service.environment))
        assert.ok(
          !/SECRET|PASSWORD|DATABASE_URL/.test(variable) || value.startsWith("/run/secrets/"),
          variable,
        );
    }
    for (const { file: path } of Object.values(secrets)) assert.match(path, /^\.\/secrets\//);
  });

for (const file of ["deploy/compose.sqlite.yaml", "deploy/compose.postgres.yaml"])
  test(`${file}: nodes can write to their data alone, believe Caddy alone, and get time to stop`, () => {
    const { services, networks }: Compose = parse(read(file), { merge: true });
    const nodes = Object.entries(services).filter(([name]) => name.startsWith("latchkey"));
    const addresses = nodes.map(([name]) => `${name}:8080`).join(" ");
    assert.equal(services.caddy?.environment.NODES, addresses);
    for (const [name, node] of nodes) {
      assert.deepEqual([node.read_only, node.cap_drop], [true, ["ALL"]], name);
      assert.deepEqual(node.security_opt, ["no-new-privileges:true"]);
      const grace = Number(node.environment.LATCHKEY_STOP_GRACE_SECONDS ?? settings.stopGrace.defaultText);
      assert.ok(Number.parseInt(node.stop_grace_period ?? "0", 10) > grace + 7);
      assert.equal(node.environment.LATCHKEY_TRUSTED_PROXIES, networks.inside?.ipam?.config[0]?.subnet);
      assert.ok(services.caddy?.depends_on?.[name]);
    }
  });

test("the image runs as nobody in particular, without a shell, and says how it is asked and stopped", () => {
  const text = read("Dockerfile").replaceAll("\\\n", " ");
  const stages = text.split(/^FROM /m).slice(1);
  const last = stages.at(-1) ?? "";
  assert.match(last, /^USER 65532:65532$/m);
  assert.match(last, /^STOPSIGNAL SIGTERM$/m);
  assert.match(last, /^HEALTHCHECK .*CMD \[".*", "healthcheck"\]$/m);
  assert.match(last, /^COPY --from=build \S+ \/usr\/local\/bin\/latchkey$/m);
  assert.match(last, /^ENTRYPOINT \["\/usr\/local\/bin\/latchkey"\]$/m);
  assert.doesNotMatch(last, /^(RUN|ADD|CMD [^[])/m);
  assert.match(stages[0] ?? "", /npm ci --omit=dev --ignore-scripts .*&& rm -rf scripts$/m);
});

test("the image has every file of the documents, which demo serves", () => {
  const [, build = ""] = read("Dockerfile").split(/^FROM /m);
  const copied = [...build.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, files = ""]) => files.split(" "));
  assert.ok(copied.includes("docs"));
  const ignored = read(".dockerignore").split("\n");
  for (const file of copied) assert.ok(ignored.includes(`!${file}`), file);
  const image = mkdtempSync(join(tmpdir(), "latchkey-image-"));
  try {
    for (const file of copied) cpSync(join(root, file), join(image, file), { recursive: true });
    const site = openDocsSite(image);
    for (const path of site.paths) assert.ok(site.file(path), path);
  } finally {
    rmSync(image, { recursive: true });
  }
});

test("the unit waits until the service is ready, and longer than the service takes to stop", () => {
  const unit = read("deploy/systemd/latchkey.service");
  const seconds = (name: string) => Number(new RegExp(`^${name}=(\\d+)$`, "m").exec(unit)?.[1]);
  assert.ok(seconds("TimeoutStopSec") > Number(settings.stopGrace.defaultText) + 7);
  const wait = Number(/^ExecStartPost=.* healthcheck --wait (\d+)$/m.exec(unit)?.[1]);
  assert.ok(wait > 0 && wait < seconds("TimeoutStartSec"));
  assert.match(unit, /^Restart=on-failure$/m);
});

test("the chart: every value that a template reads has a default, and every default is read", () => {
  const chart = join(root, "deploy/helm/latchkey");
  const templates = globSync("templates/*", { cwd: chart }).map((name) =>
    read(`deploy/helm/latchkey/${name}`),
  );
  const values: Record<string, unknown> = parse(read("deploy/helm/latchkey/values.yaml"));
  const used = new Set(
    templates.flatMap((text) => [...text.matchAll(/\.Values\.([A-Za-z]+)/g)].map(([, name = ""]) => name)),
  );
  assert.deepEqual([...used].sort(), Object.keys(values).sort());
  for (const text of templates)
    for (const [, path = ""] of text.matchAll(/\.Values\.([A-Za-z.]+)/g)) {
      const found = path.split(".").reduce<unknown>((here, key) => Object(here)[key], values);
      assert.notEqual(found, undefined, path);
    }
});

test("the chart: pods run as nobody in particular, are asked three ways, and get time to stop", () => {
  const deployment = read("deploy/helm/latchkey/templates/deployment.yaml");
  for (const line of [
    "runAsNonRoot: true",
    "readOnlyRootFilesystem: true",
    "allowPrivilegeEscalation: false",
    "capabilities: { drop: [ALL] }",
    "seccompProfile: { type: RuntimeDefault }",
    "automountServiceAccountToken: false",
    "rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }",
    "terminationGracePeriodSeconds: {{ add .Values.stopGraceSeconds 15 }}",
  ])
    assert.ok(deployment.includes(line), line);
  for (const probe of ["startupProbe", "readinessProbe", "livenessProbe"])
    assert.ok(deployment.includes(probe));
});

test("Traefik's file: every router has its service and its middlewares", () => {
  const { http } = parse(read("deploy/proxies/traefik.yaml"));
  for (const router of Object.values<{ service: string; middlewares?: readonly string[] }>(http.routers)) {
    assert.ok(http.services[router.service]);
    for (const name of router.middlewares ?? []) assert.ok(http.middlewares[name], name);
  }
  assert.ok(http.serversTransports[http.services.latchkey.loadBalancer.serversTransport]);
});

test("the package of npm brings what the guide copies from it", () => {
  assert.ok(JSON.parse(read("package.json")).files.includes("deploy"));
});
