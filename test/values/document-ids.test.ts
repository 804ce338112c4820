import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { documentIdLengthMax, isDocumentId, parseClientId } from "../../src/values/ids.ts";

const long = (length: number) => "https://app.example/".padEnd(length, "x");

describe("addresses that are client ids (OAuth Client ID Metadata Document §3)", () => {
  for (const id of [
    "https://app.example/client.json",
    "https://app.example/a/b~c/@d/e-f_g.h+i,j=k:l",
    "https://app.example:8443/client",
    "https://xn--mnchen-3ya.example/client",
    "https://app.example/%C3%A4",
    "https://app.example/a..b/.well-known/c.",
    "https://intranet/client",
    "http://localhost:3000/client",
    "http://127.0.0.1/client",
    "https://[::1]:4000/client",
    long(documentIdLengthMax),
  ])
    it(id.slice(0, 60), () => {
      assert.equal(isDocumentId(id), true);
      assert.equal(parseClientId(id), id);
    });
});

describe("C85: addresses that are none", () => {
  for (const [text, why] of Object.entries({
    "http://app.example/client": "no TLS",
    "ftp://app.example/client": "another scheme",
    "HTTPS://app.example/client": "the scheme in capitals",
    "https://App.example/client": "the host in capitals",
    "https://app.example": "no path",
    "https://app.example/": "only a slash",
    "https://app.example:443/client": "the port that is meant anyway",
    "https://app.example:0/client": "port 0",
    "https://app.example:65536/client": "no such port",
    "https://app.example./client": "a dot after the host",
    "https://app..example/client": "an empty label",
    "https:/app.example/client": "one slash",
    "https:///app.example/client": "three slashes",
    "https://app.example\\client": "a backslash",
    "https://app.example/client#x": "a fragment",
    "https://app.example/client#": "an empty fragment",
    "https://app.example/client?v=1": "a query",
    "https://app.example/client?": "an empty query",
    "https://ada@app.example/client": "a user name",
    "https://ada:pw@app.example/client": "credentials",
    "https://app.example/./client": "a dot segment",
    "https://app.example/a/../client": "two dots",
    "https://app.example/a/%2e%2e/client": "encoded dots",
    "https://app.example/a/.%2E/client": "half encoded dots",
    "https://app.example/a%2f..%2fclient": "dots between encoded slashes",
    "https://app.example/a%5c%2e%2e%5cclient": "dots between encoded backslashes",
    "https://app.example/..": "dots at the end",
    "https://app.example/cl ient": "a blank",
    "https://app.example/client\n": "a line feed",
    " https://app.example/client": "a blank before",
    "https://app.example/cl\u0000ient": "NUL",
    "https://app.example/%": "half an escape",
    "https://app.example/%zz": "no escape",
    "https://münchen.example/client": "a host outside ASCII",
    "https://аpp.example/client": "a Cyrillic letter",
    "https://app.example/ä": "a path outside ASCII",
    "https://app.example/'quoted'": "quotes",
    'https://app.example/"quoted"': "double quotes",
    "https://app.example/<b>": "angle brackets",
    "https://app.example/$(id)": "a shell's substitution",
    "https://app.example/a;b": "a semicolon",
    "https://app.example/a&b": "an ampersand",
    "https://app.example/a*": "a star",
    "https://[2001:db8::1]/client": "an address of another machine in brackets",
    "http://localhost.example/client": "a host that only begins like this machine",
    "http://127.0.0.1.example/client": "likewise",
    "https://127.1/client": "a short spelling of an address",
    "https://2130706433/client": "an address as one number",
    "javascript:alert(1)//https://app.example/x": "a script",
  }))
    it(`${why}: ${JSON.stringify(text)}`, () => {
      assert.equal(isDocumentId(text), false);
      assert.equal(parseClientId(text), undefined);
    });

  it("too long", () => assert.equal(parseClientId(long(documentIdLengthMax + 1)), undefined));
});
