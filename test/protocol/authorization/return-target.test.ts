import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { carriedTo, queryTo, readReturnTarget } from "../../../src/protocol/authorization/return-target.ts";

describe("where a sign-in for a page of the service leads", () => {
  it("a page, by the query that names it", () => {
    assert.equal(queryTo("account/passkeys"), "to=account/passkeys");
    assert.deepEqual(readReturnTarget("to=account/passkeys"), { kind: "own-page", page: "account/passkeys" });
    assert.equal(carriedTo("to=account/passkeys"), "");
  });

  it("the page of devices, with the code that was typed and the client that asks for more", () => {
    const carried = "client_id=lkcA&user_code=WDJB-MJHT";
    const query = queryTo("device", carried);
    assert.equal(query, `to=device&${carried}`);
    assert.deepEqual(readReturnTarget(query), { kind: "own-page", page: "device", clientId: "lkcA" });
    assert.equal(carriedTo(query), "user_code=WDJB-MJHT");
    assert.equal(queryTo("device", "user_code=WDJB-MJHT"), "to=device&user_code=WDJB-MJHT");
    assert.equal(carriedTo("to=device&client_id=lkcA"), "");
  });

  it("the page of a link to a new address, with the secret of the link", () => {
    const carried = `link=${"s".repeat(43)}`;
    const query = queryTo("account/address/confirm", carried);
    assert.equal(query, `to=account/address/confirm&${carried}`);
    assert.deepEqual(readReturnTarget(query), { kind: "own-page", page: "account/address/confirm" });
    assert.equal(carriedTo(query), carried);
    assert.equal(queryTo("account/address/confirm", `${carried}s`), "to=account/address/confirm");
    assert.equal(queryTo("account/address/confirm", "user_code=WDJB-MJHT"), "to=account/address/confirm");
    assert.equal(queryTo("device", carried), "to=device");
  });

  const carriedByNoPage = [
    "user_code=WDJB-MJHT&to=account",
    "user_code=https://evil.example",
    "user_code=WDJB-MJHT%0d%0a",
    "client_id=../x",
    "next=//evil.example",
  ];
  for (const carried of carriedByNoPage)
    it(`nothing is remembered of ${carried}`, () => assert.equal(queryTo("device", carried), "to=device"));

  it("no other page remembers anything", () => {
    assert.equal(queryTo("account", "user_code=WDJB-MJHT"), "to=account");
  });

  const requests = [
    "",
    "to=",
    "to=https://evil.example",
    "to=device&next=//evil.example",
    "to=account&user_code=WDJB-MJHT",
    "to=device&user_code=WDJB-MJHT\n",
    "to=toString",
    "client_id=lkcA&redirect_uri=https://app.example/cb",
  ];
  for (const query of requests)
    it(`${JSON.stringify(query)} names no page, so it is an authorization request`, () => {
      assert.deepEqual(readReturnTarget(query), { kind: "request", query });
    });
});
