import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import type { FormClient } from "../support/form-client.ts";
import { type Answer, DocumentDesk, redirectUri, requestFor } from "./support/document-desk.ts";

/** A member of the document, the whole text, or an answer of the server; and what the page says. */
type Hostile = readonly [document: object | string | Answer, says: RegExp];

const key = { kty: "OKP", crv: "Ed25519", x: "A".repeat(43) };
const signing = { token_endpoint_auth_method: "private_key_jwt" };
const evil = "https://evil.example/cb";
const json = { "content-type": "application/json" };

const otherDocuments: Readonly<Record<string, Hostile>> = {
  "the client_id of another host": [{ client_id: "https://evil.example/client.json" }, /member client_id/],
  "no client_id": [{ client_id: undefined }, /member client_id/],
  "a list of client_ids": [{ client_id: [1] }, /member client_id/],
  "the last of two client_ids is another": [
    `{"client_id":"x","client_id":"https://evil.example/y","redirect_uris":["${evil}"]}`,
    /member client_id/,
  ],
  "everything in the prototype": [`{"__proto__":{"client_id":"x"}}`, /member client_id/],
  "constructor and toString as members": [`{"constructor":1,"toString":2}`, /member client_id/],
  "a secret for everybody to read": [{ client_secret: "x" }, /member client_secret,/],
  "the end of a secret": [{ client_secret_expires_at: 0 }, /member client_secret_expires_at/],
  "a secret in the form": [
    { token_endpoint_auth_method: "client_secret_post" },
    /token_endpoint_auth_method/,
  ],
  "a secret that signs": [{ token_endpoint_auth_method: "client_secret_jwt" }, /token_endpoint_auth_method/],
  "a method that nobody knows": [{ token_endpoint_auth_method: "magic" }, /token_endpoint_auth_method/],
  "a private key": [{ ...signing, jwks: { keys: [{ ...key, d: "A".repeat(43) }] } }, /secret part/],
  "a symmetric key": [{ ...signing, jwks: { keys: [{ kty: "oct", k: "AAAA" }] } }, /Key 1/],
  "no key to sign with": [signing, /needs public keys/],
  "keys without TLS": [{ ...signing, jwks_uri: "http://10.0.0.1/keys" }, /cannot be asked for public keys/],
  "no redirect_uris": [{ redirect_uris: undefined }, /redirect_uris/],
  "an empty list of redirect_uris": [{ redirect_uris: [] }, /redirect_uris/],
  "redirect_uris as a text": [{ redirect_uris: evil }, /redirect_uris/],
  "redirect_uris in lists": [{ redirect_uris: [[redirectUri]] }, /redirect_uris/],
  "a script to redirect to": [{ redirect_uris: [redirectUri, "javascript:alert(1)"] }, /scheme javascript:/],
  "a data: address to redirect to": [{ redirect_uris: ["data:text/html,x"] }, /scheme data:/],
  "a redirect URI with a star": [{ redirect_uris: ["https://*.example/cb"] }, /Wildcards/],
  "a redirect URI with a fragment": [{ redirect_uris: ["https://notes.example/cb#x"] }, /fragment/],
  "a redirect URI with credentials": [{ redirect_uris: ["https://a@evil.example/cb"] }, /user name/],
  "a redirect URI without TLS": [{ redirect_uris: ["http://notes.example/cb"] }, /http: is allowed only/],
  "a redirect URI with dot segments": [{ redirect_uris: ["https://notes.example/a/../cb"] }, /segment/],
  "21 redirect URIs": [
    { redirect_uris: Array.from({ length: 21 }, (_, index) => `https://notes.example/${index}`) },
    /more than 20/,
  ],
  "a name that turns the text around": [{ client_name: "Bank\u202etxt.exe" }, /visible characters/],
  "a name of invisible characters": [{ client_name: "\u200b\u2060" }, /visible characters/],
  "a name with NUL": [{ client_name: "Bank\u0000" }, /visible characters/],
  "a name with line feeds": [{ client_name: "Bank\nVerified" }, /visible characters/],
  "half a character in the name": [
    `{"client_id":"ID","client_name":"\\ud800","redirect_uris":["${redirectUri}"]}`,
    /visible/,
  ],
  "a name of 101 characters": [{ client_name: "x".repeat(101) }, /visible characters/],
  "a name that is a list": [{ client_name: ["Bank"] }, /client_name/],
  "pairwise subjects of any sector": [{ subject_type: "pairwise" }, /subject_type/],
  "a sector to fetch": [{ sector_identifier_uri: "https://evil.example/s" }, /sector_identifier_uri/],
  "no code": [{ grant_types: ["implicit"] }, /grant_types/],
  "tokens in the fragment": [{ response_types: ["token"] }, /response_types/],
  "a list": ["[]", /not a JSON object/],
  "lists in lists, 2,400 deep": ["[".repeat(2_400) + "]".repeat(2_400), /not a JSON object/],
  "objects in objects": [`${'{"a":'.repeat(800)}1${"}".repeat(800)}`, /member client_id/],
  "JSON that ends too early": ['{"client_id":', /not a JSON object/],
  "JSON with a comment": ["{/* */}", /not a JSON object/],
  "NUL bytes": ["\0".repeat(100), /not a JSON object/],
  "5 KB and one byte": [" ".repeat(5 * 1024 + 1), /longer than 5 KB/],
};

const otherServers: Readonly<Record<string, Hostile>> = {
  "204, and nothing": [(response) => response.writeHead(204).end(), /status 204/],
  "206, and a part": [(response) => response.writeHead(206, json).end("{}"), /status 206/],
  "404, and a document": [(response) => response.writeHead(404, json).end("{}"), /status 404/],
  "500": [(response) => response.writeHead(500).end(), /status 500/],
  ...Object.fromEntries(
    [301, 302, 303, 307, 308].map((status): [string, Hostile] => [
      `${status}, to another document`,
      [
        (response) => response.writeHead(status, { location: "/elsewhere.json" }).end(),
        new RegExp(`status ${status}`),
      ],
    ]),
  ),
  "a page of HTML": [
    (response) => response.writeHead(200, { "content-type": "text/html" }).end("{}"),
    /text\/html/,
  ],
  "no Content-Type": [(response) => response.writeHead(200).end("{}"), /no Content-Type/],
  "a Content-Type that only begins like JSON": [
    (response) => response.writeHead(200, { "content-type": "application/jsonp" }).end("{}"),
    /application\/jsonp/,
  ],
  "compressed, unasked": [
    (response) => response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(gzipSync("{}")),
    /not a JSON object/,
  ],
  "UTF-16": [
    (response) => response.writeHead(200, json).end(Buffer.from("{}", "utf16le")),
    /not a JSON object/,
  ],
  "bytes that are not UTF-8": [
    (response) => response.writeHead(200, json).end(Buffer.from('{"a":"\xff"}', "latin1")),
    /not a JSON object/,
  ],
  "a length that is not there": [
    (response, socket) => {
      response.writeHead(200, { ...json, "content-length": "4000" }).write("{");
      setImmediate(() => socket.destroy());
    },
    /could not be reached/,
  ],
  "more and more": [
    (response) => {
      response.writeHead(200, json);
      const more = () => {
        while (!response.destroyed && response.write("[".repeat(1024)));
      };
      response.on("drain", more);
      more();
    },
    /longer than 5 KB/,
  ],
  "101, and another protocol": [
    (_, socket) =>
      socket.end("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
    /could not be reached/,
  ],
  "a flood of 103": [
    (_, socket) => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(1_000)),
    /longer than 5 KB/,
  ],
  "no HTTP at all": [(_, socket) => socket.end("220 mail.example ESMTP\r\n"), /could not be reached/],
  "a closed connection": [(_, socket) => socket.destroy(), /could not be reached/],
  "no answer, ever": [() => {}, /within three seconds/],
  "a byte a moment, without end": [
    (response) => {
      response.writeHead(200, json);
      const timer = setInterval(() => response.write(" "), 100);
      response.on("close", () => clearInterval(timer));
    },
    /within three seconds/,
  ],
};

function isAnswer(document: Hostile[0]): document is Answer {
  return typeof document === "function";
}

describe("documents and servers that mean no good: each lets nothing in and stores nothing", () => {
  let desk: DocumentDesk;
  let browser: FormClient;
  before(async () => {
    desk = await DocumentDesk.open();
    browser = await desk.adasBrowser();
  });
  after(async () => {
    browser.close();
    await desk[Symbol.asyncDispose]();
  });

  let count = 0;
  const all = [
    ...Object.entries(otherDocuments).map(([title, hostile]) => [`C80: ${title}`, hostile] as const),
    ...Object.entries(otherServers).map(([title, hostile]) => [`C81: ${title}`, hostile] as const),
  ];
  for (const [title, [document, says]] of all)
    it(title, { timeout: 120_000 }, async () => {
      // The person may have two documents fetched then.
      desk.service.clock.advance(602);
      count += 1;
      const path = `/hostile${count}.json`;
      const text = typeof document === "string" ? document.replace("ID", desk.origin + path) : document;
      const client = desk.publish(path, isAnswer(text) ? {} : text);
      if (isAnswer(text)) desk.answer(path, text);
      const before = await desk.kept();
      const page = await browser.get(requestFor(client));
      assert.deepEqual([page.status, page.headers.location], [400, undefined], page.body.slice(-2_000));
      assert.match(page.body, says);
      assert.doesNotMatch(page.body, /action="\/consent|href="javascript:|\u202e/);
      assert.deepEqual(await desk.kept(), before);
      const line = desk.service.log.findLast(({ message }) => message === "authorization-refused");
      assert.equal(line?.fields.reason, "document-refused");
      const again = await browser.get(requestFor(client));
      assert.equal(again.status, 400);
      assert.equal(desk.asked.filter((asked) => asked === path).length, 2, "asked once for each request");
    });

  it("none of them leaves anything behind", async () => {
    assert.deepEqual(await desk.kept(), [[], []]);
    assert.ok(!desk.asked.includes("/elsewhere.json"), "no redirect is followed");
  });
});
