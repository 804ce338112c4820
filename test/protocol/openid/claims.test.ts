import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  type ClaimSource,
  claimsNamed,
  idTokenPersonClaims,
  noClaims,
  parseClaims,
  userinfoClaims,
} from "../../../src/protocol/openid/claims.ts";
import { instantOf } from "../../../src/values/time.ts";
import { publicSubject } from "../fixtures.ts";

const sub = publicSubject("lkuADA");
const ada: ClaimSource = {
  username: "ada",
  name: "Ada Lovelace",
  email: "ada@example.org",
  phoneNumber: "+442079460123",
  address: "12 St James's Square\nLondon SW1Y 4JH",
  updatedAt: instantOf(1_800_000_000_999),
};
const nameless: ClaimSource = { username: "bob", updatedAt: instantOf(0) };

function parse(claims: unknown) {
  return parseClaims(JSON.stringify(claims));
}

describe("claims parameter", () => {
  it("OpenID Connect Core §5.5: absent means nothing, and empty objects too", () => {
    assert.equal(parseClaims(undefined), noClaims);
    for (const claims of [{}, { id_token: {}, userinfo: {} }])
      assert.deepEqual(parse(claims), { ...noClaims, subjects: undefined, acr: undefined });
  });

  it("oidcc-claims-essential: names with null, essential and value are read, and unknown ones ignored", () => {
    const claims = {
      userinfo: { email: null, name: { essential: true }, photo: null, "name#ja": null },
      id_token: {
        auth_time: { essential: true },
        acr: { values: ["urn:x"] },
        email_verified: { value: false },
      },
      other: 1,
    };
    assert.deepEqual(parse(claims), {
      idToken: ["email_verified"],
      userinfo: ["name", "email"],
      subjects: undefined,
      acr: { values: ["urn:x"], isEssential: false },
    });
  });

  const contexts = [
    ["value", { value: "phr" }, ["phr"], false],
    ["values, essential", { values: ["phr", "urn:x"], essential: true }, ["phr", "urn:x"], true],
    ["no value", { essential: true }, [], true],
    ["values of another type", { values: [1, "phr"] }, ["phr"], false],
    ["essential as a text", { value: "phr", essential: "true" }, ["phr"], false],
  ] as const;
  for (const [title, acr, values, isEssential] of contexts)
    it(`OpenID Connect Core §5.5.1.1: acr with ${title}`, () =>
      assert.deepEqual(parse({ id_token: { acr } })?.acr, { values, isEssential }));

  const subjects = [
    ["value", { id_token: { sub: { value: "a" } } }, ["a"]],
    ["values", { id_token: { sub: { values: ["a", "b"] } } }, ["a", "b"]],
    ["at userinfo too", { userinfo: { sub: { value: "a" } } }, ["a"]],
    [
      "in both places: who is in both",
      { id_token: { sub: { values: ["a", "b"] } }, userinfo: { sub: { value: "b" } } },
      ["b"],
    ],
    ["no text: nobody", { id_token: { sub: { value: 1 } } }, []],
    [
      "null or essential: anybody",
      { id_token: { sub: null }, userinfo: { sub: { essential: true } } },
      undefined,
    ],
  ] as const;
  for (const [title, claims, expected] of subjects)
    it(`OpenID Connect Core §5.5.1: who must sign in, sub with ${title}`, () => {
      assert.deepEqual(parse(claims)?.subjects, expected);
    });

  const malformed = [
    "",
    "{",
    "null",
    "1",
    '"x"',
    "[]",
    '{"id_token":null}',
    '{"id_token":[]}',
    '{"userinfo":{"name":true}}',
    '{"userinfo":{"name":["x"]}}',
    "{'id_token':{}}",
    '{"id_token":{}}x',
  ];
  for (const text of malformed)
    it(`OpenID Connect Core §5.5: ${text || "an empty text"} is malformed`, () => {
      assert.equal(parseClaims(text), undefined);
    });

  it("more than 4096 bytes are malformed", () => {
    const ofLength = (length: number) => `{"x":"${"y".repeat(length - 8)}"}`;
    assert.ok(parseClaims(ofLength(4096)) !== undefined);
    assert.equal(parseClaims(ofLength(4097)), undefined);
    assert.equal(parseClaims(`{"x":"${"é".repeat(2050)}"}`), undefined);
  });

  it("property: unknown input never throws", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseClaims(text)));
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (id_token, userinfo) => void parse({ id_token, userinfo })),
    );
  });
});

describe("claims in the ID token", () => {
  const long: ClaimSource = { ...ada, name: "\u{1f469}".repeat(100), address: "\u{1f3e0}".repeat(500) };
  const scope = ["openid", "profile", "email", "phone", "address"];

  it("are those that the scope opens", () => {
    const { sub: _, id, ...expected } = userinfoClaims({ sub, person: ada, scope });
    assert.deepEqual(idTokenPersonClaims({ person: ada, scope, requested: [] }), expected);
    assert.deepEqual(idTokenPersonClaims({ person: ada, scope: ["openid"], requested: [] }), {});
  });

  it("leave the largest to userinfo where all together are too long for a cookie", () => {
    const { address, ...rest } = claimsNamed(long, Object.keys(userinfoClaims({ sub, person: long, scope })));
    assert.ok(address !== undefined);
    assert.deepEqual(idTokenPersonClaims({ person: long, scope, requested: [] }), rest);
  });

  it("are there at any length where claims.id_token asks for them by name", () => {
    const claims = idTokenPersonClaims({ person: long, scope, requested: ["address"] });
    assert.deepEqual(claims.address, { formatted: long.address });
  });

  it("property: those of the scope never exceed 1,536 bytes", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3000 }), fc.string({ maxLength: 3000 }), (name, address) => {
        const claims = idTokenPersonClaims({ person: { ...ada, name, address }, scope, requested: [] });
        return Buffer.byteLength(JSON.stringify(claims)) <= 1536;
      }),
    );
  });
});

describe("claims at userinfo", () => {
  const always = { sub, id: sub };
  const profile = { name: "Ada Lovelace", preferred_username: "ada", updated_at: 1_800_000_000 };
  const email = { email: "ada@example.org", email_verified: true };
  const phone = { phone_number: "+442079460123", phone_number_verified: false };
  const address = { address: { formatted: "12 St James's Square\nLondon SW1Y 4JH" } };
  const rows = [
    ["the interface: sub and id, in this order and nothing else", [], undefined, always],
    ["oidcc-server: openid opens nothing more", ["openid"], undefined, always],
    ["oidcc-scope-profile", ["openid", "profile"], undefined, { ...always, ...profile }],
    ["oidcc-scope-email", ["openid", "email"], undefined, { ...always, ...email }],
    [
      "oidcc-scope-phone: the number, which nobody has verified",
      ["openid", "phone"],
      undefined,
      { ...always, ...phone },
    ],
    [
      "OpenID Connect Core §5.1.1, oidcc-scope-address: the formatted text",
      ["openid", "address"],
      undefined,
      { ...always, ...address },
    ],
    [
      "oidcc-scope-all",
      ["profile", "email", "address", "phone"],
      undefined,
      { ...always, ...profile, ...email, ...phone, ...address },
    ],
    [
      "OpenID Connect Core §5.5: phone_number and address by name",
      ["openid"],
      ["address", "phone_number"],
      { ...always, phone_number: phone.phone_number, ...address },
    ],
    ["oidcc-claims-essential: one by one", ["openid"], ["name"], { ...always, name: "Ada Lovelace" }],
    ["unknown scope values and names open nothing", ["x", "constructor"], ["y", "__proto__"], always],
  ] as const;
  for (const [title, scope, requested, expected] of rows)
    it(title, () => {
      const claims = userinfoClaims({ sub, person: ada, scope, requested });
      assert.equal(JSON.stringify(claims), JSON.stringify(expected));
    });

  it("OpenID Connect Core §5.4: a claim that the operator set is opened by profile, or by its name", () => {
    const claims = { given_name: "Ada", family_name: "Lovelace", locale: "en-GB", of_a_later_release: "x" };
    const person = { ...nameless, claims };
    const { sub: _, id: __, ...answered } = userinfoClaims({ sub, person, scope: ["profile"] });
    assert.deepEqual(answered, {
      name: "bob",
      given_name: "Ada",
      family_name: "Lovelace",
      preferred_username: "bob",
      locale: "en-GB",
      updated_at: 0,
    });
    assert.deepEqual(claimsNamed(person, ["locale", "of_a_later_release", "picture"]), { locale: "en-GB" });
    assert.deepEqual(claimsNamed({ ...nameless, claims: { email: "x" } }, ["email"]), {});
  });

  it("OpenID Connect Core §5.3.2: a claim without a value is left out; a person without a name is named by the username", () => {
    assert.deepEqual(
      userinfoClaims({ sub, person: nameless, scope: ["profile", "email", "phone", "address"] }),
      {
        sub,
        id: sub,
        name: "bob",
        preferred_username: "bob",
        updated_at: 0,
      },
    );
    assert.deepEqual(
      claimsNamed(nameless, ["email", "email_verified", "phone_number", "phone_number_verified", "address"]),
      {},
    );
  });
});
