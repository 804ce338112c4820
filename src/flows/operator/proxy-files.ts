import { type Client, isProtected } from "../../protocol/client/client.ts";
import { caddy } from "./proxy/caddy.ts";
import { envoy } from "./proxy/envoy.ts";
import { haproxy, haproxyLua } from "./proxy/haproxy.ts";
import { nginx } from "./proxy/nginx.ts";
import { type Host, hostOf } from "./proxy/parts.ts";
import { traefik, traefikStatic } from "./proxy/traefik.ts";

/** The proxies that a configuration can be written for. */
export const proxyNames = ["nginx", "caddy", "traefik", "haproxy", "envoy"] as const;

export type ProxyName = (typeof proxyNames)[number];

/** A file of a proxy's configuration. */
export interface ProxyFile {
  /** Where it goes on the machine of the proxy. */
  readonly path: string;
  readonly text: string;
}

/** The complete configuration of a proxy for a protected application; undefined for any other application. */
export function proxyFilesFor(client: Client, proxy: ProxyName): readonly ProxyFile[] | undefined {
  if (!isProtected(client)) return undefined;
  const { metadata } = client;
  const hosts = metadata.protectedOrigins.map((origin) => hostOf(origin, metadata));
  return writers[proxy](hosts);
}

const writers: Readonly<Record<ProxyName, (hosts: readonly Host[]) => readonly ProxyFile[]>> = {
  nginx: (hosts) => hosts.map((host) => ({ path: `/etc/nginx/conf.d/${host.name}.conf`, text: nginx(host) })),
  caddy: (hosts) => [{ path: "/etc/caddy/Caddyfile", text: hosts.map(caddy).join("\n") }],
  traefik: (hosts) => [
    ...hosts.map((host) => ({ path: `/etc/traefik/dynamic/${host.name}.yaml`, text: traefik(host) })),
    { path: "/etc/traefik/traefik.yaml", text: traefikStatic },
  ],
  haproxy: (hosts) => [
    { path: "/etc/haproxy/haproxy.cfg", text: haproxy(hosts) },
    { path: "/etc/haproxy/latchkey.lua", text: haproxyLua(hosts) },
  ],
  envoy: (hosts) => hosts.map((host) => ({ path: `/etc/envoy/${host.name}.yaml`, text: envoy(host) })),
};
