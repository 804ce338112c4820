import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { acceptsGzip, encodePage, gzipPage } from "../../src/http/compression.ts";
import { renderConsentPage } from "../../src/pages/consent.ts";
import { constantMarkup, html, type SafeHtml } from "../../src/pages/html.ts";
import { catalogue as english } from "../../src/pages/languages/en/catalogue.ts";
import { bareConsentModel, everyMarkupIn } from "../pages/every-page.ts";
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

describe("the bytes of a page", () => {
  it("are those of its text, plain and after gzip, whichever page it is, in every language", () => {
    for (const texts of Object.values(catalogues))
      for (const [name, page] of everyMarkupIn(texts)) {
        assert.deepEqual(encodePage(page), Buffer.from(page.toString()), name);
        assert.deepEqual(gunzipSync(gzipPage(page)), Buffer.from(page.toString()), name);
      }
  });

  it("in gzip are fewer by what the style and the drawings are long, for every page", () => {
    for (const [name, page] of everyMarkupIn(english)) {
      const saved = encodePage(page).length - gzipPage(page).length;
      assert.ok(saved > 5_000, `${name}: ${saved} of ${encodePage(page).length}`);
    }
  });

  it("property: are those of its text, wherever it is split into constants and values, also beyond one stored block", () => {
    const piece = fc.oneof(
      fc.constantFrom("é", "long ", "👩").map((text) => text.repeat(40_000)),
      fc.string({ unit: "grapheme" }),
    );
    const part = fc.record({ text: piece, isConstant: fc.boolean() });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const page = html`${parts.map(({ text, isConstant }) => (isConstant ? constantMarkup(text) : text))}`;
        const bytes = Buffer.from(page.toString());
        assert.deepEqual(encodePage(page), bytes);
        assert.deepEqual(gunzipSync(gzipPage(page)), bytes);
      }),
      { numRuns: 60 },
    );
  });

  it("name as constants only what is the same object in every page, so that each is compressed once", () => {
    const constantsOf = (pages: Iterable<SafeHtml>) =>
      new Set([...pages].flatMap(({ parts }) => parts.filter((part) => typeof part !== "string")));
    for (const texts of Object.values(catalogues)) {
      const constants = constantsOf(everyMarkupIn(texts).values());
      assert.deepEqual(constantsOf(everyMarkupIn(texts).values()).difference(constants), new Set());
    }
  });

  it("BREACH: their number in gzip does not tell whether a text in the request stands on the page already", () => {
    const pageWith = (guess: string) =>
      renderConsentPage({ ...bareConsentModel(), formAction: `/consent?client_id=${guess}` }, english);
    assert.match(pageWith("").toString(), /<bdi>ada<\/bdi>/);
    const lengths = ["<bdi>ada</bdi>", "<bdi>bob</bdi>", "<bdi>xyz</bdi>"].map(
      (guess) => gzipPage(pageWith(guess)).length,
    );
    assert.equal(new Set(lengths).size, 1);
    const savedFor = (guess: string) => encodePage(pageWith(guess)).length - gzipPage(pageWith(guess)).length;
    const saved = savedFor("");
    const ownText = fc.constantFrom("Ada Lovelace", "ada", ...wordsOn(pageWith("")));
    fc.assert(
      fc.property(fc.oneof(ownText, fc.string()), (guess) => assert.equal(savedFor(guess), saved)),
      { numRuns: 200 },
    );
  });
});

/** What stands on a page, word by word. */
function wordsOn(page: SafeHtml): readonly string[] {
  return page.toString().split(/[<>"]/);
}
