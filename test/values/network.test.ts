import assert from "node:assert/strict";
import { BlockList, isIP } from "node:net";
import { test } from "node:test";
import fc from "fast-check";
import { networkOf, networkText, siteOf } from "../../src/values/network.ts";

test("E4: neighbours in an IPv4 /24 and an IPv6 /56 are one network", () => {
  const rows: readonly (readonly [address: string, network: string])[] = [
    ["203.0.113.7", "203.0.113.0/24"],
    ["203.0.113.255", "203.0.113.0/24"],
    ["0.0.0.0", "0.0.0.0/24"],
    ["255.255.255.255", "255.255.255.0/24"],
    ["::ffff:203.0.113.7", "203.0.113.0/24"],
    ["::FFFF:cb00:7107", "203.0.113.0/24"],
    ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.0/24"],
    ["2001:db8:0:12ab:1:2:3:4", "2001:db8:0:1200::/56"],
    ["2001:DB8:0000:1234::1", "2001:db8:0:1200::/56"],
    ["2001:db8::", "2001:db8::/56"],
    ["2001:db8::1.2.3.4", "2001:db8::/56"],
    ["1:2:3:4:5:6:7:8", "1:2:3::/56"],
    ["1:2:3:4:5:6:7::", "1:2:3::/56"],
    ["::2:3:4:5:6:7:8", "0:2:3::/56"],
    ["::1", "::/56"],
    ["::", "::/56"],
    ["fe80::1%eth0", "fe80::/56"],
  ];
  for (const [address, expected] of rows) assert.equal(networkOf(address), expected, address);
});

test("E4: texts that are no addresses are counted in one shared network", () => {
  const broken = [
    "",
    "unknown",
    "203.0.113",
    "203.0.113.256",
    "203.0.113.07",
    "203.0.113.1.1",
    " 203.0.113.1",
    "203.0.113.1\n",
  ];
  const broken6 = [
    ":",
    ":::",
    "1::2::3",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4::5:6:7:8",
    "12345::",
    "g::",
    "[::1]",
  ];
  const tails = [
    "1.2.3.4::",
    "::1.2.3",
    "::1.2.3.4:5",
    "fe80::1%",
    "fe80::1%a%b",
    ":1::2",
    "1::2:",
    "%eth0",
    "_gazonk",
  ];
  for (const address of [...broken, ...broken6, ...tails])
    assert.equal(networkOf(address), "unknown", address);
});

test("E4: every address that Node accepts lies in the network that it is given", () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
      const [prefix, length] = networkOf(address).split("/");
      assert.ok(prefix !== undefined && length !== undefined, address);
      const family = isIP(prefix) === 4 ? "ipv4" : "ipv6";
      const subnet = new BlockList();
      subnet.addSubnet(prefix, Number(length), family);
      assert.ok(
        subnet.check(address, isIP(address) === 4 ? "ipv4" : "ipv6"),
        `${address} in ${prefix}/${length}`,
      );
    }),
  );
});

test("E4: reading an address never throws and agrees with Node about what is one", () => {
  const addressLike = fc.stringMatching(/^[0-9a-f:.]{0,20}$/);
  fc.assert(
    fc.property(fc.oneof(addressLike, fc.string()), (text) => {
      if (!text.includes("%")) assert.equal(networkOf(text) === "unknown", isIP(text) === 0, text);
      else networkOf(text);
    }),
  );
});

test("the site of an IPv6 network is its /48, and an IPv4 network has none", () => {
  const sites = ["2001:db8:7:12ab::1", "2001:db8::1", "::1", "1:2:3:4::", "203.0.113.7", "nonsense"];
  assert.deepEqual(
    sites.map((address) => siteOf(networkOf(address))),
    ["2001:db8:7::/48", "2001:db8::/48", "::/48", "1:2:3::/48", undefined, undefined],
  );
});

test("people read a network without what is not kept of the address", () => {
  for (const [address, expected] of [
    ["203.0.113.77", "203.0.113.x"],
    ["10.0.0.1", "10.0.0.x"],
    ["2001:db8:0:1234::1", "2001:db8:0:12…"],
    ["2001:db8::1", "2001:db8:0:…"],
    ["2001:db8:1:100::1", "2001:db8:1:1…"],
    ["", "unknown"],
  ] as const)
    assert.equal(networkText(networkOf(address)), expected, address);
  assert.equal(networkText("of an older release"), "of an older release");
});
