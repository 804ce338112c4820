import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** Answers the address that a request came from, as text. */
export type ClientAddress = (incoming: IncomingMessage) => string;

/**
 * Believes X-Forwarded-For only as far as trusted proxies wrote it: the address is the right-most one that is not a
 * trusted proxy. Without trusted proxies the header is ignored. `proxies` are addresses or CIDR ranges, validated before.
 */
export function createClientAddress(proxies: readonly string[]): ClientAddress {
  if (proxies.length === 0) return (incoming) => incoming.socket.remoteAddress ?? "";
  const trusted = new BlockList();
  for (const proxy of proxies) {
    const [address = "", prefix] = proxy.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (incoming) => {
    let address = incoming.socket.remoteAddress ?? "";
    const header = incoming.headers["x-forwarded-for"];
    const hops = typeof header === "string" ? header.split(",") : [];
    while (isTrusted(trusted, address)) {
      const hop = hops.pop()?.trim();
      if (hop === undefined || isIP(hop) === 0) break;
      address = hop;
    }
    return address;
  };
}

function isTrusted(trusted: BlockList, address: string): boolean {
  const plain = address.startsWith("::ffff:") ? address.slice(7) : address;
  const family = isIP(plain);
  return family !== 0 && trusted.check(plain, family === 6 ? "ipv6" : "ipv4");
}
