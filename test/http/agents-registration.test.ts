import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Json, RegistrationDesk } from "./support/registration-desk.ts";

let desk: RegistrationDesk;
before(async () => {
  desk = await RegistrationDesk.open();
});
after(() => desk[Symbol.asyncDispose]());

const both = ["authorization_code", "refresh_token"];
const publicClient = { token_endpoint_auth_method: "none", response_types: ["code"], grant_types: both };

type Agent = Json & { readonly redirect_uris: readonly string[] };

/** Registrations of Model Context Protocol clients, as their sources send them. */
const agents: readonly (readonly [name: string, metadata: Agent])[] = [
  [
    "Visual Studio Code, which asks for every grant type that the metadata document names",
    {
      ...publicClient,
      client_name: "Visual Studio Code",
      client_uri: "https://code.visualstudio.com",
      grant_types: [...both, "urn:ietf:params:oauth:grant-type:device_code"],
      redirect_uris: [
        "https://insiders.vscode.dev/redirect",
        "https://vscode.dev/redirect",
        "http://127.0.0.1/",
        "http://127.0.0.1:33418/",
      ],
      application_type: "native",
    },
  ],
  [
    "Cursor, with a scheme of its own",
    {
      ...publicClient,
      client_name: "Cursor",
      redirect_uris: [
        "cursor://anysphere.cursor-mcp/oauth/callback",
        "https://www.cursor.com/agents/mcp/oauth/callback",
        "http://localhost:8787/callback",
      ],
    },
  ],
  [
    "the Inspector, whose page is on another host, with an empty scope",
    {
      ...publicClient,
      client_name: "MCP Inspector",
      client_uri: "https://github.com/modelcontextprotocol/inspector",
      redirect_uris: ["http://127.0.0.1:6276/oauth/callback"],
      scope: "",
      application_type: "native",
    },
  ],
];

describe("registrations of agents", () => {
  for (const [name, metadata] of agents)
    it(`RFC 7591 §3.2.1: ${name}, is registered with what it may have`, async () => {
      const answer = desk.registered(await desk.register(metadata));
      assert.deepEqual(answer.redirect_uris, metadata.redirect_uris);
      assert.deepEqual(answer.grant_types, both);
      assert.equal(answer.token_endpoint_auth_method, "none");
      assert.ok(!Object.hasOwn(answer, "client_secret"));
    });

  it("a client that asks for none but an operator's grant type is refused", async () => {
    const redirect_uris = ["http://127.0.0.1/cb"];
    const only = { ...publicClient, redirect_uris, grant_types: ["client_credentials", "refresh_token"] };
    desk.assertRefused(await desk.register(only), "invalid_client_metadata");
  });
});
