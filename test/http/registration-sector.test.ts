import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, before, describe, it } from "node:test";
import { type KeyPublisher, startKeyPublisher } from "../support/published-keys.ts";
import { startSelfSignedServer } from "../support/self-signed.ts";
import { type Json, type Registered, RegistrationDesk } from "./support/registration-desk.ts";

const redirectUris = ["https://photos.example/cb", "https://prints.example/cb"];
const native = { token_endpoint_auth_method: "none" };
const publish =
  (document: unknown, status = 200) =>
  (response: ServerResponse) =>
    response
      .writeHead(status, { "content-type": "application/json", location: "/all" })
      .end(JSON.stringify(document));

let desk: RegistrationDesk;
let host: KeyPublisher;
/** What happens while the document at /meanwhile is being fetched. */
let meanwhile = async () => {};
before(async () => {
  desk = await RegistrationDesk.open();
  host = await startKeyPublisher({
    "/all": publish(["https://other.example/cb", ...redirectUris]),
    "/app": publish(["http://127.0.0.1/cb"]),
    "/meanwhile": (response) => void meanwhile().then(() => publish(redirectUris)(response)),
    "/one": publish(redirectUris.slice(0, 1)),
    "/object": publish({ redirect_uris: redirectUris }),
    "/numbers": publish([...redirectUris, 1]),
    "/page": (response) => response.end("<h1>Not found</h1>"),
    "/moved": publish(redirectUris, 302),
    "/large": publish([...redirectUris, "x".repeat(70_000)]),
  });
});
after(async () => {
  await desk[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
});

const at = (path: string) => host.uri.replace("/keys", path);
const pairwise = (path: string): Json => ({
  redirect_uris: redirectUris,
  subject_type: "pairwise",
  sector_identifier_uri: at(path),
});

async function metadataOf(answer: Registered) {
  return (await desk.partyOf(answer)).client.metadata;
}

describe("a sector that a document names", () => {
  it("OpenID Connect Dynamic Client Registration §5: a client whose redirect URIs are all listed belongs to the host of the document, and its answers repeat the member", async () => {
    const answer = desk.registered(await desk.register(pairwise("/all")));
    assert.deepEqual([answer.subject_type, answer.sector_identifier_uri], ["pairwise", at("/all")]);
    assert.equal((await metadataOf(answer)).sector, "127.0.0.1");
    const shown = desk.registered(await desk.manage("GET", answer), 200);
    assert.equal(shown.sector_identifier_uri, at("/all"));
  });

  const refusals: readonly (readonly [title: string, uri: string, description: RegExp])[] = [
    ["lists only some of the redirect URIs", "/one", /https:\/\/prints\.example\/cb\. Add it/],
    ["is an object", "/object", /not a JSON array of texts\. Publish/],
    ["has other things than texts", "/numbers", /not a JSON array of texts\. Publish/],
    ["is a page", "/page", /not a JSON array of texts\. Publish/],
    ["has moved", "/moved", /status 302, and no redirect is followed\. Answer 200/],
    ["is not there", "/nothing", /status 404/],
    ["is too large", "/large", /longer than 64 KiB\. List only/],
    ["is where nobody answers", "http://127.0.0.1:1/", /does not answer\. Open/],
    ["is in a private network", "https://10.0.0.1/", /not public.*\. Publish/],
    ["is without TLS on another machine", "http://photos.example/s", /Use an https: address/],
    ["has no address", "photos", /Use an https: address/],
  ];
  for (const [title, uri, description] of refusals)
    it(`a registration is refused, with the repair, where the document ${title}`, async () => {
      const before = (await desk.service.ports.clients.list()).length;
      const metadata = uri.startsWith("/") ? pairwise(uri) : { ...pairwise("/"), sector_identifier_uri: uri };
      assert.match(desk.assertRefused(await desk.register(metadata), "invalid_client_metadata"), description);
      assert.equal((await desk.service.ports.clients.list()).length, before);
    });

  it("a client with public subjects has no sector, so it is refused, and nothing is fetched", async () => {
    const before = host.asked.length;
    const refused = await desk.register({ ...pairwise("/all"), subject_type: "public" });
    const description = desk.assertRefused(refused, "invalid_client_metadata");
    assert.match(description, /Add subject_type pairwise, or leave it out/);
    assert.equal(host.asked.length, before);
  });

  it("a certificate that is not trusted is named", async () => {
    await using server = await startSelfSignedServer((_request, response) => response.end("[]"));
    const metadata = { ...pairwise("/all"), sector_identifier_uri: `${server.origin}/s` };
    const refused = desk.assertRefused(await desk.register(metadata), "invalid_client_metadata");
    assert.match(refused, /not trusted here \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
  });

  it("RFC 7592 §2.2: a change asks the document again, and changes nothing where it lacks a redirect URI", async () => {
    const answer = desk.registered(await desk.register(pairwise("/all")));
    const own = { ...pairwise("/all"), client_id: answer.client_id };
    const more = { ...own, redirect_uris: ["https://other.example/cb"] };
    const changed = desk.registered(await desk.manage("PUT", answer, more), 200);
    assert.deepEqual(
      [changed.redirect_uris, changed.sector_identifier_uri],
      [more.redirect_uris, at("/all")],
    );
    for (const [change, description] of [
      [{ redirect_uris: ["https://victim.example/cb"] }, /does not list the redirect URI https:\/\/victim/],
      [{ sector_identifier_uri: at("/object") }, /not a JSON array/],
      [{ sector_identifier_uri: "https://photos.example/s" }, /cannot be changed later/],
      [{ sector_identifier_uri: undefined }, /cannot be changed later/],
      [{ sector_identifier_uri: undefined, subject_type: "public" }, /cannot be changed later/],
    ] as const) {
      const refused = await desk.manage("PUT", answer, { ...more, ...change });
      assert.match(desk.assertRefused(refused, "invalid_client_metadata"), description);
    }
    const shown = desk.registered(await desk.manage("GET", answer), 200);
    assert.deepEqual([shown.redirect_uris, shown.sector_identifier_uri], [more.redirect_uris, at("/all")]);
  });

  it("a client of one host may take on the document of that host, and gives it up again without another sector", async () => {
    const alone = { redirect_uris: ["http://127.0.0.1/cb"], subject_type: "pairwise", ...native };
    const answer = desk.registered(await desk.register(alone));
    const { client_id } = answer;
    const named = { ...alone, client_id, sector_identifier_uri: at("/app") };
    assert.equal(
      desk.registered(await desk.manage("PUT", answer, named), 200).sector_identifier_uri,
      at("/app"),
    );
    const back = desk.registered(await desk.manage("PUT", answer, { ...alone, client_id }), 200);
    assert.equal(back.sector_identifier_uri, undefined);
    const { sector, sectorIdentifierUri } = await metadataOf(answer);
    assert.deepEqual([sector, sectorIdentifierUri], [undefined, undefined]);
  });

  it("a change gives way to one that the operator made while the document was fetched", async () => {
    const answer = desk.registered(await desk.register(pairwise("/meanwhile")));
    const { clients } = desk.service.ports;
    const { client } = await desk.partyOf(answer);
    const named = { ...client.metadata, sector: "operators.example" };
    meanwhile = async () => {
      assert.ok((await clients.update({ ...client, metadata: named })).ok);
    };
    const change = { ...pairwise("/meanwhile"), client_id: answer.client_id };
    const refused = await desk.manage("PUT", answer, change);
    desk.assertRefused(refused, "temporarily_unavailable", 409);
    assert.equal((await metadataOf(answer)).sector, "operators.example");
  });

  it("the document is fetched only once the registration is counted", async () => {
    await using limited = await RegistrationDesk.open({ LATCHKEY_REGISTRATIONS_PER_HOUR: "1" });
    limited.registered(await limited.register(pairwise("/all")));
    const before = host.asked.length;
    const refused = await limited.register(pairwise("/all"));
    assert.equal(refused.status, 429);
    limited.assertRefused(
      await limited.register({ ...pairwise("/all"), client_name: 1 }),
      "invalid_client_metadata",
    );
    assert.equal(host.asked.length, before);
  });
});
