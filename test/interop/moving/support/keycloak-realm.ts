import type { KeycloakServer } from "./keycloak-server.ts";

export const password = "seven quiet rivers run north";
export const realm = "acme";
export const shopSecret = "n0tChosenByAPerson0123456789abcd";
/** The client that may ask about passwords. */
export const asking = { clientId: "latchkey-move", secret: "n0tChosenByAPerson9876543210dcba" };

/** A realm with people of each kind and clients of each kind, made by the admin REST API. */
export async function makeRealm(keycloak: KeycloakServer, shopUris: readonly string[]): Promise<void> {
  const at = (path: string) => `/${realm}${path}`;
  // Without other languages, Keycloak has no attribute `locale`.
  const languages = { internationalizationEnabled: true, supportedLocales: ["en", "de"] };
  await keycloak.admin("POST", "", { realm, enabled: true, ...languages });
  const profile = await keycloak.admin("GET", at("/users/profile"));
  await keycloak.admin("PUT", at("/users/profile"), { ...profile, unmanagedAttributePolicy: "ENABLED" });
  await keycloak.admin("POST", at("/roles"), { name: "auditor" });
  const staff = await keycloak.admin("POST", at("/groups"), { name: "staff" });
  await keycloak.admin("POST", at(`/groups/${staff}/children`), { name: "berlin" });
  await keycloak.admin("POST", at("/identity-provider/instances"), {
    alias: "google",
    providerId: "google",
    config: { clientId: "g", clientSecret: "g" },
  });
  const shop = await addClients(keycloak, shopUris);
  await addPeople(keycloak, shop);
}

/** Returns the id of the shop. */
async function addClients(keycloak: KeycloakServer, shopUris: readonly string[]): Promise<string> {
  const create = (client: object): Promise<string> => keycloak.admin("POST", `/${realm}/clients`, client);
  const shop = await create({
    clientId: "shop",
    name: "The shop",
    secret: shopSecret,
    redirectUris: shopUris,
    attributes: {
      "post.logout.redirect.uris": "+",
      "pkce.code.challenge.method": "S256",
      "access.token.lifespan": "600",
    },
    protocolMappers: [
      {
        name: "department",
        protocol: "openid-connect",
        protocolMapper: "oidc-usermodel-attribute-mapper",
        config: {
          "user.attribute": "department",
          "claim.name": "department",
          "jsonType.label": "String",
          "id.token.claim": "true",
          "userinfo.token.claim": "true",
        },
      },
      {
        name: "groups",
        protocol: "openid-connect",
        protocolMapper: "oidc-group-membership-mapper",
        config: { "claim.name": "groups", "full.path": "true", "id.token.claim": "true" },
      },
    ],
  });
  await keycloak.admin("POST", `/${realm}/clients/${shop}/roles`, { name: "manager" });
  await create({
    clientId: "spa",
    publicClient: true,
    redirectUris: ["http://127.0.0.1:9/spa", "https://spa.example/*"],
    webOrigins: ["+"],
  });
  await create({ clientId: "wiki", rootUrl: "https://wiki.example", redirectUris: ["/callback"] });
  await create({
    clientId: "robot",
    serviceAccountsEnabled: true,
    standardFlowEnabled: false,
    secret: shopSecret,
  });
  await create({
    clientId: asking.clientId,
    secret: asking.secret,
    standardFlowEnabled: false,
    directAccessGrantsEnabled: true,
  });
  await create({
    clientId: "signs",
    clientAuthenticatorType: "client-jwt",
    redirectUris: ["https://signs.example/callback"],
    attributes: { "use.jwks.url": "true", "jwks.url": "https://signs.example/jwks.json" },
  });
  await create({ clientId: "saml", protocol: "saml", redirectUris: ["https://saml.example/"] });
  return shop;
}

/** A person as the admin API creates them, and what is done to them afterwards. */
async function addPeople(keycloak: KeycloakServer, shop: string): Promise<void> {
  const at = (path: string) => `/${realm}${path}`;
  const create = (username: string, person: object): Promise<string> =>
    keycloak.admin("POST", at("/users"), {
      username,
      enabled: true,
      email: `${username}@example.org`,
      emailVerified: true,
      firstName: "Ada",
      lastName: "Lovelace",
      credentials: [{ type: "password", value: password, temporary: false }],
      ...person,
    });
  // Argon2id, as Keycloak hashes without a policy.
  const ada = await create("ada", {
    groups: ["/staff", "/staff/berlin"],
    attributes: { locale: ["de"], phoneNumber: ["+49301234567"], department: ["Engines"] },
  });
  const auditor = await keycloak.admin("GET", at("/roles/auditor"));
  await keycloak.admin("POST", at(`/users/${ada}/role-mappings/realm`), [auditor]);
  const manager = await keycloak.admin("GET", at(`/clients/${shop}/roles/manager`));
  await keycloak.admin("POST", at(`/users/${ada}/role-mappings/clients/${shop}`), [manager]);
  await create("carol", { emailVerified: false, requiredActions: ["CONFIGURE_TOTP"] });
  await create("dora", { requiredActions: ["webauthn-register-passwordless"] });
  const temporary = { type: "password", value: password, temporary: true };
  await create("erin", { credentials: [temporary] });
  // The profile of a realm demands a name and an address at the next sign-in.
  await create("gwen", { email: undefined, emailVerified: false, firstName: undefined, lastName: undefined });
  const federatedIdentities = [{ identityProvider: "google", userId: "1184", userName: "f@gmail.example" }];
  await create("finn", { credentials: [], federatedIdentities });
  for (const algorithm of ["pbkdf2", "pbkdf2-sha256", "pbkdf2-sha512"]) {
    await keycloak.admin("PUT", `/${realm}`, { passwordPolicy: `hashAlgorithm(${algorithm})` });
    await create(algorithm, {});
  }
  await create("bob", { enabled: false });
  await keycloak.admin("PUT", `/${realm}`, { passwordPolicy: "" });
}
