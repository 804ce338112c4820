import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const files = resolve(import.meta.dirname, "../../deploy/proxies");
const programs = { haproxy: "/usr/sbin/haproxy", nginx: "/usr/sbin/nginx" } as const;
const packages = { haproxy: "haproxy", nginx: "nginx-light" } as const;

/** A proxy of which Debian has a package. */
export type ProxyName = keyof typeof programs;

/** Why this proxy cannot be started here, with the command that mends it; false where it can. */
export function missingProxy(name: ProxyName): string | false {
  try {
    accessSync(programs[name]);
    return false;
  } catch {
    return `${name} is missing: apt-get install ${packages[name]}`;
  }
}

/**
 * A real proxy over several nodes, without TLS, with the file of `deploy/proxies`: only addresses, log and certificate are others.
 */
export class ReverseProxy {
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(folder: string, process: ChildProcess) {
    this.#folder = folder;
    this.#process = process;
  }

  static async start(name: ProxyName, port: number, nodes: readonly number[]): Promise<ReverseProxy> {
    const folder = await mkdtemp(join(tmpdir(), `latchkey-${name}-`));
    const file = join(folder, "configuration");
    await writeFile(file, name === "nginx" ? nginxFile(folder, port, nodes) : haproxyFile(port, nodes));
    await mkdir(join(folder, "logs"));
    const words = name === "nginx" ? ["-p", folder, "-e", "stderr", "-c", file] : ["-db", "-f", file];
    const child = spawn(programs[name], words, { stdio: ["ignore", "ignore", "pipe"] });
    const said: string[] = [];
    child.stderr.on("data", (chunk) => said.push(String(chunk)));
    const ended = once(child, "exit").then(() =>
      Promise.reject(new Error(`${name} ended: ${said.join("")}`)),
    );
    await Promise.race([listensOn(port), ended]);
    ended.catch(() => undefined);
    return new ReverseProxy(folder, child);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, "exit");
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      this.#process.kill("SIGTERM");
      await ended;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function nginxFile(folder: string, port: number, nodes: readonly number[]): string {
  const text = readFileSync(join(files, "nginx.conf"), "utf8");
  const [shared = "", , server = ""] = text.split(/^server \{$/m);
  const adapted = `${shared}server {${server}`
    .replace(/^ *(?:ssl_|access_log|listen \[::\]).*$/gm, "")
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
    .replace(/^ *server 127\.0\.0\.1:8080(.*)$/m, (_, rest: string) =>
      nodes.map((node) => `    server 127.0.0.1:${node}${rest}`).join("\n"),
    );
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  return `daemon off;\npid ${folder}/pid;\nerror_log stderr warn;\nevents {}\nhttp {\naccess_log off;\n${folders.join("\n")}\n${adapted}}\n`;
}

function haproxyFile(port: number, nodes: readonly number[]): string {
  return readFileSync(join(files, "haproxy.cfg"), "utf8")
    .replace(/^ *(?:log |user |group |log-format |bind :443|http-request redirect ).*$/gm, "")
    .replace("bind :80", `bind 127.0.0.1:${port}`)
    .replace(/^ *server node1 .*$/m, () =>
      nodes.map((node, index) => `    server node${index + 1} 127.0.0.1:${node}`).join("\n"),
    );
}

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
