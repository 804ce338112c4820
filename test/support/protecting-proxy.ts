import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProxyFile } from "../../src/flows/operator/proxy-files.ts";

/** The proxies of which Debian has a package. */
export const packagedProxies = ["nginx", "caddy", "haproxy"] as const;
export type PackagedProxy = (typeof packagedProxies)[number];

const programs: Readonly<Record<PackagedProxy, string>> = {
  nginx: "/usr/sbin/nginx",
  caddy: "/usr/bin/caddy",
  haproxy: "/usr/sbin/haproxy",
};

/** Why this proxy cannot be started here, with the command that mends it; false where it can. */
export function missingProxy(name: PackagedProxy): string | false {
  try {
    accessSync(programs[name]);
    return false;
  } catch {
    return `${name} is missing: apt-get install ${name === "nginx" ? "nginx-light" : name}`;
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

  static async start(
    name: PackagedProxy,
    files: readonly ProxyFile[],
    places: Places,
  ): Promise<ProtectingProxy> {
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
    await Promise.race([listensOn(places.port), ended]);
    ended.catch(() => undefined);
    return new ProtectingProxy(folder, readFileSync(certificateFile), async () => {
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

const commands: Readonly<Record<PackagedProxy, Commands>> = {
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
};

/** Resolves when something accepts connections there. */
async function listensOn(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
  }
}
