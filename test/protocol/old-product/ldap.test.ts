import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { elementsIn } from "../../../src/protocol/old-product/ber.ts";
import {
  readEntryName,
  readMessage,
  readResult,
  searchRequest,
} from "../../../src/protocol/old-product/ldap.ts";
import { parseFilter } from "../../../src/protocol/old-product/ldap-filter.ts";

const hexOf = (text: string, username = "ada") => {
  const filter = parseFilter(text);
  return filter && Buffer.from(filter(username)).toString("hex");
};
const ascii = (text: string) => Buffer.from(text).toString("hex");

test("RFC 4511 §4.5.1: each form of filter has its tag, and the values that the text describes", () => {
  const rows: readonly (readonly [text: string, hex: string])[] = [
    ["(uid={username})", `a30a 0403${ascii("uid")} 0403${ascii("ada")}`],
    ["(uid>={username})", `a50a 0403${ascii("uid")} 0403${ascii("ada")}`],
    ["(uid<={username})", `a60a 0403${ascii("uid")} 0403${ascii("ada")}`],
    ["(uid~={username})", `a80a 0403${ascii("uid")} 0403${ascii("ada")}`],
    ["(uid=*)", `8703${ascii("uid")}`],
    ["(uid=a*b*c)", `a410 0403${ascii("uid")} 3009 8001${ascii("a")} 8101${ascii("b")} 8201${ascii("c")}`],
    ["(uid=*{username}*)", `a40c 0403${ascii("uid")} 3005 8103${ascii("ada")}`],
    ["(!(a=\\2a))", `a208 a306 0401${ascii("a")} 0401 2a`],
    [
      "(&(a=1)(|(b=2)(c=\\00\\ff)))",
      `a01b a306 0401${ascii("a")} 0401${ascii("1")} a111 a306 0401${ascii("b")} 0401${ascii("2")} a307 0401${ascii("c")} 0402 00ff`,
    ],
    [
      "(a:1.2.840.113556.1.4.803:=2)",
      `a91e 8116${ascii("1.2.840.113556.1.4.803")} 8201${ascii("a")} 8301${ascii("2")}`,
    ],
    ["(a:dn:=2)", `a909 8201${ascii("a")} 8301${ascii("2")} 8401ff`],
    ["(:x:={username})", `a908 8101${ascii("x")} 8303${ascii("ada")}`],
  ];
  for (const [text, hex] of rows) assert.equal(hexOf(text), hex.replaceAll(" ", ""), text);
});

test("RFC 4515 §3: a text that is not a filter is refused", () => {
  const texts = [
    "",
    "uid={username}",
    "(uid)",
    "(=a)",
    "(&)",
    "(!(a=1)(b=2))",
    "(a=1",
    "(a=1))",
    "(a=1)(b=2)",
    "(a=\\zz)",
    "(a=\\2)",
    "(a=b\\)",
    "(a>=*)",
    "(a=b**c)",
    "(a:x=1)",
    "(:=1)",
    "((a=1))",
    "(a=\0)",
    "(a=(b))",
  ];
  for (const text of texts) assert.equal(parseFilter(text), undefined, text);
});

test("RFC 4515: whatever a name has in it, the filter has the same elements and one value that is the name", () => {
  const filter = parseFilter("(&(objectClass=person)(|(uid={username})(mail={username}@*)))");
  assert.ok(filter);
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (username) => {
      const bytes = filter(username);
      const [and] = elementsIn(bytes, { start: 0, end: bytes.length }) ?? [];
      assert.equal(and?.end, bytes.length);
      const [, or] = (and && elementsIn(bytes, and)) ?? [];
      const [uid, mail] = (or && elementsIn(bytes, or)) ?? [];
      assert.deepEqual([or?.tag, uid?.tag, mail?.tag], [0xa1, 0xa3, 0xa4]);
      const [, value] = (uid && elementsIn(bytes, uid)) ?? [];
      assert.deepEqual(
        Buffer.from(bytes.subarray(value?.start, value?.end)),
        Buffer.from(username.toWellFormed()),
      );
    }),
  );
});

test("bytes of any kind are a message, unfinished, too long or malformed, and never throw", () => {
  const known = Buffer.from(searchRequest(3, "dc=example", parseFilter("(uid=a)")?.("") ?? new Uint8Array()));
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 80 }),
      fc.nat({ max: known.length - 1 }),
      fc.nat({ max: 255 }),
      (bytes, at, byte) => {
        const changed = Buffer.from(known);
        changed[at] = byte;
        for (const each of [bytes, Buffer.concat([Buffer.from([0x30]), bytes]), changed]) {
          const read = readMessage(each);
          if (typeof read !== "object") continue;
          assert.ok(read.length <= each.length);
          readResult(read.message);
          readEntryName(read.message);
        }
      },
    ),
  );
});
