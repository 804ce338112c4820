import { argon2Sync, pbkdf2Sync } from "node:crypto";
import { hashSync } from "@node-rs/bcrypt";

/** Files in the shape that each product documents; none of them was written by the product itself. */

/** The password of everybody in these files. */
export const foreignPassword = "seven quiet rivers run north";

const salt = Buffer.from("sixteen bytes :)");
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const plain = (bytes: Uint8Array) => base64(bytes).replaceAll("=", "");
/** As cheap as bcrypt allows. */
export const bcrypt = hashSync(foreignPassword, 4);
const argon2 = argon2Sync("argon2id", {
  message: foreignPassword,
  nonce: salt,
  parallelism: 1,
  tagLength: 32,
  memory: 64,
  passes: 3,
});

function keycloakPassword(algorithm: string, iterations: number, value: Uint8Array, parameters: object) {
  return {
    type: "password",
    createdDate: 1700000000000,
    secretData: JSON.stringify({ value: base64(value), salt: base64(salt), additionalParameters: {} }),
    credentialData: JSON.stringify({
      hashIterations: iterations,
      algorithm,
      additionalParameters: parameters,
    }),
  };
}

const argon2Parameters = {
  hashLength: ["32"],
  memory: ["64"],
  type: ["id"],
  version: ["1.3"],
  parallelism: ["1"],
};
const app = {
  type: "otp",
  secretData: JSON.stringify({ value: "abcdefghij0123456789" }),
  credentialData: JSON.stringify({
    subType: "totp",
    digits: 6,
    counter: 0,
    period: 30,
    algorithm: "HmacSHA1",
  }),
};

/** A realm export of Keycloak, with what else such a file has around the users. */
export const keycloak = JSON.stringify(
  {
    id: "5a8d",
    realm: "acme",
    enabled: true,
    roles: { realm: [{ name: "admin", composites: { realm: ["{not a person}"] } }] },
    groups: [{ name: "staff", path: "/staff", subGroups: [] }],
    users: [
      {
        id: "f2b4",
        username: "Ada",
        email: "ada@example.org",
        emailVerified: true,
        enabled: true,
        firstName: "Ada",
        lastName: 'Love"lace}',
        credentials: [
          keycloakPassword("pbkdf2-sha512", 1000, pbkdf2Sync(foreignPassword, salt, 1000, 64, "sha512"), {}),
          app,
        ],
        groups: ["/staff", "/staff/berlin"],
        federatedIdentities: [{ identityProvider: "google", userId: "1184", userName: "ada@gmail.example" }],
        realmRoles: ["default-roles-acme"],
      },
      {
        username: "bob",
        email: "bob@example.org",
        emailVerified: false,
        enabled: false,
        credentials: [keycloakPassword("argon2", 3, argon2, argon2Parameters)],
        groups: [],
      },
      { username: "service-account-shop", serviceAccountClientId: "shop", enabled: true },
      {
        username: "carol",
        enabled: true,
        credentials: [
          keycloakPassword("pbkdf2-sha256", 1000, pbkdf2Sync(foreignPassword, salt, 1000, 64, "sha256"), {}),
          { type: "webauthn", secretData: "{}", credentialData: "{}" },
        ],
      },
      {
        username: "dave",
        enabled: true,
        credentials: [
          keycloakPassword("pbkdf2", 1000, pbkdf2Sync(foreignPassword, salt, 1000, 64, "sha1"), {}),
        ],
      },
    ],
    clients: [{ clientId: "shop", secret: "x".repeat(32) }],
  },
  undefined,
  2,
);

/** Lines of Auth0: the export of users, and the hashes that its support hands over. */
export const auth0 = [
  {
    _id: { $oid: "6" },
    email: "ada@example.org",
    email_verified: true,
    passwordHash: bcrypt,
    username: "ada",
    name: "Ada",
    connection: "Username-Password-Authentication",
    identities: [{ provider: "auth0", connection: "Username-Password-Authentication", user_id: "6" }],
  },
  {
    email: "bob@example.org",
    email_verified: false,
    blocked: true,
    custom_password_hash: {
      algorithm: "argon2",
      hash: { value: `$argon2id$v=19$m=64,t=3,p=1$${plain(salt)}$${plain(argon2)}`, encoding: "utf8" },
    },
  },
  {
    email: "carol@example.org",
    custom_password_hash: { algorithm: "md5", hash: { value: "abc", encoding: "hex" } },
  },
]
  .map((line) => JSON.stringify(line))
  .join("\n");

/** The users file of Authelia. */
export const authelia = `# The users of this house.
---
users:
  ada:
    disabled: false
    displayname: 'Ada Lovelace'
    password: '$argon2id$v=19$m=64,t=3,p=1$${plain(salt)}$${plain(argon2)}'
    email: 'ada@example.org'
    groups:
      - 'staff'
  bob:
    disabled: true
    displayname: 'Bob'
    password: '$pbkdf2-sha512$1000$${plain(salt).replaceAll("+", ".")}$${plain(pbkdf2Sync(foreignPassword, salt, 1000, 64, "sha512")).replaceAll("+", ".")}'
    email: 'bob@example.org'
  carol:
    displayname: 'Carol'
    password: '$6$rounds=50000$saltsalt$abcdef'
`;

/** The lines of an htpasswd file. */
export const htpasswd = [
  "# people",
  `ada:${bcrypt.replace("$2b$", "$2y$")}`,
  "bob:$apr1$r31.....$HqJZimcKQFAMYayBlzkrA/",
  "carol:{SHA}VBPuJHI7uixaa6LQGWx4s+5GKNE=",
  "",
].join("\n");

/** Clients of a realm export of Keycloak. */
export const keycloakClients = JSON.stringify({
  realm: "acme",
  users: [],
  clients: [
    { clientId: "account", enabled: true, redirectUris: ["/realms/acme/account/*"] },
    {
      clientId: "my-shop.web",
      name: "The shop",
      enabled: true,
      protocol: "openid-connect",
      publicClient: false,
      standardFlowEnabled: true,
      consentRequired: true,
      secret: "n0tChosenByAPerson0123456789abcd",
      redirectUris: ["https://shop.example/callback", "https://shop.example/*", "/relative"],
      attributes: { "post.logout.redirect.uris": "https://shop.example/bye##https://shop.example/*" },
    },
    { clientId: "app", enabled: false, publicClient: true, redirectUris: ["https://app.example/callback"] },
    { clientId: "saml", protocol: "saml", redirectUris: ["https://saml.example/"] },
    { clientId: "only-patterns", secret: "short", redirectUris: ["https://x.example/*"] },
    { clientId: "masked", secret: "**********", redirectUris: ["https://masked.example/cb"] },
  ],
});

/** What the API of Hydra answers for its clients. */
export const hydraClients = JSON.stringify([
  {
    client_id: "6f1a2b3c-0000-4000-8000-000000000001",
    client_name: "Notes",
    redirect_uris: ["https://notes.example/callback"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    scope: "openid offline_access email",
    token_endpoint_auth_method: "client_secret_post",
    post_logout_redirect_uris: ["https://notes.example/bye"],
    metadata: {},
    jwks: {},
    client_secret_expires_at: 0,
  },
  {
    client_id: "cron",
    grant_types: ["client_credentials"],
    token_endpoint_auth_method: "client_secret_basic",
  },
]);

/** The part of Authelia's configuration that has clients. */
export const autheliaClients = `identity_providers:
  oidc:
    clients:
      - client_id: 'wiki'
        client_name: 'The wiki'
        client_secret: '$pbkdf2-sha512$310000$c8p78n7pUMln0jzvd4aK4Q$JNRBzwAo0ek5qKn50cFzzvE9RXV88h1wJn5KGiHrD0YKtZaR/nCb2CJPOsKaPK0hjf.9yHxzQGZziziccp6Yng'
        public: false
        redirect_uris:
          - 'https://wiki.example/callback'
        scopes: ['openid', 'groups']
        token_endpoint_auth_method: 'client_secret_basic'
`;
