import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readBase32, writeBase32 } from "../../../src/flows/operator/import/base32.ts";
import { recogniseClients, recognisePeople } from "../../../src/flows/operator/import/recognise.ts";
import { type FileRecord, readLines, readListedObjects } from "../../../src/flows/operator/import/records.ts";

async function* inParts(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function all(records: AsyncIterable<FileRecord>): Promise<FileRecord[]> {
  const found: FileRecord[] = [];
  for await (const record of records) found.push(record);
  return found;
}

const person = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });

test("the objects of a long JSON text are found whole, wherever it is cut into parts", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(person, { maxLength: 5 }),
      fc.array(person, { maxLength: 3 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(0, 2),
      async (users, clients, size, indent) => {
        const around = { realm: 'a "{[', users, roles: { realm: [{ name: "deep" }] }, clients };
        const records = await all(readListedObjects(inParts(JSON.stringify(around, null, indent), size)));
        const of = (list: string) =>
          records.filter((record) => record.list === list).map(({ text }) => JSON.parse(text ?? ""));
        assert.deepEqual([of("users"), of("clients")], JSON.parse(JSON.stringify([users, clients])));
        const bare = await all(readListedObjects(inParts(JSON.stringify(users, null, indent), size)));
        assert.deepEqual(
          bare.map(({ list, text }) => [list, JSON.parse(text ?? "")]),
          JSON.parse(JSON.stringify(users)).map((user: unknown) => ["", user]),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test("a truncated list yields the complete objects and then reports the truncation", async () => {
  const people = [{ username: 'a"]}' }, { username: "b", groups: ["x"] }, { username: "c" }];
  for (const [text, indent] of [
    [JSON.stringify(people), 0],
    [JSON.stringify({ realm: "r", users: people }, undefined, 2), 2],
  ] as const)
    for (let length = 1; length < text.length; length += 1) {
      const records = await all(readListedObjects(inParts(text.slice(0, length), 7)));
      const { line, fault } = records.at(-1) ?? assert.fail(`nothing was said of ${length} characters`);
      assert.match(fault ?? "", /is truncated here/);
      assert.equal(line, indent === 0 ? 1 : text.slice(0, length).split("\n").length);
      for (const [index, record] of records.slice(0, -1).entries())
        assert.deepEqual(JSON.parse(record.text ?? ""), people[index]);
    }
});

for (const [title, text, fault] of [
  ["two lists", '[{"a":1}]\n[{"a":2}]', /line 2: .*has more text after the end/],
  ["two objects on one line", '{"a":1} {"a":2}', /line 1: .*has more text after the end/],
  ["words behind the list", '[{"a":1}]\n\nxx', /line 3: .*has more text after the end/],
  ["a bracket that closes another kind", '[{"a":1]\n,{"a":2}]', /line 1: .*different kind/],
  ["a bracket too many", '[{"a":1}}]', /line 1: .*different kind/],
] as const)
  test(`${title}: nothing after it is read, and the problem names its line`, async () => {
    const records = await all(readListedObjects(inParts(text, 3)));
    assert.match(`line ${records.at(-1)?.line}: ${records.at(-1)?.fault}`, fault);
    assert.ok(records.slice(0, -1).every((record) => record.fault === undefined));
  });

test("a last line with half an object is reported as truncated", async () => {
  const records = await all(readLines(inParts('{"a":1}\r\n{"a":', 5)));
  assert.deepEqual(
    records.map(({ line, text, fault }) => [line, text, fault !== undefined]),
    [
      [1, '{"a":1}', false],
      [2, undefined, true],
    ],
  );
});

test("lines have their numbers, empty ones are left out, and one without an end is no text", async () => {
  const text = `one\r\n\n  two\n${"x".repeat(1024 * 1024 + 1)}\nthree`;
  for (const size of [3, 70_000, text.length])
    assert.deepEqual(
      (await all(readLines(inParts(text, size)))).map((record) => [record.line, record.text]),
      [
        [1, "one"],
        [3, "two"],
        [4, undefined],
        [5, "three"],
      ],
    );
});

test("text that no format has is recognised as none, and is never an error", () => {
  for (const text of ["", "{", "[", "a,b\n1,2", "\0", "<xml/>", "user password"])
    assert.deepEqual([recognisePeople(text).ok, recogniseClients(text).ok], [false, false]);
  fc.assert(
    fc.property(fc.string(), (text) => {
      recognisePeople(text);
      recogniseClients(text);
    }),
  );
});

test("base32 of bytes reads as the same bytes, with or without padding and in either case", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      const text = writeBase32(bytes);
      assert.deepEqual(readBase32(text), bytes);
      assert.deepEqual(readBase32(`${text.toLowerCase()}====`), bytes);
    }),
  );
  assert.equal(writeBase32(Buffer.from("foobar")), "MZXW6YTBOI", "RFC 4648 §10");
  // A million signs of padding before another letter would take hours if each of them were a place to begin.
  for (const text of ["", "1", "ABC!", "é", "A=B", `${"=".repeat(1_000_000)}x`])
    assert.equal(readBase32(text), undefined);
});
