/** The one network under which all unreadable addresses are counted. */
const unknownNetwork = "unknown";

const byte = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
/** Sockets that listen on both families write IPv4 with this prefix. The case is common, so it takes a shortcut. */
const ipv4OrMappedShape = new RegExp(`^(?:::ffff:)?${byte}\\.${byte}\\.${byte}\\.${byte}$`);
/** The characters that may stand between the brackets of a URL; the URL parser judges the rest. */
const ipv6Shape = /^([0-9a-f:.]{2,45})(?:%[^%]+)?$/i;
const mappedShape = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/;

/**
 * Returns the network of an address as text: `203.0.113.0/24` or `2001:db8:0:1200::/56`, which is what a provider usually gives to one
 * customer. IPv4-mapped addresses count as IPv4, a zone (`%eth0`) is ignored, and all unreadable texts are one network.
 */
export function networkOf(address: string): string {
  const ipv4 = ipv4OrMappedShape.exec(address);
  if (ipv4 !== null) return `${ipv4[1]}.${ipv4[2]}.${ipv4[3]}.0/24`;
  const canonical = canonicalIpv6(address);
  if (canonical === undefined) return unknownNetwork;
  const mapped = mappedShape.exec(canonical)?.slice(1).map(fromHex);
  if (mapped !== undefined) {
    const [high = 0, low = 0] = mapped;
    return `${high >> 8}.${high & 0xff}.${low >> 8}.0/24`;
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = groupsOf(canonical);
  const prefix = [first, second, third, fourth & 0xff00];
  while (prefix.at(-1) === 0) prefix.pop();
  return `${prefix.map((group) => group.toString(16)).join(":")}::/56`;
}

/** A network as people read it, cut where the address is not kept: `203.0.113.x`, `2001:db8:0:12…`. Other texts are unchanged. */
export function networkText(network: string): string {
  const [prefix = "", length] = network.split("/");
  if (length === "24") return prefix.replace(/0$/, "x");
  if (length !== "56") return network;
  const groups = prefix.replace(/::$/, "").split(":");
  while (groups.length < 4) groups.push("0");
  return `${groups.join(":").replace(/0?0$/, "")}…`;
}

/** Returns the IPv6 /48 that a network from `networkOf` lies in; undefined for IPv4. */
export function siteOf(network: string): string | undefined {
  const [prefix, length] = network.split("::/");
  if (prefix === undefined || length !== "56") return undefined;
  const groups = prefix.split(":").slice(0, 3);
  while (groups.length > 1 && groups.at(-1) === "0") groups.pop();
  return `${groups.join(":")}::/48`;
}

/** The address as RFC 5952 writes it, without its zone, and with an IPv4 end in hexadecimal; undefined for any other text. */
function canonicalIpv6(address: string): string | undefined {
  const text = ipv6Shape.exec(address)?.[1];
  return text === undefined ? undefined : URL.parse(`http://[${text}]`)?.hostname.slice(1, -1);
}

/** The eight 16-bit groups of a canonical address. */
function groupsOf(canonical: string): readonly number[] {
  const [head = [], tail = []] = canonical
    .split("::")
    .map((groups) => (groups === "" ? [] : groups.split(":").map(fromHex)));
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function fromHex(group: string): number {
  return Number.parseInt(group, 16);
}
