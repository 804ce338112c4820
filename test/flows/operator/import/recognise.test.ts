import assert from "node:assert/strict";
import { test } from "node:test";
import { recogniseClients, recognisePeople } from "../../../../src/flows/operator/import/recognise.ts";
import type { PeopleFormat } from "../../../../src/flows/operator/import/sources.ts";
import {
  auth0,
  authelia,
  autheliaClients,
  bcrypt,
  htpasswd,
  hydraClients,
  keycloak,
  keycloakClients,
} from "../../../support/foreign-files.ts";
import { openImports } from "./imported.ts";

const lines = (...objects: readonly object[]) => objects.map((each) => JSON.stringify(each)).join("\n");

/** People in the shape that each product documents, and what they are recognised as; null: as none, with these words in the refusal. */
const people: readonly (readonly [string, string, PeopleFormat | null, RegExp?])[] = [
  [
    "Cognito, CSV of its user import",
    "cognito:username,name,given_name,email,email_verified,phone_number,cognito:mfa_enabled\nada,Ada,,ada@example.org,TRUE,,FALSE\n",
    "cognito",
  ],
  [
    "Cognito, CSV in the order of its header",
    "name,given_name,family_name,email,email_verified,cognito:mfa_enabled,cognito:username\nAda,,,ada@example.org,TRUE,FALSE,ada\n",
    "cognito",
  ],
  [
    "Firebase, auth:export as JSON",
    JSON.stringify({
      users: [
        {
          localId: "a1",
          email: "ada@example.org",
          emailVerified: true,
          passwordHash: "aGFzaA==",
          salt: "c2FsdA==",
          createdAt: "1700000000000",
          providerUserInfo: [],
        },
      ],
    }),
    "firebase",
  ],
  [
    "Firebase, auth:export as CSV",
    "a1,ada@example.org,true,aGFzaA==,c2FsdA==,Ada,,,,,,,,,,,,,,,,,,1700000000000,,,\n",
    null,
  ],
  [
    "Kratos, list of identities",
    JSON.stringify([
      {
        id: "9f42",
        credentials: { password: { type: "password", identifiers: ["ada@example.org"], config: {} } },
        schema_id: "default",
        state: "active",
        traits: { email: "ada@example.org" },
      },
    ]),
    "kratos",
  ],
  [
    "Django, dumpdata",
    JSON.stringify([
      {
        model: "auth.user",
        pk: 1,
        fields: { username: "ada", password: "pbkdf2_sha256$870000$s$h", is_superuser: true },
      },
    ]),
    "django",
  ],
  [
    "WordPress, user list as JSON",
    JSON.stringify([
      {
        ID: 1,
        user_login: "ada",
        display_name: "Ada",
        user_email: "ada@example.org",
        roles: "administrator",
      },
    ]),
    "wordpress",
  ],
  [
    "WordPress, user list as CSV",
    "ID,user_login,display_name,user_email,roles\n1,ada,Ada,ada@example.org,administrator\n",
    "wordpress",
  ],
  [
    "Okta, CSV of people",
    '"login","firstName","lastName","email","status"\n"ada@example.org","Ada","Lovelace","ada@example.org","ACTIVE"\n',
    null,
  ],
  [
    "Okta, users of its API",
    JSON.stringify([{ id: "00u1", status: "SUSPENDED", profile: { login: "ada@example.org" } }]),
    "okta",
  ],
  [
    "Entra, CSV download of users",
    "userPrincipalName,displayName,surname,mail,givenName,objectId,userType,accountEnabled\nada@example.org,Ada,Lovelace,ada@example.org,Ada,1,Member,False\n",
    "entra",
  ],
  [
    "Entra, users of Graph",
    JSON.stringify({
      value: [
        { id: "1", userPrincipalName: "ada@example.org", accountEnabled: false, mail: "a@example.org" },
      ],
    }),
    "entra",
  ],
  [
    "LDIF",
    "version: 1\n\ndn: uid=ada,ou=people,dc=example,dc=org\nobjectClass: inetOrgPerson\nuid: ada\nuserPassword:: e1NTSEF9\n",
    "ldif",
  ],
  ["LDIF without spaces", "dn:uid=ada,dc=example,dc=org\nuid:ada\nmail:ada@example.org\n", "ldif"],
  [
    "Zitadel, export of organisations",
    JSON.stringify({
      orgs: [
        {
          orgId: "1",
          humanUsers: [{ userId: "2", user: { userName: "ada", email: { email: "a@example.org" } } }],
        },
      ],
    }),
    "zitadel",
  ],
  [
    "Supabase, CSV of auth.users",
    "instance_id,id,aud,role,email,encrypted_password,email_confirmed_at,banned_until\n0,1,authenticated,authenticated,ada@example.org,$2a$10$x,,\n",
    null,
  ],
  [
    "Supabase, users of its API",
    JSON.stringify({
      users: [
        {
          id: "1",
          aud: "authenticated",
          role: "authenticated",
          email: "ada@example.org",
          app_metadata: { provider: "email" },
          user_metadata: {},
          identities: [{ identity_id: "2", user_id: "1", provider: "email" }],
        },
      ],
      aud: "authenticated",
    }),
    "supabase",
  ],
  [
    "Clerk, CSV of users",
    "id,first_name,last_name,username,primary_email_address,password_digest,password_hasher\nuser_1,Ada,Lovelace,ada,ada@example.org,$2a$10$x,bcrypt\n",
    "clerk",
  ],
  [
    "Clerk, users of its API",
    JSON.stringify([{ id: "user_1", object: "user", username: "ada", banned: true, email_addresses: [] }]),
    null,
  ],
  ["Keycloak, realm file", keycloak, "keycloak"],
  [
    "Keycloak, file of users",
    JSON.stringify({ realm: "acme", users: [{ username: "ada", enabled: true, credentials: [] }] }),
    "keycloak",
  ],
  ["Auth0, lines of an export", auth0, "auth0"],
  [
    "Auth0, lines without a password",
    lines({
      user_id: "auth0|1",
      email: "ada@example.org",
      name: "Ada",
      nickname: "ada",
      created_at: "2020-01-01T00:00:00Z",
    }),
    "auth0",
  ],
  [
    "Auth0, the extension",
    lines({
      Id: "auth0|1",
      "Given Name": "Ada",
      Email: "ada@example.org",
      "Email Verified": true,
      Connection: "x",
    }),
    "auth0",
  ],
  [
    "Auth0, bulk import",
    JSON.stringify([
      { email: "ada@example.org", custom_password_hash: { algorithm: "bcrypt", hash: { value: bcrypt } } },
    ]),
    "auth0",
  ],
  ["Authelia, users file", authelia, "authelia"],
  ["htpasswd", htpasswd, "htpasswd"],
  ["htpasswd with gaps", `# people\n${"\n".repeat(40)}nl1:{SHA}VBPuJHI7uixaa6LQGWx4s+5GKNE=\n`, "htpasswd"],
  ["lines of this service", lines({ username: "ada", emial: "a typing error" }), "latchkey"],
  ["CSV with this service's columns", "email,given_name,disabled\nada@example.org,Ada,yes\n", "csv"],
  [
    "a list of plain objects",
    JSON.stringify([{ username: "ada" }]),
    null,
    /first record has the members "username"/,
  ],
  ["clients alone", lines({ clientId: "shop", redirectUris: [] }), null],
  [
    "a user of two products",
    lines({ username: "ada", email: "ada@example.org", enabled: true, custom_password_hash: {} }),
    null,
    /It fits keycloak and auth0\. Its first record/,
  ],
  ["kubeconfig", "users:\n- name: ada\n  user: {}\n", null],
  ["passwd", "root:x:0:0:root:/root:/bin/bash\nada:x:1000:1000::/home/ada:/bin/sh\n", "passwd"],
  ["a line with signs for the terminal", "\u001b[2Jname\u202e\n", null, /^It begins with "\\u001b\[2Jname/],
  ["a very long line", `${"x".repeat(300)}\n`, null, /^It begins with "x{80}\.\.\."\.$/],
];

for (const [title, text, format, seen] of people)
  test(`people: ${title} is recognised as ${format ?? "no format, and the refusal says what it begins with"}`, () => {
    const recognised = recognisePeople(text);
    assert.deepEqual(recognised.ok ? recognised.value : null, format);
    assert.match(recognised.ok ? "" : recognised.reason, seen ?? /^(?:Its |It |$)/);
  });

test("of a file that is no one format, also with its format named, nobody is made up", async () => {
  const named: readonly (readonly [string, PeopleFormat])[] = [
    ["Cognito, CSV in the order of its header", "htpasswd"],
    ["LDIF without spaces", "htpasswd"],
    ["passwd", "htpasswd"],
    ["Cognito, CSV of its user import", "csv"],
    ["Django, dumpdata", "auth0"],
    ["WordPress, user list as JSON", "auth0"],
    ["Kratos, list of identities", "keycloak"],
    ["Firebase, auth:export as JSON", "keycloak"],
    ["Supabase, CSV of auth.users", "latchkey"],
  ];
  for (const [title, format] of named) {
    await using imports = await openImports();
    const [, text = ""] = people.find(([each]) => each === title) ?? assert.fail(title);
    const { counts } = await imports.importText(format, text);
    assert.deepEqual([title, counts.created, counts.refused > 0], [title, 0, true]);
  }
});

/** Clients, and what they are recognised as. */
const clients: readonly (readonly [string, string, string | null])[] = [
  ["Keycloak, realm file", keycloakClients, "keycloak"],
  [
    "Keycloak, one client a line",
    lines({ clientId: "shop", redirectUris: ["https://a.example/"] }),
    "keycloak",
  ],
  ["Hydra, list", hydraClients, "hydra"],
  ["Hydra, items", JSON.stringify({ items: [{ client_id: "a", redirect_uris: [] }] }), "hydra"],
  ["Authelia, configuration", autheliaClients, "authelia"],
  [
    "what client create --json prints",
    lines({
      client_id: "a",
      client_secret: "x",
      name: "A",
      redirect_uris: ["https://a.example/"],
      openid: true,
    }),
    "latchkey",
  ],
  [
    "what export clients prints",
    lines({ client_id: "a", name: "A", redirect_uris: [], profile: "strict" }),
    "latchkey",
  ],
  ["clients of two products", lines({ client_id: "a", name: "A", client_name: "A" }), null],
  ["people", lines({ username: "ada" }), null],
  ["a file of settings", "clients:\n  - a\n", null],
];

for (const [title, text, format] of clients)
  test(`clients: ${title} is recognised as ${format ?? "no format"}`, () => {
    const recognised = recogniseClients(text);
    assert.deepEqual(recognised.ok ? recognised.value : null, format);
  });
