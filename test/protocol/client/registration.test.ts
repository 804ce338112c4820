import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { readRegistration } from "../../../src/protocol/client/registration.ts";
import {
  metadataError,
  registrationErrors,
  registrationProblemError,
} from "../../../src/protocol/client/registration-errors.ts";

/** RFC 6749 §5.2: %x20-21 / %x23-5B / %x5D-7E. */
const plain = /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/;

describe("errors: registration", () => {
  for (const [reason, { description }] of Object.entries(registrationErrors))
    it(`${reason}: cause and repair in plain characters`, () => {
      assert.match(description, plain);
      assert.match(description, /^.{20,}\. .{15,}/);
    });

  it("RFC 7591 §3.2.2: the description is plain and of bounded length for every input", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 2000 }), (text) => {
        const { description } = metadataError(text, { isAboutRedirectUris: true });
        assert.match(description, plain);
        assert.ok(description.length <= 600);
      }),
    );
  });
});

describe("client metadata", () => {
  it("every input is read or refused with a problem that can be told, and never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const read = readRegistration(text);
        if (!read.ok) assert.match(registrationProblemError(read.reason).description, plain);
      }),
    );
  });

  it("RFC 7592 §2.2: null and an empty text mean the same as nothing", () => {
    const redirect_uris = ["https://app.example/cb"];
    const bare = readRegistration(JSON.stringify({ redirect_uris }));
    const empty = { client_name: null, scope: "", grant_types: null, jwks_uri: null, jwks: null };
    assert.ok(bare.ok);
    assert.deepEqual(readRegistration(JSON.stringify({ redirect_uris, ...empty })), bare);
  });

  it("members are looked for in what was sent and nowhere else", () => {
    const hostile = '{"redirect_uris":["https://app.example/cb"],"__proto__":{"client_name":"Evil"}}';
    const read = readRegistration(hostile);
    assert.ok(read.ok);
    assert.equal(read.value.clientName, undefined);
  });
});
