import assert from "node:assert/strict";
import { test } from "node:test";
import { headersOf, readResponse } from "./http-response.ts";
import { keepCookies, readSignInForm } from "./sign-in-form.ts";

const plain = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A: b\r\n\r\nhello";
const chunked =
  "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nT: u\r\n\r\n";

test("a response is complete exactly when its last byte has come, however the bytes are cut", () => {
  for (const text of [plain, chunked]) {
    const whole = Buffer.from(text);
    for (let length = 0; length < whole.length; length += 1) {
      assert.equal(readResponse(whole.subarray(0, length)), undefined, `${length} bytes of ${text}`);
    }
    assert.equal(readResponse(whole)?.bytes, whole.length);
  }
});

test("RFC 9112 §6.2: Content-Length says where the body ends", () => {
  const response = readResponse(Buffer.from(`${plain}HTTP/1.1 500`));
  assert.equal(response?.status, 200);
  assert.equal(response.body.toString(), "hello");
  assert.equal(response.bytes, plain.length);
});

test("RFC 9112 §7.1: chunks are joined, extensions and trailers skipped", () => {
  assert.equal(readResponse(Buffer.from(chunked))?.body.toString(), "hello world");
});

test("RFC 9112 §6.3: 204 and 304 have no body", () => {
  assert.equal(readResponse(Buffer.from("HTTP/1.1 204 No Content\r\n\r\n"))?.body.length, 0);
});

test("what is no HTTP/1.1 response, or has no known end, is an error and never a success", () => {
  assert.throws(() => readResponse(Buffer.from("HTTP/1.0 200 OK\r\n\r\n")));
  assert.throws(() => readResponse(Buffer.from("HTTP/1.1 200 OK\r\n\r\n")));
  assert.throws(() =>
    readResponse(Buffer.from("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")),
  );
});

test("every value of a repeated header is found, whatever its case", () => {
  const text = "HTTP/1.1 204 No Content\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\n\r\n";
  const response = readResponse(Buffer.from(text));
  assert.deepEqual(response && headersOf(response, "set-cookie"), ["a=1", "b=2"]);
});

test("the sign-in form is read as a browser would: unescaped action, hidden fields", () => {
  const form = readSignInForm(
    '<form action="/other"></form><form method="post" action="/sign-in?a=1&amp;b=2">' +
      '<input type="hidden" name="step" value="x&#39;y"><input name="password" type="password"></form>',
  );
  assert.equal(form.action, "/sign-in?a=1&b=2");
  assert.deepEqual([...form.hidden], [["step", "x'y"]]);
});

test("cookies replace each other, and an emptied or expired one goes", () => {
  const jar = new Map([["old", "1"]]);
  keepCookies(jar, ["a=1; Path=/", "a=2; HttpOnly", "b=3; Max-Age=0", "old="]);
  assert.deepEqual([...jar], [["a", "2"]]);
});
