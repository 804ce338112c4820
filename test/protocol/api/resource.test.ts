import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isSameResource, parseResource, resourceLengthMax } from "../../../src/protocol/api/resource.ts";
import { whyNoResource } from "../../../src/protocol/client/metadata-uris.ts";

describe("resource indicators (RFC 8707 §2)", () => {
  const canonical: readonly (readonly [text: string, resource: string])[] = [
    ["https://api.example", "https://api.example"],
    ["https://api.example/", "https://api.example"],
    ["HTTPS://API.Example/", "https://api.example"],
    ["https://API.example/Orders", "https://api.example/Orders"],
    ["https://api.example/orders/", "https://api.example/orders/"],
    ["https://api.example/?of=A", "https://api.example/?of=A"],
    ["http://LOCALHOST:8082/mcp", "http://localhost:8082/mcp"],
    ["URN:example:Api", "urn:example:Api"],
    ["https://User@API.example", "https://User@api.example"],
    [`https://api.example/${"r".repeat(resourceLengthMax - 20)}`, `https://api.example/${"r".repeat(980)}`],
  ];
  for (const [text, resource] of canonical)
    it(`${text.slice(0, 40)} is ${resource.slice(0, 40)}`, () => assert.equal(parseResource(text), resource));

  for (const text of [
    "",
    "/orders",
    "api.example",
    "https://",
    "https://api.example/#part",
    "https://api.example/#",
    "https://api.example/orders list",
    "https://äpi.example",
    "https://api.example\n",
    `https://api.example/${"r".repeat(resourceLengthMax - 19)}`,
  ])
    it(`${JSON.stringify(text.slice(0, 40))} is none`, () => assert.equal(parseResource(text), undefined));

  it("two spellings of one resource are the same, and texts that are none are so letter by letter alone", () => {
    assert.ok(isSameResource("https://API.example/", "https://api.example"));
    assert.ok(isSameResource("/orders", "/orders"));
    assert.ok(!isSameResource("/orders", "/Orders"));
    assert.ok(!isSameResource("", "https://api.example"));
    assert.ok(!isSameResource("https://api.example/a", "https://api.example/a/"));
  });

  it("a client registers a resource, or its audience, as URL parsers spell it", () => {
    for (const text of ["https://API.example/", "http://localhost:8082/mcp", "urn:example:api"])
      assert.equal(whyNoResource(text), undefined, text);
    for (const [text, spelling] of [
      ["https://id.example/admin/../admin/api", "https://id.example/admin/api"],
      ["https://id.example/admin/%2e/api", "https://id.example/admin/api"],
      ["https://id.example:443/admin/api", "https://id.example/admin/api"],
      ["http://2130706433/orders", "http://127.0.0.1/orders"],
    ] as const)
      assert.equal(
        whyNoResource(text),
        `is spelled differently by clients, and would never be found. Write ${spelling}.`,
      );
  });

  const uris = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string({ unit: "binary" }),
    fc.stringMatching(/^[Hh]ttps?:\/\/[!-~]{0,20}$/),
    fc.stringMatching(/^[A-Za-z+.-]{1,6}:[!-~]{0,20}$/),
  );

  it("any text is read or refused, and a canonical form is its own canonical form", () => {
    fc.assert(
      fc.property(uris, (text) => {
        const resource = parseResource(text);
        if (resource !== undefined) assert.equal(parseResource(resource), resource);
      }),
    );
  });

  it("neither the case of scheme and host nor the slash of a bare origin makes another resource, and the case of a path does", () => {
    fc.assert(
      fc.property(fc.domain(), fc.stringMatching(/^[a-z]{1,10}$/), (host, path) => {
        const origin = `https://${host}`;
        const resource = parseResource(origin);
        assert.equal(parseResource(`${origin.toUpperCase()}/`), resource);
        assert.equal(parseResource(`HTTPS://${host.toUpperCase()}`), resource);
        assert.notEqual(parseResource(`${origin}/${path}`), parseResource(`${origin}/${path.toUpperCase()}`));
        assert.notEqual(parseResource(`${origin}/${path}`), parseResource(`${origin}/${path}/`));
      }),
    );
  });
});
