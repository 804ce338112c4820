import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { AdminStage } from "./support/admin-api.ts";

let stage: AdminStage;
before(async () => {
  stage = await AdminStage.set();
  await stage.service.addAccount("ada", "correct horse battery staple");
});
after(() => stage[Symbol.asyncDispose]());

it("a name in a path is read as it was sent, so no other one stands for it", async () => {
  assert.equal((await stage.send("GET", "/users/ada")).status, 200);
  assert.equal((await stage.send("GET", "/users/%61d%61")).status, 200);
  for (const name of ["x\\..\\ada", ".\\ada", "ada#x", "ada#", "ada%00", "%ff", "%", "..", "%2e"]) {
    const answer = await stage.send("GET", `/users/${name}`);
    const expected = name === "ada%00" ? [400, "invalid-parameters"] : [404, "not-found"];
    assert.deepEqual([answer.status, answer.json.type.split("#")[1]], expected, name);
  }
  const ended = await stage.send("DELETE", "/users/x\\..\\ada/sessions");
  assert.deepEqual([ended.status, ended.json.type.split("#")[1]], [404, "not-found"]);
});

it("a query is read as it was sent: parameters once, and every one is known", async () => {
  const rows: readonly (readonly [query: string, parameter: string | undefined])[] = [
    ["", undefined],
    ["limit=1", undefined],
    ["l%69mit=1", undefined],
    ["&&limit=1&", undefined],
    ["limit=1&=x", undefined],
    ["q=a+b%20c", undefined],
    ["q=%ff", undefined],
    ["limit=1&limit=1", "limit"],
    ["limit=1&l%69mit=1", "limit"],
    ["limit=", "limit"],
    ["limit", "limit"],
    ["limit=%ff", "limit"],
    ["limit=1#x", "limit"],
    ["limit=1;q=x", "limit"],
    ["limit[]=1", "limit[]"],
    ["Limit=1", "Limit"],
    ["q=%00", "q"],
    ["__proto__=1", "__proto__"],
    ["constructor=1", "constructor"],
    ["%ff=1", "%ff"],
  ];
  for (const [query, parameter] of rows) {
    const answer = await stage.send("GET", `/users?${query}`);
    const named = answer.json.errors?.map((error: { readonly parameter: string }) => error.parameter);
    assert.deepEqual(
      [answer.status, named],
      parameter === undefined ? [200, undefined] : [400, [parameter]],
      query,
    );
  }
});

it("the query of an operation without parameters is ignored", async () => {
  assert.equal((await stage.send("GET", "/users/ada?limit=x&x=%ff")).status, 200);
});

it("a byte order mark before the content is ignored, and content of white space is not JSON", async () => {
  const read = await stage.send("POST", "/groups", { body: '\uFEFF{"group":"staff"}' });
  assert.equal(read.status, 201, read.body);
  for (const body of [" ", "\uFEFF", '\uFEFF\uFEFF{"group":"board"}', "{}x"]) {
    const answer = await stage.send("POST", "/groups", { body });
    assert.deepEqual([answer.status, answer.json.type.split("#")[1]], [400, "malformed-request"], body);
  }
});

it("of a request with several faults the parameters are told first, then the headers, then the content", async () => {
  const conditional = (path: string, ifMatch: string, body: unknown) =>
    stage.send("PATCH", path, { body, headers: { "if-match": ifMatch } });
  const first = async (path: string, ifMatch: string, body: unknown) => {
    const { parameter, pointer } = (await conditional(path, ifMatch, body)).json.errors[0];
    return parameter ?? pointer;
  };
  assert.equal(await first("/users/%00", "no tag", { email: 7 }), "user");
  assert.equal(await first("/users/ada", "no tag", { email: 7 }), "If-Match");
  assert.equal(await first("/users/ada", "*", { email: 7 }), "/email");
  assert.equal((await conditional("/users/ada", "", {})).status, 400);
});

it("headers that an operation does not take are ignored", async () => {
  const headers = { "if-match": "no tag", "idempotency-key": "not one" };
  assert.equal((await stage.send("GET", "/users/ada", { headers })).status, 200);
});

it("I5: a member called __proto__ is refused like any other that there is not, wherever it stands", async () => {
  const scope = '{"name":"read","sentence":"Read","translations":{"__proto__":"Lesen"}}';
  const rows: readonly (readonly [path: string, body: string, pointer: string])[] = [
    ["/users", '{"username":"eve","__proto__":{"admin":true}}', "/__proto__"],
    ["/users", '{"username":"eve","claims":{"given_name":"Eve","__proto__":"x"}}', "/claims/__proto__"],
    ["/users", '{"username":"eve","claims":{"nickname":"x","constructor":"x"}}', "/claims"],
    [
      "/apis",
      `{"resource":"urn:example:p","name":"P","scopes":[${scope}]}`,
      "/scopes/0/translations/__proto__",
    ],
  ];
  for (const [path, body, pointer] of rows) {
    const answer = await stage.send("POST", path, { body });
    const named = answer.json.errors?.map((error: { readonly pointer: string }) => error.pointer);
    assert.deepEqual([answer.status, named], [422, [pointer]], answer.body);
  }
  assert.equal((await stage.send("GET", "/users/eve")).status, 404);
});

it("a scope of a new API that cannot be used is pointed at, and one that is added alone too", async () => {
  const good = { name: "read", sentence: "Read" };
  const rows: readonly (readonly [scope: object, member: string])[] = [
    [{ ...good, name: "two words" }, "name"],
    [{ ...good, name: "openid" }, "name"],
    [{ ...good, name: "write", sentence: "" }, "sentence"],
    [{ ...good, name: "write", translations: { de: "\u200b" } }, "translations/de"],
  ];
  const pointersAt = async (path: string, body: object) => {
    const answer = await stage.send("POST", path, { body });
    assert.equal(answer.status, 422, answer.body);
    return answer.json.errors.map((error: { readonly pointer: string }) => error.pointer);
  };
  const wanted = { resource: "urn:example:pointed", name: "Pointed" };
  assert.equal((await stage.send("POST", "/apis", { body: wanted })).status, 201);
  for (const [scope, member] of rows) {
    assert.deepEqual(await pointersAt("/apis", { ...wanted, scopes: [good, scope] }), [
      `/scopes/1/${member}`,
    ]);
    assert.deepEqual(await pointersAt("/apis/urn%3Aexample%3Apointed/scopes", scope), [`/${member}`]);
  }
});
