import { readBase32 } from "../base32.ts";
import { hasAll } from "../beginning.ts";
import {
  claim,
  createdAt,
  email,
  type FieldTable,
  flagIf,
  left,
  made,
  passedIf,
  passedOver,
  passwordHash,
  phone,
  readFields,
  subject,
  username,
} from "../fields.ts";
import { eachObject } from "../file-readers.ts";
import { identitiesIn, objectIn, objectsIn, textIn } from "../json-members.ts";
import type { Source } from "../source.ts";

/** Traits are as the operator's schema names them. These are the names of the presets of Ory, and of OpenID Connect. */
const traits: FieldTable = {
  email,
  username,
  name: made("name", (value, record) => {
    if (typeof value === "string") return { texts: { name: value } };
    const names = objectIn(record, "name");
    const claims = { given_name: textIn(names, "first"), family_name: textIn(names, "last") };
    const said = Object.entries(claims).filter((each): each is [string, string] => each[1] !== undefined);
    return { claims: Object.fromEntries(said) };
  }),
  first_name: claim("given_name"),
  given_name: claim("given_name"),
  last_name: claim("family_name"),
  family_name: claim("family_name"),
  nickname: claim("nickname"),
  picture: claim("picture"),
  website: claim("website"),
  locale: claim("locale"),
  phone,
  phone_number: phone,
};

/**
 * Identities as `GET /admin/identities?include_credential=password&include_credential=totp&include_credential=oidc` lists them: the
 * object `identity` of https://www.ory.com/docs/kratos/reference/api, whose credentials are written by ory/kratos, selfservice/strategy.
 */
const fields: FieldTable = {
  id: subject,
  state: flagIf("isDisabled", (state) => state !== "active"),
  traits,
  verifiable_addresses: made("whether the address is verified", (_, record) => {
    const address = textIn(objectIn(record, "traits"), "email");
    const found = objectsIn(record, "verifiable_addresses").find(({ value }) => value === address);
    return { texts: { isEmailVerified: found?.verified === true } };
  }),
  credentials: {
    password: {
      config: { hashed_password: passwordHash, ...passedOver("use_password_migration_hook") },
      ...withoutConfig(),
    },
    totp: {
      config: {
        totp_url: made("authenticator app", (value) => ({ texts: { totpSecret: secretIn(String(value)) } })),
      },
      ...withoutConfig(),
    },
    oidc: {
      config: {
        providers: made("links to providers", (value) => ({
          identities: identitiesIn(value, (json) => ({
            upstream: textIn(json, "provider"),
            subject: textIn(json, "subject"),
          })),
        })),
      },
      ...withoutConfig(),
    },
    webauthn: left("passkeys"),
    passkey: left("passkeys"),
    lookup_secret: left("recovery codes"),
    code: { config: passedOver("addresses"), ...withoutConfig() },
  },
  metadata_public: {},
  metadata_admin: {},
  created_at: createdAt,
  schema_id: passedIf("default", "schema_id"),
  ...passedOver("schema_url", "state_changed_at", "recovery_addresses", "updated_at", "available_aal"),
};

export const kratos: Source = {
  called: "the identities of Ory Kratos",
  recognises: (beginning) => hasAll(beginning, "schema_id", "traits"),
  read: eachObject((json) => readFields(json, fields), ["", "identities"]),
  fields,
};

function withoutConfig(): FieldTable {
  return passedOver("type", "identifiers", "version", "created_at", "updated_at");
}

/** The secret in an address of https://github.com/google/google-authenticator/wiki/Key-Uri-Format, if the app is of the usual kind. */
function secretIn(address: string): Uint8Array | "unusable" {
  const url = URL.parse(address);
  const of = (name: string, usual: string) => (url?.searchParams.get(name) ?? usual) === usual;
  if (url === null || !of("algorithm", "SHA1") || !of("digits", "6") || !of("period", "30"))
    return "unusable";
  return readBase32(url.searchParams.get("secret") ?? "") ?? "unusable";
}
