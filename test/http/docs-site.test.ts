import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { problems } from "../../src/operations/problem.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess } from "../support/in-process.ts";

let service: InProcessService;
let reader: FormClient;

before(async () => {
  service = await startInProcess({}, { hasDocs: true });
  reader = new FormClient(service.url);
});
after(() => service[Symbol.asyncDispose]());

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

test("the documents are served at /docs, and everything they load comes from beside them", async () => {
  const moved = await reader.get("/docs");
  assert.deepEqual([moved.status, moved.headers.location], [302, "/docs/"]);
  for (const [path, type] of [
    ["", "text/html; charset=utf-8"],
    ["index.html", "text/html; charset=utf-8"],
    ["clients/go.html", "text/html; charset=utf-8"],
    ["style.css", "text/css; charset=utf-8"],
    ["site.js", "text/javascript; charset=utf-8"],
    ["search.json", "application/json"],
    ["pictures/chart.svg", "image/svg+xml"],
    ["pictures/sign-in-light.webp", "image/webp"],
  ] as const) {
    const { status, headers } = await reader.get(`/docs/${path}`);
    assert.equal(status, 200, path);
    assert.equal(headers["content-type"], type);
    assert.equal(headers["content-security-policy"], policy);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["x-frame-options"], "DENY");
    assert.equal(headers["referrer-policy"], "no-referrer");
    assert.equal(headers["cache-control"], "no-cache");
    assert.equal(headers["set-cookie"], undefined);
  }
});

test("a page that the browser has already is not sent again", async () => {
  const first = await reader.get("/docs/glossary.html");
  const { etag = "" } = first.headers;
  const again = await reader.send({
    method: "GET",
    target: "/docs/glossary.html",
    headers: { "if-none-match": etag },
  });
  assert.deepEqual([again.status, again.body], [304, ""]);
});

test("responses that gain from it are compressed, with their own tag; images are not", async () => {
  const ask = (path: string, headers: Readonly<Record<string, string>>) =>
    fetch(`${service.url}/docs/${path}`, { headers });
  for (const path of [
    "reference.html",
    "search.json",
    "style.css",
    "site.js",
    "pictures/sign-in-light.webp",
  ]) {
    const [plain, packed] = [
      await ask(path, { "accept-encoding": "identity" }),
      await ask(path, { "accept-encoding": "br, gzip" }),
    ];
    const isPicture = path.endsWith(".webp");
    assert.equal(plain.headers.get("content-encoding"), null);
    assert.equal(packed.headers.get("content-encoding"), isPicture ? null : "gzip", path);
    for (const answer of [plain, packed]) assert.equal(answer.headers.get("vary"), "accept-encoding");
    const lengths = [plain, packed].map(({ headers }) => Number(headers.get("content-length")));
    if (!isPicture) assert.ok((lengths[1] ?? 0) < (lengths[0] ?? 0) * 0.6, `${path}: ${lengths}`);
    const [tag = "", packedTag = ""] = [plain, packed].map(({ headers }) => headers.get("etag") ?? "");
    assert.equal(tag === packedTag, isPicture);
    assert.deepEqual(await packed.bytes(), await plain.bytes());
    const again = { "accept-encoding": "gzip", "if-none-match": `"x", W/${packedTag}` };
    assert.equal((await ask(path, again)).status, 304);
  }
});

test("requests for documents are counted separately", async () => {
  await using counted = await startInProcess({ LATCHKEY_METRICS_PORT: "0" }, { hasDocs: true });
  const line = counted.log.find(({ message }) => message === "metrics-listening");
  for (const path of ["/docs/", "/docs/none.html", "/admin"])
    await (await fetch(counted.url + path, { redirect: "manual" })).bytes();
  const text = await (await fetch(String(Object(line?.fields).url))).text();
  for (const series of ['endpoint="docs",status="200"} 1', 'endpoint="docs",status="404"} 1'])
    assert.ok(text.includes(series), series);
  assert.match(text, /endpoint="admin",status="30\d"} 1/);
});

test("HEAD has the headers of GET; another method is 405", async () => {
  const head = await reader.send({ method: "HEAD", target: "/docs/" });
  assert.deepEqual([head.status, head.body], [200, ""]);
  assert.ok(Number(head.headers["content-length"]) > 5_000);
  const post = await reader.send({ method: "POST", target: "/docs/" });
  assert.deepEqual([post.status, post.headers.allow], [405, "GET, HEAD"]);
});

test("the type of every problem of the admin API leads to its section", async () => {
  const refused = await reader.get("/admin/api/v1/clients");
  const type = new URL(JSON.parse(refused.body).type);
  assert.equal(type.origin, new URL(service.service.issuer).origin);
  assert.equal(type.hash, "#token-missing");
  const page = await reader.get(type.pathname);
  assert.equal(page.status, 200);
  for (const kind of Object.keys(problems)) assert.ok(page.body.includes(`id="${kind}"`), kind);
});

for (const target of [
  "/docs/../package.json",
  "/docs/..%2fpackage.json",
  "/docs/%2e%2e/package.json",
  "/docs//etc/passwd",
  "/docs/%2fetc%2fpasswd",
  "/docs/..\\package.json",
  "/docs/index.html/",
  "/docs/README.md",
  "/docs/__proto__",
  "/docs/constructor",
  "/docs/search.json%00",
])
  test(`${target} is 404`, async () => {
    const { status, body } = await reader.send({ method: "GET", target });
    assert.equal(status, 404);
    assert.doesNotMatch(body, /root:|devDependencies/);
  });

test("the page at the base URL leads there", async () => {
  const home = await reader.get("/");
  assert.ok(home.body.includes('<a href="/docs/">All documents</a>'), home.body);
});

test("a service that was not started by the demo has no documents", async () => {
  await using plain = await startInProcess();
  const visitor = new FormClient(plain.url);
  for (const path of ["/docs", "/docs/", "/docs/index.html"])
    assert.equal((await visitor.get(path)).status, 404, path);
  assert.ok(!(await visitor.get("/")).body.includes("/docs"));
});

test("the guide of an application has the address of this service in it, and what its reader typed", async () => {
  const plain = await reader.get("/docs/apps/grafana.html");
  assert.equal(plain.status, 200);
  assert.ok(
    plain.body.includes(`${service.service.issuer}/v1/Oauth/authorization`),
    "the issuer of this service",
  );
  assert.ok(plain.body.includes("https://grafana.example.org") && plain.body.includes("CLIENT_ID"));
  const typed = "host=https%3A%2F%2Fdash.example%2Fx%2F&client_id=lkcAbc123";
  const own = await reader.get(`/docs/apps/grafana.html?${typed}`);
  assert.ok(own.body.includes("client_id = lkcAbc123"));
  assert.ok(own.body.includes("root_url = https://dash.example/x/"));
  assert.ok(own.body.includes('value="https://dash.example/x"'), "the form keeps it");
  assert.doesNotMatch(own.body, /= CLIENT_ID/);
  assert.notEqual(own.headers.etag, plain.headers.etag);
  const again = await reader.send({
    method: "GET",
    target: `/docs/apps/grafana.html?${typed}`,
    headers: { "if-none-match": own.headers.etag ?? "" },
  });
  assert.equal(again.status, 304);
});

test("what is typed into a guide is neither markup nor a link, and a guide is found by its own name alone", async () => {
  for (const query of [
    "host=javascript:alert(1)&client_id=%3Cscript%3Ex%3C%2Fscript%3E",
    "host=https%3A%2F%2Fa.example%2F%3Cimg%20src%3Dx%3E&client_id=%60%5Ba%5D(javascript:b)",
    "host=https%3A%2F%2Fa.example%2F%60%7C%7C)%5Ba%5D(javascript:b)&client_id=a%0Ab",
  ]) {
    const { status, body } = await reader.get(`/docs/apps/grafana.html?${query}`);
    assert.equal(status, 200);
    assert.doesNotMatch(body, /<script>x|<img src=x|href="javascript:/, query);
  }
  for (const path of ["apps/none.html", "apps/__proto__.html", "apps/..%2Fgrafana.html"])
    assert.equal((await reader.get(`/docs/${path}`)).status, 404, path);
});
