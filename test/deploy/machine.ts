import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { accessSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const checkout = resolve(import.meta.dirname, "../..");

/**
 * The first process of the machine: an overlay of this machine's files, whose changes are kept in memory, and nothing mounted
 * that could change the machine outside. Then systemd takes over.
 */
const boot = `
set -e
place=$1 checkout=$2 upper=$1/upper root=$1/root
mount --make-rprivate /
mount -t tmpfs tmpfs "$place"
mkdir "$upper" "$place/work" "$root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$upper,workdir=$place/work" "$root"
mount -t proc proc "$root/proc"
mount --bind "$root/proc/sys" "$root/proc/sys"
mount -o remount,bind,ro "$root/proc/sys"
mount -t sysfs -o ro sysfs "$root/sys"
for folder in run tmp dev; do mount -t tmpfs tmpfs "$root/$folder"; done
for device in null zero full random urandom; do touch "$root/dev/$device"; mount --bind "/dev/$device" "$root/dev/$device"; done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"; ln -s /proc/self/fd "$root/dev/fd"
mount -t tmpfs tmpfs "$root/dev/shm"
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
else
  mount -t tmpfs tmpfs "$root/sys/fs/cgroup"; mkdir "$root/sys/fs/cgroup/systemd"
  mount -t cgroup -o none,name=systemd cgroup "$root/sys/fs/cgroup/systemd"
fi
mkdir -p "$root/opt/latchkey/release"
mount --bind "$checkout" "$root/opt/latchkey/release"
mount -o remount,bind,ro "$root/opt/latchkey/release"
: > "$root/etc/fstab"
rm -f "$root/usr/sbin/policy-rc.d"
ip link set lo up
ip address add 192.0.2.1/32 dev lo; ip address add 198.51.100.44/32 dev lo
printf '127.0.0.1 localhost\\n192.0.2.1 id.example.org\\n' > "$root/etc/hosts"
mkdir -p "$root/old" && cd "$root" && pivot_root . old && umount -l /old
mount --make-rshared /
container=other exec setpriv --bounding-set=-sys_time,-sys_module /lib/systemd/systemd --system --unit=basic.target --show-status=0
`;

/** The output of a command in the machine. */
export interface Said {
  readonly exitCode: number;
  readonly output: string;
}

/** The reason why no machine can be started here; undefined where one can. */
export function noMachine(): string | undefined {
  if (`${process.platform}-${process.arch}` !== "linux-x64" || process.getuid?.() !== 0)
    return "a machine of its own needs root on Linux (x64)";
  for (const [path, name] of [
    ["/lib/systemd/systemd", "systemd"],
    ["/sbin/ip", "iproute2"],
    ["/usr/sbin/nginx", "nginx-light"],
    ["/usr/bin/sudo", "sudo"],
  ] as const)
    try {
      accessSync(path);
    } catch {
      return `${name} is missing: apt-get install ${name}`;
    }
  try {
    execFileSync("unshare", ["--mount", "--pid", "--net", "--cgroup", "--fork", "true"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "this container may not make namespaces";
  }
}

/**
 * A machine with systemd as its first process and a network of its own without a way out, in which id.example.org is itself
 * and 198.51.100.44 an address for visitors. `/opt/latchkey/release` is the checkout, read-only. Everything written there is gone
 * with it.
 */
export class Machine {
  readonly #place: string;
  readonly #cgroup: string;
  readonly #unshare: ChildProcess;
  #first = 0;

  private constructor(place: string, cgroup: string, unshare: ChildProcess) {
    this.#place = place;
    this.#cgroup = cgroup;
    this.#unshare = unshare;
  }

  static async start(): Promise<Machine> {
    const place = await mkdtemp(join(tmpdir(), "latchkey-machine-"));
    const named = "/sys/fs/cgroup/systemd";
    const base = await readFile(`${named}/cgroup.procs`).then(
      () => named,
      () => "/sys/fs/cgroup",
    );
    const cgroup = join(base, place.split("/").at(-1) ?? "");
    const enter = `mkdir "$0" && echo $$ > "$0/cgroup.procs" && exec unshare --mount --pid --net --uts --ipc --cgroup --fork --kill-child "$@"`;
    const words = ["-c", enter, cgroup, "sh", "-c", boot, "boot", place, checkout];
    const unshare = spawn("sh", words, { stdio: ["ignore", "ignore", "pipe"] });
    const said: string[] = [];
    unshare.stderr.on("data", (chunk) => said.push(String(chunk)));
    const machine = new Machine(place, cgroup, unshare);
    try {
      await machine.#booted();
      return machine;
    } catch (error) {
      await machine[Symbol.asyncDispose]();
      throw new Error(`The machine did not start: ${said.join("")}`, { cause: error });
    }
  }

  /** Runs a shell script as root in the machine; it ends with the first command that fails. */
  run(script: string, input = ""): Promise<Said> {
    return this.#enter(["sh", "-ec", script], input);
  }

  /** The same as a user of the machine who has just logged in. */
  runAs(user: string, script: string): Promise<Said> {
    return this.#enter(["runuser", "--login", user, "--command", `set -e\n${script}`], "");
  }

  #enter(command: readonly string[], input: string): Promise<Said> {
    return new Promise((resolve) => {
      const words = ["--target", String(this.#first), "--all", "--", ...command];
      const child = execFile("nsenter", words, { timeout: 120_000 }, (error, stdout, stderr) =>
        resolve({ exitCode: error === null ? 0 : Number(error.code ?? 1), output: `${stdout}${stderr}` }),
      );
      child.stdin?.on("error", () => undefined).end(input);
    });
  }

  /** Runs one of our own programs with this machine's files, but in the network of the machine. */
  async runInNetwork(program: string, words: readonly string[]): Promise<Said> {
    const enter = ["--target", String(this.#first), "--net", "--", process.execPath, program, ...words];
    return new Promise((resolve) => {
      execFile("nsenter", enter, (error, stdout, stderr) =>
        resolve({ exitCode: error === null ? 0 : Number(error.code ?? 1), output: `${stdout}${stderr}` }),
      );
    });
  }

  /** Replaces the text of a file of the machine. */
  async write(path: string, text: string): Promise<void> {
    const { exitCode, output } = await this.run(`cat > '${path}'`, text);
    if (exitCode !== 0) throw new Error(`${path} was not written: ${output}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.#unshare.once("close", resolve));
    if (this.#unshare.exitCode === null && this.#unshare.signalCode === null) {
      this.#unshare.kill("SIGKILL");
      await ended;
    }
    await removeGroup(this.#cgroup);
    await rm(this.#place, { recursive: true, force: true });
  }

  async #booted(): Promise<void> {
    const deadline = performance.now() + 60_000;
    while (performance.now() < deadline && this.#unshare.exitCode === null) {
      this.#first ||= await systemdBelow(this.#unshare.pid ?? 0);
      if (this.#first !== 0) {
        const { output } = await this.run("timeout 2 systemctl is-system-running || true");
        if (/^(running|degraded)/.test(output)) return;
      }
      await pause(50);
    }
    throw new Error("systemd did not come up");
  }
}

/** The process of systemd, once it has taken over; 0 before. */
async function systemdBelow(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  const [child = ""] = children.split(" ");
  const name = await readFile(`/proc/${child}/comm`, "utf8").catch(() => "");
  return name.trim() === "systemd" ? Number(child) : 0;
}

/** Removes a control group and those below it; their processes end with the machine, a moment later. */
async function removeGroup(group: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      for (const entry of await readdir(group, { withFileTypes: true, recursive: true }).then((all) =>
        all.reverse(),
      ))
        if (entry.isDirectory()) await rmdir(join(entry.parentPath, entry.name));
      return await rmdir(group);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
      await pause(50);
    }
  }
}
