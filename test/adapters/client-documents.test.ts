import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createClientDocuments, documentBounds } from "../../src/adapters/fetch/client-documents.ts";
import {
  createGuardedFetch,
  type GuardedAnswer,
  type GuardedFetch,
  type Resolve,
} from "../../src/adapters/fetch/guarded-fetch.ts";
import { readDescription } from "../../src/flows/described-clients.ts";
import { type ClientId, parseClientId } from "../../src/values/ids.ts";
import { parseIssuer } from "../../src/values/issuer.ts";
import { ok, refuse } from "../../src/values/result.ts";
import { FakeClock } from "../support/in-process.ts";

const settings = parseIssuer("https://id.example");
const issuer = settings.ok ? settings.value : assert.fail();
const idOf = (text: string): ClientId => parseClientId(text) ?? assert.fail(text);
const id = idOf("https://app.example/client.json");
const document = { client_id: id, client_name: "App", redirect_uris: ["https://app.example/cb"] };

function documentsOver(fetch: GuardedFetch, clock = new FakeClock()) {
  return createClientDocuments({ fetch, clock, read: (bytes, of) => readDescription(bytes, of, { issuer }) });
}

function answerOf(more: Partial<GuardedAnswer> = {}, body: unknown = document) {
  const text = JSON.stringify(body);
  const bytes = Buffer.from(text);
  return ok({ status: 200, contentType: "application/json", body: text, bytes, ...more });
}

describe("C82: documents that must not be a way into the service's own network", () => {
  for (const [host, addresses] of Object.entries({
    "127.0.0.1": ["127.0.0.1"],
    localhost: ["127.0.0.1", "::1"],
    "inside.example": ["10.0.0.1"],
    "cloud.example": ["169.254.169.254"],
    "mixed.example": ["8.8.8.8", "192.168.0.1"],
    "mapped.example": ["::ffff:10.0.0.1"],
    "six.example": ["fd00::1"],
  }))
    it(`${host}, at ${addresses.join(" and ")}`, async () => {
      const resolve: Resolve = async () =>
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      const fetch = createGuardedFetch({ mayReachLoopback: false, resolve, ...documentBounds });
      const read = await documentsOver(fetch).fetch(idOf(`https://${host}/client.json`));
      assert.deepEqual(read, refuse({ kind: "not-fetched", reason: "address-not-allowed" }));
    });

  it("a name that leads elsewhere the second time is resolved once for each request", async () => {
    const answers = [["8.8.8.8", "127.0.0.1"], ["10.0.0.1"]];
    let asked = 0;
    const resolve: Resolve = async () => {
      asked += 1;
      return (answers.shift() ?? []).map((address) => ({ address, family: 4 }));
    };
    const fetch = createGuardedFetch({ mayReachLoopback: false, resolve, ...documentBounds });
    const documents = documentsOver(fetch);
    for (const times of [1, 2]) {
      assert.equal((await documents.fetch(id)).ok, false);
      assert.equal(asked, times);
    }
  });

  it("plain http to this machine is for development alone", async () => {
    const fetch = createGuardedFetch({ mayReachLoopback: false, ...documentBounds });
    const read = await documentsOver(fetch).fetch(idOf("http://localhost:3000/client.json"));
    assert.deepEqual(read, refuse({ kind: "not-fetched", reason: "address-not-allowed" }));
  });
});

describe("how long a document is kept (RFC 9111 §4.2, within 5 minutes to 24 hours)", () => {
  const later = (seconds: number) => new Date(new FakeClock().now() + seconds * 1000).toUTCString();
  const cases: readonly (readonly [title: string, headers: Partial<GuardedAnswer>, seconds: number])[] = [
    ["nothing is said", {}, 300],
    ["no-store", { cacheControl: "no-store" }, 300],
    ["no-cache beside a time", { cacheControl: "max-age=7200, no-cache" }, 300],
    ["private", { cacheControl: "private, max-age=7200" }, 300],
    ["a short time", { cacheControl: "max-age=1" }, 300],
    ["an hour", { cacheControl: "public, max-age=3600" }, 3_600],
    ["an hour, half over", { cacheControl: "max-age=3600", age: "1800" }, 1_800],
    ["an hour in quotes", { cacheControl: 'Max-Age="3600"' }, 3_600],
    ["a year", { cacheControl: "max-age=31536000" }, 86_400],
    ["more digits than a number has", { cacheControl: "max-age=99999999999999" }, 300],
    ["no number", { cacheControl: "max-age=forever" }, 300],
    ["a directive that only ends like it", { cacheControl: "x-max-age=3600" }, 300],
    ["an hour by Expires", { expires: later(3_600) }, 3_600],
    ["Expires in the past", { expires: later(-3_600) }, 300],
    ["Expires that is no date", { expires: "0" }, 300],
    ["Cache-Control before Expires", { cacheControl: "max-age=600", expires: later(3_600) }, 600],
  ];
  for (const [title, headers, seconds] of cases)
    it(`${title}: ${seconds} seconds`, async () => {
      const clock = new FakeClock();
      let asked = 0;
      const documents = documentsOver(async () => {
        asked += 1;
        return answerOf(headers);
      }, clock);
      assert.equal(documents.kept(id), undefined);
      assert.equal((await documents.fetch(id)).ok, true);
      clock.advance(seconds - 1);
      assert.equal((await documents.fetch(id)).ok, true);
      assert.equal(asked, 1);
      clock.advance(1);
      assert.equal(documents.kept(id), undefined);
      await documents.fetch(id);
      assert.equal(asked, 2);
    });

  it("nothing cached under a clock that was ahead survives setting it back", async () => {
    const clock = new FakeClock();
    const documents = documentsOver(async () => answerOf({ cacheControl: "max-age=86400" }), clock);
    await documents.fetch(id);
    clock.advance(-30);
    assert.equal(documents.kept(id), undefined);
  });

  const kept = { cacheControl: "max-age=86400" };
  const failures: readonly (readonly [title: string, answer: Awaited<ReturnType<GuardedFetch>>])[] = [
    ["an invalid document", answerOf(kept, {})],
    ["another status", answerOf({ ...kept, status: 404 })],
    ["another media type", answerOf({ ...kept, contentType: "text/html" })],
    ["no answer", refuse("unreachable")],
  ];
  for (const [title, failure] of failures)
    it(`${title} is not kept, whatever HTTP allows: once repaired, the document counts at once`, async () => {
      const answers = [failure, answerOf()];
      const documents = documentsOver(async () => answers.shift() ?? assert.fail());
      assert.equal((await documents.fetch(id)).ok, false);
      assert.equal(documents.kept(id), undefined);
      assert.equal((await documents.fetch(id)).ok, true);
      assert.equal((await documents.fetch(id)).ok, true);
    });

  it("calls at the same moment share a request that fails too", async () => {
    let asked = 0;
    const documents = documentsOver(async () => {
      asked += 1;
      return refuse("unreachable");
    });
    await Promise.all(Array.from({ length: 10 }, () => documents.fetch(id)));
    assert.equal(asked, 1);
  });

  it("calls for one document share one request; what is on its way counts as kept", async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof answerOf>>();
    let asked = 0;
    const documents = documentsOver(() => {
      asked += 1;
      return promise;
    });
    const both = [documents.fetch(id), documents.kept(id)];
    assert.ok(both[1] !== undefined);
    resolve(answerOf());
    for (const read of await Promise.all(both)) assert.equal(read?.ok, true);
    assert.equal(asked, 1);
  });
});

it("what is asked for is JSON, without anything that says who asks", async () => {
  const requests: unknown[] = [];
  const documents = documentsOver(async (request) => {
    requests.push(request);
    return answerOf();
  });
  await documents.fetch(id);
  assert.deepEqual(requests, [{ url: id, method: "GET", headers: { accept: "application/json" } }]);
});

it("the answer's own media types are JSON", async () => {
  for (const [contentType, isRead] of [
    ["application/json", true],
    ["application/json; charset=utf-8", true],
    ["Application/JSON", true],
    ["application/client-metadata+json", true],
    ["application/jsonp", false],
    ["text/json", false],
    ["text/html", false],
    ["application/+json", false],
    ["application/json, text/html", false],
  ] as const) {
    const read = await documentsOver(async () => answerOf({ contentType })).fetch(id);
    assert.equal(read.ok, isRead, contentType);
  }
});
