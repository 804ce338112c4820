import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ClientMetadata,
  interfaceMetadata,
  registersForMore,
} from "../../../src/protocol/client/client.ts";
import {
  changeMetadata,
  describeMetadataProblem,
  type MetadataChanges,
  type MetadataProblem,
} from "../../../src/protocol/client/metadata-change.ts";
import type { MetadataMember } from "../../../src/protocol/client/metadata-fields.ts";

const key = { kty: "OKP", crv: "Ed25519", x: "A".repeat(43) };
const keySet = JSON.stringify({ keys: [key] });

/** What confidential clients with such metadata become by the changes. */
function changed(changes: MetadataChanges, metadata = interfaceMetadata): ClientMetadata {
  const result = changeMetadata({ isPublic: false, metadata }, changes);
  assert.ok(result.ok, result.ok ? "" : describeMetadataProblem(result.reason));
  return result.value;
}

function refusal(changes: MetadataChanges, isPublic = false): MetadataProblem {
  const result = changeMetadata({ isPublic, metadata: interfaceMetadata }, changes);
  assert.ok(!result.ok, `accepted: ${JSON.stringify(changes)}`);
  return result.reason;
}

function assertUnusable(reason: MetadataProblem, member: MetadataMember, value: string | undefined): void {
  assert.ok(reason.kind === "value-unusable", reason.kind);
  assert.deepEqual([reason.member, reason.value], [member, value]);
}

const everything: MetadataChanges = {
  isOpenid: true,
  idTokenAlgorithm: "ES256",
  hasLeanIdToken: true,
  isPairwise: true,
  sector: "Shared.example",
  userinfoAlgorithm: "EdDSA",
  mayRefresh: true,
  keepsRefreshToken: true,
  isThirdParty: true,
  postLogoutRedirectUris: ["https://app.example/bye", "https://app.example/bye"],
  backchannelLogoutUri: "https://app.example/logout?tenant=1",
  mayEndSessions: true,
  publicKeys: keySet,
  logoUri: "https://app.example/logo.png",
  policyUri: "https://app.example/privacy",
  tosUri: "https://app.example/terms",
  requiresDpop: true,
  requiresPushedRequest: true,
  resources: ["https://api.example", "urn:example:api"],
  onlyGroups: ["staff", "staff"],
  audience: "https://own.example/",
};

test("every named property is registered, once, and the rest is as the interface has it", () => {
  assert.deepEqual(changed(everything), {
    ...interfaceMetadata,
    isOpenid: true,
    idTokenAlgorithm: "ES256",
    hasLeanIdToken: true,
    isPairwise: true,
    sector: "shared.example",
    userinfoAlgorithm: "EdDSA",
    mayRefresh: true,
    keepsRefreshToken: true,
    isThirdParty: true,
    wantsIssuer: true,
    postLogoutRedirectUris: ["https://app.example/bye"],
    backchannelLogoutUri: "https://app.example/logout?tenant=1",
    mayEndSessions: true,
    publicKeys: [key],
    logoUri: "https://app.example/logo.png",
    policyUri: "https://app.example/privacy",
    tosUri: "https://app.example/terms",
    requiresDpop: true,
    requiresPushedRequest: true,
    resources: ["https://api.example", "urn:example:api"],
    onlyGroups: ["staff"],
    audience: "https://own.example/",
  });
  assert.deepEqual(changed({ mayRefresh: true }), { ...interfaceMetadata, mayRefresh: true });
});

test("FAPI 2 §5.3.2.1: only a client with refresh tokens, keys and DPoP keeps its refresh token, and only while it has them", () => {
  const kept: MetadataChanges = {
    mayRefresh: true,
    publicKeys: keySet,
    requiresDpop: true,
    keepsRefreshToken: true,
  };
  const metadata = changed(kept);
  assert.equal(metadata.keepsRefreshToken, true);
  for (const without of ["mayRefresh", "publicKeys", "requiresDpop"] as const) {
    const { [without]: _, ...rest } = kept;
    assert.deepEqual(refusal(rest), { kind: "rotation-needed" }, without);
    const taken = changeMetadata(
      { isPublic: false, metadata },
      { [without]: without === "publicKeys" ? null : false },
    );
    assert.equal(taken.ok && taken.value.keepsRefreshToken, false, without);
  }
});

test("a client that registers for nothing has the metadata of the interface, also once everything is taken away", () => {
  assert.deepEqual(changed({}), interfaceMetadata);
  assert.deepEqual(
    changed({ isOpenid: false, mayRefresh: false, resources: [], audience: null }),
    interfaceMetadata,
  );
  const full = changed(everything);
  const none: MetadataChanges = {
    isOpenid: false,
    mayRefresh: false,
    isThirdParty: false,
    postLogoutRedirectUris: [],
    publicKeys: null,
    logoUri: null,
    policyUri: null,
    tosUri: null,
    requiresDpop: false,
    requiresPushedRequest: false,
    resources: [],
    onlyGroups: [],
    audience: null,
  };
  assert.deepEqual(changed(none, full), interfaceMetadata);
  assert.equal(registersForMore({ metadata: changed(none, full) }), false);
  assert.equal(registersForMore({ metadata: full }), true);
});

test("each thing alone is something beyond the interface", () => {
  const rows: MetadataChanges[] = [
    { isOpenid: true },
    { mayRefresh: true },
    { isThirdParty: true },
    { onlyGroups: ["staff"] },
    { postLogoutRedirectUris: ["https://app.example/bye"] },
    { publicKeys: keySet },
    { requiresDpop: true },
    { requiresPushedRequest: true },
    { resources: ["https://api.example"] },
    { audience: "https://api.example" },
    { publicKeysUri: "https://app.example/keys" },
    { logoUri: "https://app.example/logo.png" },
    { policyUri: "https://app.example/privacy" },
    { tosUri: "https://app.example/terms" },
    { secretMethod: "client_secret_post" },
    { registrationTokenDigest: "A".repeat(43) },
  ];
  for (const row of rows) assert.ok(registersForMore({ metadata: changed(row) }), JSON.stringify(row));
});

test("a change touches what it names and nothing else", () => {
  const full = changed(everything);
  assert.deepEqual(changed({}, full), full);
  const unpushed = { ...full, requiresPushedRequest: false };
  assert.deepEqual(changed({ requiresPushedRequest: false }, full), unpushed);
  assert.deepEqual(changed({ resources: ["https://new.example"] }, full), {
    ...full,
    resources: ["https://new.example"],
  });
  const { userinfoAlgorithm: _, ...unsigned } = full;
  assert.deepEqual(changed({ userinfoAlgorithm: null }, full), unsigned);
});

test("RFC 7591 §2: keys replace the address of keys, the address replaces keys, and each can be taken away", () => {
  const publicKeysUri = "https://app.example/keys";
  const published = changed({ publicKeysUri }, changed({ publicKeys: keySet }));
  assert.deepEqual([published.publicKeys, published.publicKeysUri], [[], publicKeysUri]);
  const named = changed({ publicKeys: keySet }, published);
  assert.deepEqual([named.publicKeys, named.publicKeysUri], [[key], undefined]);
  assert.deepEqual(changed({ publicKeys: null }, published), interfaceMetadata);
  assert.deepEqual(changed({ publicKeysUri: null }, published), interfaceMetadata);
  assert.deepEqual(changed({ mayRefresh: true }, published), { ...published, mayRefresh: true });
});

test("public keys are published over https, or on this machine, and not by public clients", () => {
  for (const uri of [
    "http://app.example/keys",
    "https://me@app.example/",
    "https://app.example/#a",
    "keys",
  ]) {
    const reason = refusal({ publicKeysUri: uri });
    assertUnusable(reason, "publicKeysUri", uri);
    assert.ok(describeMetadataProblem(reason).startsWith(`${uri} cannot be asked for public keys`));
  }
  assert.ok(changed({ publicKeysUri: "http://localhost:3000/keys" }));
  assert.equal(refusal({ publicKeysUri: "https://app.example/keys" }, true).kind, "confidential-only");
});

test("RFC 9207 §2.4: a client of OpenID Connect gets iss in answers, and stops getting it when it is none any more", () => {
  assert.equal(changed({ isOpenid: true }).wantsIssuer, true);
  assert.equal(changed({ isOpenid: false }, changed(everything)).wantsIssuer, false);
});

test("turning OpenID Connect off takes along what rests on it, and leaves the rest", () => {
  const left = changed({ isOpenid: false }, changed(everything));
  assert.equal(left.idTokenAlgorithm, "RS256");
  assert.equal(left.hasLeanIdToken, false);
  assert.equal(left.userinfoAlgorithm, undefined);
  assert.equal(left.backchannelLogoutUri, undefined);
  assert.deepEqual(left.postLogoutRedirectUris, ["https://app.example/bye"]);
  assert.equal(left.mayRefresh, true);
});

test("what would silently do nothing is refused", () => {
  const rows = {
    idTokenAlgorithm: "ES256",
    userinfoAlgorithm: "RS256",
    backchannelLogoutUri: "https://app.example/",
    hasLeanIdToken: true,
    isPairwise: true,
    mayEndSessions: true,
  };
  for (const [member, value] of Object.entries(rows)) {
    const reason = refusal({ [member]: value });
    assert.deepEqual(reason, { kind: "needs-openid", member });
    assert.match(describeMetadataProblem(reason), /^Only clients of OpenID Connect/);
  }
  assert.equal(refusal({ isOpenid: false, idTokenAlgorithm: "ES256" }).kind, "needs-openid");
});

test("a public client can keep no private key and cannot introspect", () => {
  const keys = refusal({ publicKeys: keySet }, true);
  assert.deepEqual(keys, { kind: "confidential-only", member: "publicKeys" });
  const audience = refusal({ audience: "https://api.example" }, true);
  assert.deepEqual(audience, { kind: "confidential-only", member: "audience" });
  for (const problem of [keys, audience]) assert.match(describeMetadataProblem(problem), /^A public client/);
});

test("post-logout redirect URIs follow the rules of redirect URIs", () => {
  for (const uri of ["http://app.example/bye", "https://*.example/", "com.example.app:/bye", "/bye", ""]) {
    const reason = refusal({ postLogoutRedirectUris: ["https://app.example/bye", uri] });
    assertUnusable(reason, "postLogoutRedirectUris", uri);
    assert.ok(describeMetadataProblem(reason).startsWith(`${uri} cannot be registered`));
  }
  const own = { postLogoutRedirectUris: ["com.example.app:/bye"] };
  assert.ok(
    changeMetadata({ isPublic: true, metadata: interfaceMetadata }, own).ok,
    "an installed app has a scheme of its own",
  );
});

test("D33: a logo is fetched over https, or on this machine", () => {
  for (const uri of [
    "http://app.example/logo.png",
    "data:image/png;base64,AA",
    "https://me@app.example/",
    "",
  ]) {
    const reason = refusal({ logoUri: uri });
    assertUnusable(reason, "logoUri", uri);
    assert.ok(describeMetadataProblem(reason).startsWith(`${uri} cannot be asked for a logo`));
  }
  assert.ok(changed({ logoUri: "http://localhost:3000/logo.png" }));
});

test("pages that people are sent to are over https, or on this machine, and short enough to show", () => {
  const rows: [string, boolean][] = [
    ["https://app.example/privacy?lang=en", true],
    ["http://localhost:3000/privacy", true],
    ["http://app.example/privacy", false],
    ["javascript:alert(1)", false],
    ["data:text/html,x", false],
    ["https://me@app.example/", false],
    ["/privacy", false],
    ["", false],
    [`https://app.example/${"a".repeat(2000)}`, false],
  ];
  for (const name of ["policyUri", "tosUri"] as const)
    for (const [uri, isUsable] of rows) {
      if (isUsable) assert.equal(changed({ [name]: uri })[name], uri);
      else {
        const reason = refusal({ [name]: uri });
        assertUnusable(reason, name, uri);
        const shown = uri.length > 200 ? `${uri.slice(0, 200)}...` : uri;
        assert.ok(describeMetadataProblem(reason).startsWith(`${shown} cannot be linked`));
      }
    }
});

test("OpenID Connect Back-Channel Logout §2.2: logouts are told over https, or on this machine", () => {
  const rows: [string, boolean][] = [
    ["https://app.example/logout", true],
    ["https://app.example:8443/logout?a=1", true],
    ["http://localhost:3000/logout", true],
    ["http://127.0.0.1/logout", true],
    ["http://[::1]:3000/logout", true],
    ["http://app.example/logout", false],
    ["http://127.0.0.1.example/logout", false],
    ["https://app.example/logout#part", false],
    ["https://me:secret@app.example/", false],
    ["https:app.example", false],
    ["file:///etc/passwd", false],
    ["com.example.app:/logout", false],
    ["https://app.example/a b", false],
    ["https://äpp.example/", false],
    ["", false],
    [`https://app.example/${"a".repeat(2000)}`, false],
  ];
  for (const [uri, isUsable] of rows) {
    const plain = { isPublic: false, metadata: interfaceMetadata };
    const result = changeMetadata(plain, { isOpenid: true, backchannelLogoutUri: uri });
    assert.equal(result.ok, isUsable, uri);
    if (!result.ok) assertUnusable(result.reason, "backchannelLogoutUri", uri);
  }
});

test("RFC 8707 §2: a resource and an audience are absolute URIs without a fragment", () => {
  for (const uri of ["https://api.example", "https://api.example/v1?tenant=1", "urn:example:api"]) {
    assert.deepEqual(changed({ resources: [uri] }).resources, [uri]);
    assert.equal(changed({ audience: uri }).audience, uri);
  }
  for (const uri of ["", "api", "/api", "https://api.example/#a", "https://a b/", `urn:${"a".repeat(1000)}`])
    for (const changes of [{ resources: ["https://api.example", uri] }, { audience: uri }]) {
      const reason = refusal(changes);
      assertUnusable(reason, "audience" in changes ? "audience" : "resources", uri);
      assert.match(describeMetadataProblem(reason), / is not a resource indicator\. Use an absolute URI/);
    }
});

test("lists have a limit", () => {
  const uris = Array.from({ length: 101 }, (_, at) => `https://app.example/${at}`);
  for (const changes of [{ postLogoutRedirectUris: uris }, { resources: uris }])
    assert.match(describeMetadataProblem(refusal(changes)), /at most 100/);
});

test("what is wrong with a key set is said in its own words", () => {
  const reason = refusal({ publicKeys: "no keys" });
  assertUnusable(reason, "publicKeys", undefined);
  assert.match(describeMetadataProblem(reason), /not JSON/);
});

test("a sector that a document gave goes with the document, and the document with another sector that is named", () => {
  const sectorIdentifierUri = "https://shared.example/redirect-uris.json";
  const before = changed({ isOpenid: true, isPairwise: true, sectorIdentifierUri, sector: "shared.example" });
  const after = (changes: MetadataChanges) => {
    const { sector, sectorIdentifierUri: uri } = changed(changes, before);
    return [sector, uri];
  };
  assert.deepEqual(after({ mayRefresh: true }), ["shared.example", sectorIdentifierUri]);
  assert.deepEqual(after({ sectorIdentifierUri: null }), [undefined, undefined]);
  assert.deepEqual(after({ sector: "other.example" }), ["other.example", undefined]);
  assert.deepEqual(after({ sector: null }), [undefined, undefined]);
  assert.deepEqual(after({ isPairwise: false }), [undefined, undefined]);
  const operators = changed({ isOpenid: true, isPairwise: true, sector: "named.example" });
  assert.equal(changed({ sectorIdentifierUri: null }, operators).sector, "named.example");
});
