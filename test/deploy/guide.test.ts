import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { withoutBrowser } from "../support/browser.ts";
import { missingProxy } from "../support/protecting-proxy.ts";
import { Machine, noMachine, type Said } from "./machine.ts";

const root = resolve(import.meta.dirname, "../..");
const guide = readFileSync(join(root, "docs/deploying.md"), "utf8");
/** The machine has this checkout and what is installed, but no temporary folder of this machine. */
const node = process.execPath.startsWith(root)
  ? `/opt/latchkey/release${process.execPath.slice(root.length)}`
  : process.execPath;
const skip = noMachine() ?? withoutBrowser;
/** How long a live page of the console stays open behind each proxy. Longer than a minute is longer than each of them waits in silence. */
const liveSeconds = process.env.LIVE_SECONDS ?? "0";
const own = mkdtempSync(join(tmpdir(), "latchkey-guide-"));

/** The user who follows the guide. They may use `sudo`, and nothing else that others may not. */
const user = "olga";

/** The blocks of commands below a heading of the guide. */
function commandsOf(heading: string): readonly string[] {
  const [, section = ""] = guide.split(`\n## ${heading}\n`);
  const blocks = [...(section.split("\n## ")[0] ?? "").matchAll(/^```sh\n([\s\S]*?)^```$/gm)];
  return blocks.map(([, block = ""]) => block);
}

let machine: Machine;
before(async () => {
  if (skip !== false) return;
  machine = await Machine.start();
  await run(`ln --symbolic --force ${node} /usr/local/bin/node`);
  await run(
    `useradd --create-home --shell /bin/bash ${user}; echo '${user} ALL = NOPASSWD: ALL' > /etc/sudoers.d/${user}`,
  );
});
after(async () => {
  rmSync(own, { recursive: true });
  await machine?.[Symbol.asyncDispose]();
});

const run = async (script: string) => outputOf(script, await machine.run(script));

async function outputOf(script: string, { exitCode, output }: Said): Promise<string> {
  if (exitCode === 0) return output;
  const { output: log } = await machine.run("journalctl --no-pager --lines 12 --output cat");
  throw new Error(`${script}\nended with ${exitCode}:\n${output}\n${log}`);
}

/** Runs the block of a heading, which has to be there, as the user. */
async function follow(heading: string, block = 0): Promise<string> {
  const script = commandsOf(heading)[block];
  assert.ok(script, `the guide has no commands below ${heading}`);
  return outputOf(script, await machine.runAs(user, script));
}

const makeCertificate = `
folder=/etc/letsencrypt/live/id.example.org; mkdir -p $folder /etc/haproxy/certs
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=id.example.org \
  -addext subjectAltName=DNS:id.example.org -keyout $folder/privkey.pem -out $folder/fullchain.pem 2>/dev/null
cat $folder/fullchain.pem >> /etc/ssl/certs/ca-certificates.crt
cat $folder/fullchain.pem $folder/privkey.pem > /etc/haproxy/certs/id.example.org.pem
chmod -R a+rX /etc/letsencrypt`;

interface Registered {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly password: string;
}
let registered: Registered;

const redirectUri = "https://app.example/callback";

/** Signs in as a visitor does, and asks for everything that a proxy could get wrong. */
async function visit(): Promise<void> {
  const { clientId, clientSecret, password } = registered;
  const words = [clientId, clientSecret, redirectUri, "grace", password].map((word) => `'${word}'`).join(" ");
  const trust = "NODE_EXTRA_CA_CERTS=/etc/letsencrypt/live/id.example.org/fullchain.pem";
  await run(`${trust} ${node} /opt/latchkey/current/test/deploy/visit.ts ${words}`);
}

interface NewAdministrator {
  readonly password: string;
  /** The operator's link to a second factor. */
  readonly link: string;
}

/** The same with a real Chromium, which enters the console too. Its cookies are kept from one proxy to the next. */
async function browse(hedy?: NewAdministrator): Promise<void> {
  const certificate = join(own, "certificate.pem");
  writeFileSync(certificate, await run("cat /etc/letsencrypt/live/id.example.org/fullchain.pem"));
  const words = [certificate, join(own, "state.json"), registered.clientId, redirectUri];
  const program = join(import.meta.dirname, "browse.ts");
  const { exitCode, output } = await machine.runInNetwork(program, [
    ...words,
    ...["hedy", hedy?.password ?? "", liveSeconds],
    ...(hedy === undefined ? [] : [hedy.link]),
  ]);
  assert.equal(exitCode, 0, output);
  const entry = JSON.parse(
    await run("latchkey audit list --act sign-in-refused --limit 1 --json 2>/dev/null"),
  );
  assert.equal(entry.network, "198.51.100.0/24");
}

/** Signs in, and looks whether the service saw the visitor's network alone. Lines reach the journal a moment later. */
async function visitAndReadLog(): Promise<void> {
  const before = (await log()).length;
  await visit();
  for (;;) {
    const entries = (await log()).slice(before).map((line) => JSON.parse(line));
    const kinds = new Set(entries.map(({ msg }) => msg));
    if (!kinds.has("signed-in") || !kinds.has("exchange-refused")) continue;
    const networks = entries.flatMap(({ network }) => network ?? []);
    assert.deepEqual([...new Set(networks)], ["198.51.100.0/24"]);
    return;
  }
}

async function log(): Promise<readonly string[]> {
  const lines = await run("journalctl --unit latchkey --output cat --no-pager");
  return lines.split("\n").filter((line) => line.startsWith("{"));
}

test("the guide leads from an empty machine to a service under systemd, as a user of its own, behind nginx and TLS", {
  skip,
  timeout: 120_000,
}, async () => {
  assert.equal(commandsOf("Packages").length, 2);
  await run("ln -s release /opt/latchkey/0.1.0; ln -s release /opt/latchkey/0.2.0; systemctl start nginx");
  await follow("Latchkey", 1);
  await follow("User, settings and service");
  assert.equal((await run("systemctl is-active latchkey")).trim(), "active");
  await run(makeCertificate);
  await follow("nginx");
  const said = await follow("First person, first application");
  const [password, clientId, clientSecret] = [/password\s*:?\s+(\S+)/i, /\b(lkc\S+)/, /\b(lks\S+)/].map(
    (shape) => shape.exec(said)?.[1] ?? "",
  );
  registered = { clientId: clientId ?? "", clientSecret: clientSecret ?? "", password: password ?? "" };
  assert.ok(password && clientId && clientSecret, said);
  assert.match(said, /Undo: sudo latchkey user delete /, "printed commands work as printed");
  await visitAndReadLog();
});

test("a browser behind nginx signs in to the application and the console, whose live pages keep working", {
  skip,
  timeout: 300_000,
}, async () => {
  // Without a source the browser would stand at the address of the service.
  await run("ip route replace local 192.0.2.1 dev lo table local src 198.51.100.44");
  const json = async (command: string) => JSON.parse(await run(`latchkey ${command} --json 2>/dev/null`));
  const { password } = await json("user create --username hedy --admin --password-random");
  const { link } = await json("user recover hedy");
  await browse({ password, link });
});

/** The static configuration that the printed file of Traefik needs, with a certificate in place of Let's Encrypt. */
const traefikStatic = `
entryPoints: { web: { address: ":80" }, websecure: { address: ":443" } }
providers: { file: { directory: /etc/traefik/dynamic } }`;
const traefikCertificate = `
tls:
  certificates:
    - certFile: /etc/letsencrypt/live/id.example.org/fullchain.pem
      keyFile: /etc/letsencrypt/live/id.example.org/privkey.pem
`;
const traefikUnit = `
[Service]
ExecStart=/opt/latchkey/release/test/deploy/.packages/bin/traefik --configFile=/etc/traefik/traefik.yaml`;

test("Caddy, HAProxy and Traefik, with the printed files and another certificate, do the same", {
  skip,
  timeout: 600_000,
}, async (context) => {
  const certificate = "/etc/letsencrypt/live/id.example.org";
  const read = (name: string) => readFileSync(join(root, "deploy/proxies", name), "utf8");
  // Let's Encrypt is out of reach, so Caddy is given a certificate.
  const withCertificate = `\nid.example.org {\n\ttls ${certificate}/fullchain.pem ${certificate}/privkey.pem`;
  const proxies = [
    {
      name: "caddy",
      file: "/etc/caddy/Caddyfile",
      text: read("Caddyfile").replace("\nid.example.org {", withCertificate),
    },
    { name: "haproxy", file: "/etc/haproxy/haproxy.cfg", text: read("haproxy.cfg") },
    {
      name: "traefik",
      file: "/etc/traefik/dynamic/latchkey.yaml",
      text:
        read("traefik.yaml").replace("tls:\n        certResolver: letsencrypt", "tls: {}") +
        traefikCertificate,
    },
  ] as const;
  await run("systemctl stop nginx; mkdir -p /etc/traefik/dynamic");
  await machine.write("/etc/traefik/traefik.yaml", traefikStatic);
  await machine.write("/etc/systemd/system/traefik.service", traefikUnit);
  for (const { name, file, text } of proxies) {
    await context.test(name, { skip: missingProxy(name) }, async (context) => {
      await machine.write(file, text);
      // The next one needs its ports, whatever this one is found to do.
      context.after(() => run(`systemctl stop ${name}`));
      await run(`systemctl start ${name}`);
      await run("until curl -sfo /dev/null https://id.example.org/readyz; do sleep 0.1; done");
      await visitAndReadLog();
      await browse();
    });
  }
});

test("an upgrade and the way back end with a service that answers, and files that nobody else reads", {
  skip,
  timeout: 60_000,
}, async () => {
  // The guide's default waits three seconds at each stop.
  await run("systemctl start nginx; echo LATCHKEY_STOP_GRACE_SECONDS=0 >> /etc/latchkey/latchkey.env");
  await follow("Upgrading");
  await visit();
  await follow("Going back");
  await visit();
  assert.match(await follow("Log"), /^\{.*"msg":"/m);
  const modes = await run(
    "stat --format '%n %U %a' /var/lib/latchkey /var/lib/latchkey/latchkey.db /etc/latchkey/secret",
  );
  assert.deepEqual(modes.trim().split("\n"), [
    "/var/lib/latchkey latchkey 700",
    "/var/lib/latchkey/latchkey.db latchkey 600",
    "/etc/latchkey/secret root 640",
  ]);
  const queries = await run("cat /var/log/nginx/latchkey.log | grep -F '?' || true");
  assert.equal(queries, "");
});

test("systemd finds no fault in the unit, and little that it is exposed to", { skip }, async () => {
  assert.equal(await run("systemd-analyze verify latchkey.service 2>&1"), "");
  await run("systemd-analyze security --threshold=15 latchkey.service");
});
