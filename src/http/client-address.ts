import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** Returns the address of the client that sent a request, as text. */
export type ClientAddress = (incoming: IncomingMessage) => string;

/** Told of the first trusted proxy that passed on a request for `host` without a visitor's address that can be read. */
interface SilentProxyWatch {
  readonly host: string;
  report(peer: string): void;
}

/**
 * Believes X-Forwarded-For only as far as trusted proxies wrote it: the address is the right-most one that is not a trusted proxy.
 * Without trusted proxies the header is ignored. `proxies` are valid addresses or CIDR ranges.
 */
export function createClientAddress(proxies: readonly string[], watch?: SilentProxyWatch): ClientAddress {
  if (proxies.length === 0) return (incoming) => incoming.socket.remoteAddress ?? "";
  const trusted = trustedList(proxies);
  let watching = watch;
  return (incoming) => {
    const peer = incoming.socket.remoteAddress ?? "";
    let address = peer;
    const header = incoming.headers["x-forwarded-for"];
    const hops = typeof header === "string" ? header.split(",").filter((hop) => hop.trim() !== "") : [];
    while (isTrusted(trusted, address)) {
      const hop = readHop(hops.pop() ?? "");
      if (hop === undefined) {
        // Health checks and commands of this machine reach the service without the proxy, and name another host.
        if (watching !== undefined && address === peer && incoming.headers.host === watching.host) {
          watching.report(peer);
          watching = undefined;
        }
        break;
      }
      address = hop;
    }
    return address;
  };
}

/** Tells whether a request comes from a trusted proxy, whose other headers about the visitor's request then count. */
export function createProxyTrust(proxies: readonly string[]): (incoming: IncomingMessage) => boolean {
  const trusted = trustedList(proxies);
  return (incoming) => isTrusted(trusted, incoming.socket.remoteAddress ?? "");
}

function trustedList(proxies: readonly string[]): BlockList {
  const trusted = new BlockList();
  for (const proxy of proxies) {
    const [address = "", prefix] = proxy.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return trusted;
}

/** Azure, IIS and others add the port. An IPv6 address then stands in brackets, as in a URL, and some proxies quote it. */
const hopShapes = [/^\[([^[\]]+)\](?::\d{1,5})?$/, /^([\d.]+)(?::\d{1,5})?$/, /^([^[\]]+)$/];

/**
 * Reads one element of the header. Undefined if it has no address, as in `unknown`; elements further left are then not believed.
 */
function readHop(element: string): string | undefined {
  const text = element.trim().replace(/^"(.*)"$/, "$1");
  for (const shape of hopShapes) {
    const [, address = ""] = shape.exec(text) ?? [];
    if (isIP(address) !== 0) return address;
  }
  return undefined;
}

/** True for a trusted address, without its zone (`%eth0`), which Node cannot read. IPv4 ranges cover IPv4-mapped addresses too. */
function isTrusted(trusted: BlockList, address: string): boolean {
  const [plain = ""] = address.split("%");
  const family = isIP(plain);
  return family !== 0 && trusted.check(plain, family === 6 ? "ipv6" : "ipv4");
}
