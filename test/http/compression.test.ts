import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { acceptsGzip, gzipPage } from "../../src/http/compression.ts";
import { everyPage, everyPageIn } from "../pages/every-page.ts";
import { catalogues } from "../support/catalogues.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { authorizationOf } from "./journey.ts";

let service: InProcessService;
let notes: TestClient;

before(async () => {
  service = await startInProcess();
  notes = await service.addClient({ name: "Notes" });
});
after(() => service[Symbol.asyncDispose]());

/** The bytes of an answer as they came. */
async function bytesOf(target: string, acceptEncoding: string | undefined, method = "GET") {
  const headers = acceptEncoding === undefined ? {} : { "accept-encoding": acceptEncoding };
  const outgoing = request(service.url + target, { method, headers, agent: false }).end();
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  return { status: incoming.statusCode, headers: incoming.headers, bytes: await buffer(incoming) };
}

describe("pages over the wire", () => {
  it("are gzip where the browser takes it, with the length of what is sent, and plain elsewhere", async () => {
    for (const target of [authorizationOf(notes), "/", "/nowhere", "/sign-in?client_id=x"]) {
      const plain = await bytesOf(target, undefined);
      const packed = await bytesOf(target, "gzip, deflate, br, zstd");
      assert.equal(plain.headers["content-encoding"], undefined);
      assert.equal(packed.headers["content-encoding"], "gzip");
      assert.deepEqual([plain.headers.vary, packed.headers.vary], ["accept-encoding", "accept-encoding"]);
      assert.equal(packed.status, plain.status);
      assert.equal(Number(packed.headers["content-length"]), packed.bytes.length);
      assert.ok(packed.bytes.length < plain.bytes.length / 2);
      assert.match(gunzipSync(packed.bytes).toString(), /^<!doctype html>.*<\/html>$/s);
    }
  });

  it("HEAD has the headers of GET and no body", async () => {
    const { headers, bytes } = await bytesOf("/", "gzip", "HEAD");
    assert.equal(headers["content-encoding"], "gzip");
    assert.equal(bytes.length, 0);
  });

  it("answers of programs and redirects stay as they are: they are short, and tokens stand in them", async () => {
    for (const target of ["/v1/Oauth/userinfo", "/.well-known/jwks.json", "/account", "/favicon.ico"]) {
      const { headers } = await bytesOf(target, "gzip");
      assert.deepEqual([headers["content-encoding"], headers.vary], [undefined, undefined], target);
    }
  });
});

describe("RFC 9110 §12.5.3: what an Accept-Encoding takes", () => {
  for (const [header, expected] of [
    ["gzip, deflate, br, zstd", true],
    ["GZIP", true],
    ["br;q=1.0, gzip;q=0.2", true],
    ["x-gzip", true],
    ["gzip;q=0", false],
    ["gzip ; q=0.000, br", false],
    ["gzip;q=0.001", true],
    ["br", false],
    ["identity", false],
    ["gzipped", false],
    ["", false],
    [undefined, false],
  ] as const)
    it(`${JSON.stringify(header)}: ${expected}`, () => assert.equal(acceptsGzip(header), expected));
});

describe("a page as gzip", () => {
  it("is the same page, whichever it is, in every language", () => {
    for (const texts of Object.values(catalogues))
      for (const [name, page] of everyPageIn(texts))
        assert.equal(gunzipSync(gzipPage(page)).toString(), page, name);
  });

  it("saves what the style and the drawings are long, for every page", () => {
    for (const [name, page] of everyPage) {
      const saved = Buffer.byteLength(page) - gzipPage(page).length;
      assert.ok(saved > 5_000, `${name}: ${saved} of ${page.length}`);
    }
  });

  it("property: any text comes back, also longer than one stored block", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 3000 }), fc.nat(40), (text, times) => {
        const page = text.repeat(times + 1).toWellFormed();
        assert.equal(gunzipSync(gzipPage(page)).toString(), page);
      }),
      { numRuns: 60 },
    );
    const long = "é".repeat(200_000);
    assert.equal(gunzipSync(gzipPage(long)).toString(), long);
  });

  it("BREACH: its length does not tell whether a text in the request stands on the page already", () => {
    const page = everyPage.get("consent") ?? "";
    assert.match(page, /<bdi>ada<\/bdi>/);
    const lengths = (guesses: readonly string[]) =>
      new Set(guesses.map((guess) => gzipPage(page.replace("client_id=lkcA", `client_id=${guess}`)).length));
    assert.equal(lengths(["<bdi>ada</bdi>", "<bdi>bob</bdi>", "<bdi>xyz</bdi>", "Ada Lovelace!!"]).size, 1);
  });
});
