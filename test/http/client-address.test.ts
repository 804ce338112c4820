import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess } from "../support/in-process.ts";

let service: InProcessService;
let visitor: FormClient;

before(async () => {
  service = await startInProcess({ LATCHKEY_TRUSTED_PROXIES: "127.0.0.1,10.0.0.0/8,2001:db8:ffff::/48" });
  visitor = new FormClient(service.url);
});
after(async () => {
  visitor.close();
  await service[Symbol.asyncDispose]();
});

/** The network that the log names for a request with this header. */
async function networkBehind(header: string): Promise<unknown> {
  await visitor.get("/v1/Oauth/authorization", { "x-forwarded-for": header });
  return service.log.at(-1)?.fields.network;
}

const mine = "127.0.0.0/24";
const rows: Readonly<Record<string, string>> = {
  "203.0.113.7": "203.0.113.0/24",
  "203.0.113.7:5678": "203.0.113.0/24",
  '"203.0.113.7:5678"': "203.0.113.0/24",
  " 203.0.113.7 ": "203.0.113.0/24",
  "2001:db8::1": "2001:db8::/56",
  "[2001:db8::1]": "2001:db8::/56",
  "[2001:db8::1]:443": "2001:db8::/56",
  '"[2001:db8::1]"': "2001:db8::/56",
  '"[2001:db8::1]:443"': "2001:db8::/56",
  "2001:DB8::ABCD": "2001:db8::/56",
  "fe80::1%eth0": "fe80::/56",
  "::ffff:203.0.113.7": "203.0.113.0/24",
  "[::ffff:203.0.113.7]:443": "203.0.113.0/24",
  "::ffff:cb00:7107": "203.0.113.0/24",
  // The right-most address that is no trusted proxy, in whatever shape the proxies wrote each other down.
  "198.51.100.1, 203.0.113.7:80, 10.1.2.3:4444": "203.0.113.0/24",
  "203.0.113.7, ::ffff:10.1.2.3": "203.0.113.0/24",
  "203.0.113.7, ::FFFF:0A01:0203": "203.0.113.0/24",
  "203.0.113.7, [2001:db8:ffff::9]:443": "203.0.113.0/24",
  // RFC 9110 §5.6.1: empty elements are no elements.
  "203.0.113.7,": "203.0.113.0/24",
  ",, 203.0.113.7 , ,": "203.0.113.0/24",
  // What cannot be read ends the belief: everything further left may be made up.
  "": mine,
  unknown: mine,
  "203.0.113.7, unknown": mine,
  "203.0.113.7, _hidden": mine,
  "203.0.113.7, 256.1.1.1": mine,
  "203.0.113.7, 203.0.113.7:": mine,
  "203.0.113.7, 203.0.113.7:123456": mine,
  "203.0.113.7, [203.0.113.9": mine,
  "203.0.113.7, 2001:db8::1]": mine,
  "203.0.113.7, [[2001:db8::1]]": mine,
  "203.0.113.7, for=198.51.100.1": mine,
  "203.0.113.7, 198.51.100.1 198.51.100.2": mine,
  "203.0.113.7, 10.1.2.3, nonsense": mine,
  "10.1.2.3": "10.1.2.0/24",
};

describe("X-Forwarded-For of a trusted proxy", () => {
  for (const [header, network] of Object.entries(rows))
    it(`${JSON.stringify(header)} → ${network}`, async () => {
      assert.equal(await networkBehind(header), network);
    });

  it("E9: Forwarded and other headers of that kind are not read", async () => {
    const address = "203.0.113.7";
    const headers = { forwarded: `for=${address}`, "x-real-ip": address, "x-client-ip": address };
    await visitor.get("/v1/Oauth/authorization", headers);
    assert.equal(service.log.at(-1)?.fields.network, mine);
  });
});

describe("a trusted proxy that sends no address of the visitor", () => {
  const host = "id.example.org";
  const behind = { LATCHKEY_BASE_URL: `https://${host}`, LATCHKEY_TRUSTED_PROXIES: "127.0.0.1" };

  /** Makes requests whose refusal is logged with the network, and returns the warnings. */
  async function warningsOf(
    environment: Readonly<Record<string, string>>,
    requests: readonly Readonly<Record<string, string>>[],
  ) {
    await using other = await startInProcess(environment);
    const client = new FormClient(other.url);
    for (const headers of requests) await client.get("/v1/Oauth/authorization", headers);
    client.close();
    const refused = other.log.filter(({ fields }) => "network" in fields);
    assert.equal(refused.length, requests.length, "each request is counted by its network");
    return other.log.filter(({ message }) => message === "proxy-without-address");
  }

  it("is named in the log, once, with the repair", async () => {
    for (const headers of [{ host }, { host, "x-forwarded-for": "unknown" }]) {
      const [line, ...more] = await warningsOf(behind, [headers, headers]);
      assert.deepEqual([line?.level, line?.fields.peer, more], ["warn", "127.0.0.1", []]);
      assert.match(String(line?.fields.repair), /X-Forwarded-For/);
    }
  });

  it("is not suspected where an address comes, or where a request comes from this machine directly", async () => {
    const requests = [
      { host, "x-forwarded-for": "203.0.113.7" },
      { host: "127.0.0.1" },
      { host: "localhost" },
    ];
    assert.deepEqual(await warningsOf(behind, requests), []);
    assert.deepEqual(await warningsOf({ ...behind, LATCHKEY_TRUSTED_PROXIES: "10.0.0.0/8" }, [{ host }]), []);
    const development = { LATCHKEY_TRUSTED_PROXIES: "127.0.0.1", LATCHKEY_BASE_URL: "http://localhost:8080" };
    assert.deepEqual(await warningsOf(development, [{ host: "localhost:8080" }]), []);
  });
});
