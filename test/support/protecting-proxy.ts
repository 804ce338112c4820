import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { ProxyFile, ProxyName } from "../../src/flows/operator/proxy-files.ts";

/** The proxies that Debian has no packages of, from PyPI, in a folder that git ignores. */
const environment = join(import.meta.dirname, "../deploy/.packages");

const programs: Readonly<Record<ProxyName, string>> = {
  nginx: "/usr/sbin/nginx",
  caddy: "/usr/bin/caddy",
  haproxy: "/usr/sbin/haproxy",
  traefik: join(environment, "bin/traefik"),
  envoy: join(environment, "bin/envoy"),
};

/** Why this proxy cannot be started here, with the command that mends it; false where it can. */
export function missingProxy(name: ProxyName): string | false {
  try {
    accessSync(programs[name]);
    return false;
  } catch {
    const command = programs[name].startsWith(environment)
      ? "python3 -m venv test/deploy/.packages && test/deploy/.packages/bin/pip install -r test/deploy/proxies.txt"
      : `apt-get install ${name === "nginx" ? "nginx-light" : name}`;
    return `${name} is missing: ${command}`;
  }
}

/** Where things are on this machine; everything else is as printed. */
interface Places {
  readonly host: string;
  readonly port: number;
  readonly servicePort: number;
  readonly applicationPort: number;
}

/** A real proxy with TLS and the configuration that `client show --proxy` prints: only addresses, certificate and log are others. */
export class ProtectingProxy implements AsyncDisposable {
  readonly certificate: Buffer;
  readonly #folder: string;
  readonly #end: () => Promise<void>;

  private constructor(folder: string, certificate: Buffer, end: () => Promise<void>) {
    this.#folder = folder;
    this.certificate = certificate;
    this.#end = end;
  }

  static async start(name: ProxyName, files: readonly ProxyFile[], places: Places): Promise<ProtectingProxy> {
    const folder = await mkdtemp(join(tmpdir(), `latchkey-door-${name}-`));
    await mkdir(join(folder, "logs"));
    const words = [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-days",
      "2",
    ];
    const subject = ["-subj", `/CN=${places.host}`, "-addext", `subjectAltName=DNS:${places.host}`];
    const certificateFile = join(folder, "fullchain.pem");
    execFileSync(
      "openssl",
      [...words, ...subject, "-keyout", join(folder, "privkey.pem"), "-out", certificateFile],
      {
        stdio: "ignore",
      },
    );
    const both = readFileSync(certificateFile, "utf8") + readFileSync(join(folder, "privkey.pem"), "utf8");
    await writeFile(join(folder, "both.pem"), both);
    const arguments_ = await commands[name](folder, files, places);
    const child = spawn(programs[name], arguments_, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    });
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => said.push(String(chunk)));
    const ended = once(child, "exit").then(() =>
      Promise.reject(new Error(`${name} ended: ${said.join("")}`)),
    );
    const certificate = readFileSync(certificateFile);
    await Promise.race([answersOn(places, certificate), ended]);
    ended.catch(() => undefined);
    return new ProtectingProxy(folder, certificate, async () => {
      const gone = once(child, "exit");
      if (child.exitCode === null && child.signalCode === null) {
        // The master of nginx ends its workers; the others may wait for WebSockets.
        child.kill(name === "nginx" ? "SIGTERM" : "SIGKILL");
        await gone;
      }
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function adapted(text: string, { servicePort, applicationPort }: Places): string {
  return text
    .replaceAll("127.0.0.1:8080", `127.0.0.1:${servicePort}`)
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${applicationPort}`);
}

type Commands = (folder: string, files: readonly ProxyFile[], places: Places) => Promise<readonly string[]>;

const commands: Readonly<Record<ProxyName, Commands>> = {
  nginx: async (folder, [file], places) => {
    const server = adapted(file?.text ?? "", places)
      .replace(/^ *listen \[::\].*$/m, "")
      .replace("listen 443 ssl http2;", `listen 127.0.0.1:${places.port} ssl http2;`)
      .replaceAll(`/etc/letsencrypt/live/${places.host}`, folder);
    const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (kind) => `${kind}_temp_path ${folder}/${kind};`,
    );
    const text = `daemon off;\npid ${folder}/pid;\nerror_log stderr warn;\nevents {}\nhttp {\naccess_log off;\n${folders.join("\n")}\n${server}}\n`;
    await writeFile(join(folder, "configuration"), text);
    return ["-p", folder, "-e", "stderr", "-c", join(folder, "configuration")];
  },
  caddy: async (folder, [file], places) => {
    const site = adapted(file?.text ?? "", places).replace(
      `\n${places.host} {\n`,
      `\n${places.host} {\n    tls ${folder}/fullchain.pem ${folder}/privkey.pem\n`,
    );
    // The test holds the UDP port of HTTP/3 itself: see `freePort`.
    const options = `{\n    admin off\n    auto_https disable_redirects\n    https_port ${places.port}\n    servers {\n        protocols h1 h2\n    }\n}\n`;
    await writeFile(join(folder, "Caddyfile"), options + site);
    return ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
  },
  haproxy: async (folder, [file, script], places) => {
    const text = adapted(file?.text ?? "", places)
      .replace(/^ *(?:log |user |group ).*$/gm, "")
      .replace("/etc/haproxy/latchkey.lua", join(folder, "latchkey.lua"))
      .replace(
        "bind :443 ssl crt /etc/haproxy/certs/",
        `bind 127.0.0.1:${places.port} ssl crt ${folder}/both.pem`,
      );
    await writeFile(join(folder, "latchkey.lua"), adapted(script?.text ?? "", places));
    await writeFile(join(folder, "haproxy.cfg"), text);
    return ["-db", "-f", join(folder, "haproxy.cfg")];
  },
  traefik: async (folder, files, places) => {
    const dynamic = join(folder, "dynamic");
    await mkdir(dynamic);
    const certificate = `tls:\n  certificates:\n    - certFile: ${folder}/fullchain.pem\n      keyFile: ${folder}/privkey.pem\n`;
    await writeFile(join(dynamic, "certificate.yaml"), certificate);
    // Let's Encrypt is out of reach, so the certificate comes from a file.
    const withCertificate = (text: string) =>
      text.replaceAll("tls:\n        certResolver: letsencrypt", "tls: {}");
    for (const { path, text } of files.slice(0, -1))
      await writeFile(join(dynamic, basename(path)), withCertificate(adapted(text, places)));
    const text = (files.at(-1)?.text ?? "")
      .replace(/^certificatesResolvers:\n(?: .*\n)*/m, "")
      .replace('address: ":443"', `address: "127.0.0.1:${places.port}"`)
      .replace("/etc/traefik/dynamic", dynamic);
    await writeFile(join(folder, "traefik.yaml"), text);
    return [`--configFile=${join(folder, "traefik.yaml")}`];
  },
  envoy: async (folder, [file], places) => {
    const text = adapted(file?.text ?? "", places)
      .replace("address: 0.0.0.0, port_value: 443", `address: 127.0.0.1, port_value: ${places.port}`)
      .replace("127.0.0.1, port_value: 8080", `127.0.0.1, port_value: ${places.servicePort}`)
      .replace("127.0.0.1, port_value: 3000", `127.0.0.1, port_value: ${places.applicationPort}`)
      .replaceAll("/etc/envoy/certs", folder);
    await writeFile(join(folder, "envoy.yaml"), text);
    return ["-c", join(folder, "envoy.yaml"), "--disable-hot-restart", "--log-level", "warning"];
  },
};

/** Resolves when the host answers there. Traefik listens before it has read its files, and then answers 404 for a moment. */
async function answersOn({ host, port }: Places, ca: Buffer): Promise<void> {
  for (;;) {
    const asked = get({ host: "127.0.0.1", port, servername: host, ca, headers: { host }, agent: false });
    const status = await once(asked, "response").then(
      ([incoming]) => incoming.resume().statusCode,
      () => 404,
    );
    if (status !== 404) return;
  }
}
