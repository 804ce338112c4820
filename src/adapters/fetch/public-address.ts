import { BlockList, isIP } from "node:net";

/** IPv4 outside the public internet (RFC 6890 and the IANA registry of special-purpose addresses). */
const specialIpv4: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10], // shared by the customers of a provider
  ["127.0.0.0", 8],
  ["169.254.0.0", 16], // link-local, and the metadata services of clouds
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24], // documentation, as the two below
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16],
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
];

/** The part of IPv6 that is the public internet; addresses that map or translate IPv4 lie outside it. */
const globalIpv6 = ["2000::", 3] as const;

const specialIpv6: readonly (readonly [network: string, prefix: number])[] = [
  ["2001::", 23], // protocols, Teredo among them, which carries IPv4
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4, which carries IPv4
  ["3fff::", 20], // documentation
];

const special4 = listOf(specialIpv4, "ipv4");
const special6 = listOf(specialIpv6, "ipv6");
const global6 = listOf([globalIpv6], "ipv6");
const loopback4 = listOf([["127.0.0.0", 8]], "ipv4");

/** True for an address, not a name, that is reached alike from everywhere on the internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !special4.check(address, "ipv4");
  // A zone (%eth0) names an interface of this machine.
  if (isIP(address) !== 6 || address.includes("%")) return false;
  return global6.check(address, "ipv6") && !special6.check(address, "ipv6");
}

/** True for an address, not a name, of this machine itself. */
export function isLoopbackAddress(address: string): boolean {
  return address === "::1" || (isIP(address) === 4 && loopback4.check(address, "ipv4"));
}

function listOf(networks: readonly (readonly [string, number])[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family);
  return list;
}
