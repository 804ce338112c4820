import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Fixture, fixtureVariable } from "./floor/listen.ts";
import { flowFile, type PeerFlow } from "./peers/peer.ts";
import type { TargetPlan } from "./target.ts";

/** The other servers; each is a file of bench/peers and the npm package that it is about. */
export const peerPackages = {
  "oidc-provider": "oidc-provider",
  "node-oauth": "@node-oauth/oauth2-server",
  jmondi: "@jmondi/oauth2-server",
  "better-auth": "better-auth",
} as const;

/** A word of `--only`. */
export type PeerName = keyof typeof peerPackages;

/** Where a peer keeps codes and tokens. */
export type PeerStore = "memory" | "sqlite";

/** better-auth is made for a database; in memory it would show nothing that SQLite does not. */
export const storesOf: Readonly<Record<PeerName, readonly PeerStore[]>> = {
  "oidc-provider": ["memory", "sqlite"],
  "node-oauth": ["memory", "sqlite"],
  jmondi: ["memory", "sqlite"],
  "better-auth": ["sqlite"],
};

const home = fileURLToPath(new URL("peers/", import.meta.url));

/** Brings the packages that package-lock.json of bench/peers names, unless they are there; tells so. Throws when npm fails. */
export function installPeers(progress: (line: string) => void): void {
  const wanted = join(home, "package-lock.json");
  // npm writes this file last, so one older than the lock is an installation of before or a broken one.
  const installed = join(home, "node_modules/.package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return;
  progress(
    "installing the other servers: npm ci in bench/peers (about 40 MB, not part of the project's own npm ci)",
  );
  // Scripts of packages stay off: none of these needs one. npm's output goes to stderr, as stdout is for the report.
  const { status, error } = spawnSync("npm", ["ci", "--ignore-scripts"], {
    cwd: home,
    stdio: ["ignore", 2, 2],
  });
  if (error !== undefined || status !== 0) {
    const reason = error?.message ?? `exit code ${status}`;
    throw new Error(
      `npm ci in bench/peers failed (${reason}). It needs npm and its registry; try it there by hand.`,
    );
  }
}

function versionOf(name: PeerName): string {
  const manifest = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return manifest.dependencies[peerPackages[name]] ?? "";
}

/** How to start a peer, in production mode and with a folder of its own. */
export function peerPlan(
  name: PeerName,
  store: PeerStore,
  folder: string,
  fixture: Omit<Fixture, "folder">,
): TargetPlan & { readonly folder: string } {
  const own = join(folder, `${name}-${store}`);
  mkdirSync(own);
  return {
    name: `${peerPackages[name]} ${versionOf(name)}, ${store === "sqlite" ? "SQLite" : "memory"}`,
    args: [join(home, `${name}.js`), store],
    env: { NODE_ENV: "production", [fixtureVariable]: JSON.stringify({ ...fixture, folder: own }) },
    logFile: join(own, "output.log"),
    folder: own,
  };
}

/** What a peer that listens wants to be sent. */
export function readPeerFlow(folder: string): PeerFlow {
  return JSON.parse(readFileSync(flowFile(folder), "utf8")) as PeerFlow;
}
