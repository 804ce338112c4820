import { pbkdf2Sync } from "node:crypto";
import { bcrypt, foreignPassword } from "../../../../support/foreign-files.ts";
import type { SourceFile } from "./source-file.ts";

const app = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const salt = Buffer.from("sixteen bytes :)");
const pbkdf2 = pbkdf2Sync(foreignPassword, salt, 24000, 32, "sha256");

/** Files of products that operators run themselves. */
export const selfHostedFiles: readonly SourceFile[] = [
  {
    title: "Kratos, GET /admin/identities with credentials",
    format: "kratos",
    text: JSON.stringify([
      {
        id: "9f425a8d-7efc-4768-8f23-7647a74fdf13",
        credentials: {
          password: {
            type: "password",
            identifiers: ["ada@example.org"],
            config: { hashed_password: bcrypt },
            version: 0,
            created_at: "2020-09-13T12:26:40Z",
            updated_at: "2020-09-13T12:26:40Z",
          },
          totp: {
            type: "totp",
            identifiers: ["9f425a8d"],
            config: {
              totp_url: `otpauth://totp/Example:ada?algorithm=SHA1&digits=6&issuer=Example&period=30&secret=${app}`,
            },
            version: 0,
          },
          oidc: {
            type: "oidc",
            identifiers: ["google:1184"],
            config: { providers: [{ subject: "1184", provider: "google", initial_id_token: "" }] },
            version: 0,
          },
          webauthn: { type: "webauthn", config: { credentials: [{ id: "AQ==" }] }, version: 0 },
        },
        schema_id: "default",
        schema_url: "https://kratos.example/schemas/ZGVmYXVsdA",
        state: "active",
        state_changed_at: "2020-09-13T12:26:40Z",
        traits: { email: "ada@example.org", name: { first: "Ada", last: "Lovelace" }, shoe_size: 38 },
        verifiable_addresses: [
          { id: "1", value: "ada@example.org", verified: true, via: "email", status: "completed" },
        ],
        recovery_addresses: [{ id: "2", value: "ada@example.org", via: "email" }],
        metadata_public: null,
        metadata_admin: { note: "vip" },
        created_at: "2020-09-13T12:26:40Z",
        updated_at: "2020-09-13T12:26:40Z",
        organization_id: null,
      },
      {
        id: "0a1b",
        schema_id: "default",
        state: "inactive",
        traits: { email: "bob@example.org" },
        verifiable_addresses: [],
        created_at: "2020-09-13T12:26:40Z",
      },
    ]),
    people: {
      "ada@example.org": {
        subject: "9f425a8d-7efc-4768-8f23-7647a74fdf13",
        name: "Ada Lovelace",
        claims: { given_name: "Ada", family_name: "Lovelace" },
        isEmailUnverified: undefined,
        createdAt: 1_600_000_000_000,
        password: foreignPassword,
      },
      "bob@example.org": { isDisabled: true, isEmailUnverified: true },
    },
    leftOut: {
      "link to a provider": 1,
      passkeys: 1,
      'field "traits.shoe_size"': 1,
      'field "metadata_admin.note"': 1,
    },
    passedOver: [
      "schema_id",
      "schema_url",
      "state_changed_at",
      "recovery_addresses",
      "updated_at",
      ...["password", "totp", "oidc"].flatMap((name) => [
        `credentials.${name}.type`,
        `credentials.${name}.identifiers`,
      ]),
      "credentials.password.created_at",
      "credentials.password.updated_at",
    ],
    apps: 1,
  },
  {
    title: "Zitadel, POST /admin/v1/export",
    format: "zitadel",
    text: JSON.stringify({
      orgs: [
        {
          orgId: "69629023906488334",
          org: { name: "Acme" },
          projects: [{ projectId: "1", project: { name: "p" } }],
          humanUsers: [
            {
              userId: "69629026806489455",
              user: {
                userName: "ada",
                profile: {
                  firstName: "Ada",
                  lastName: "Lovelace",
                  nickName: "countess",
                  displayName: "Ada Lovelace",
                  preferredLanguage: "de",
                  gender: "GENDER_FEMALE",
                },
                email: { email: "ada@example.org", isEmailVerified: true },
                phone: { phone: "+49301234567", isPhoneVerified: true },
                hashedPassword: { value: bcrypt },
                otpCode: app,
              },
            },
          ],
          machineUsers: [{ userId: "2", user: { userName: "robot", name: "Robot" } }],
        },
        {
          orgId: "69629023906488335",
          org: { name: "Other" },
          humanUsers: [
            {
              userId: "69629026806489456",
              user: {
                userName: "bob",
                profile: { firstName: "Bob" },
                email: { email: "bob@example.org" },
                hashedPassword: { value: bcrypt },
                passwordChangeRequired: true,
              },
            },
          ],
        },
      ],
    }),
    people: {
      ada: {
        subject: "69629026806489455",
        email: "ada@example.org",
        isEmailUnverified: undefined,
        phoneNumber: "+49301234567",
        claims: { given_name: "Ada", family_name: "Lovelace", nickname: "countess", locale: "de" },
        password: foreignPassword,
      },
      bob: { subject: "69629026806489456", isEmailUnverified: true, passwordHash: undefined },
    },
    passedOver: ["user.passwordChangeRequired", "user.profile.gender", "user.phone.isPhoneVerified"],
    apps: 1,
  },
  {
    title: "Zitadel, POST /v2/users",
    format: "zitadel",
    text: JSON.stringify({
      details: { totalResult: "1" },
      result: [
        {
          userId: "69629026806489455",
          details: { sequence: "2" },
          state: "USER_STATE_INACTIVE",
          username: "ada",
          loginNames: ["ada@acme.example"],
          preferredLoginName: "ada@acme.example",
          human: {
            profile: { givenName: "Ada", familyName: "Lovelace", displayName: "Ada Lovelace" },
            email: { email: "ada@example.org", isVerified: true },
            phone: {},
          },
        },
      ],
    }),
    people: { ada: { email: "ada@example.org", isEmailUnverified: undefined, isDisabled: true } },
    passedOver: ["details", "loginNames", "preferredLoginName"],
  },
  {
    title: "FusionAuth, file of the import API",
    format: "fusionauth",
    text: JSON.stringify({
      users: [
        {
          active: true,
          birthDate: "1815-12-10",
          data: { favourite: "numbers" },
          email: "ada@example.org",
          encryptionScheme: "salted-pbkdf2-hmac-sha256",
          factor: 24000,
          firstName: "Ada",
          id: "00000000-0000-0001-0000-000000000000",
          insertInstant: 1_600_000_000_000,
          lastName: "Lovelace",
          password: pbkdf2.toString("base64"),
          salt: salt.toString("base64"),
          preferredLanguages: ["de"],
          registrations: [{ applicationId: "1" }],
          twoFactor: {
            methods: [
              {
                authenticator: { algorithm: "HmacSHA1", codeLength: 6, timeStep: 30 },
                method: "authenticator",
                secret: Buffer.from("12345678901234567890").toString("base64"),
              },
            ],
            recoveryCodes: ["a"],
          },
          usernameStatus: "ACTIVE",
          username: "ada",
          verified: true,
        },
        {
          email: "bob@example.org",
          identities: [
            { type: "username", value: "bob", verified: true },
            { type: "email", value: "bob@example.org", verified: false },
          ],
          encryptionScheme: "salted-pbkdf2-hmac-sha256",
          factor: 24000,
          password: pbkdf2.toString("base64"),
          salt: salt.toString("base64"),
          passwordChangeRequired: true,
        },
      ],
    }),
    people: {
      ada: {
        email: "ada@example.org",
        subject: "00000000-0000-0001-0000-000000000000",
        isEmailUnverified: undefined,
        claims: { given_name: "Ada", family_name: "Lovelace", birthdate: "1815-12-10", locale: "de" },
        createdAt: 1_600_000_000_000,
        password: foreignPassword,
      },
      "bob@example.org": { isEmailUnverified: true, passwordHash: undefined },
    },
    leftOut: { registrations: 1, "recovery codes": 1, 'field "data.favourite"': 1 },
    passedOver: ["encryptionScheme", "factor", "passwordChangeRequired", "salt", "usernameStatus"],
    apps: 1,
  },
  {
    title: "SuperTokens, file for bulk import",
    format: "supertokens",
    text: JSON.stringify({
      users: [
        {
          externalUserId: "user-123",
          userMetadata: { plan: "premium" },
          userRoles: [{ role: "admin", tenantIds: ["public"] }],
          totpDevices: [{ secretKey: app, period: 30, skew: 1, deviceName: "phone" }],
          loginMethods: [
            {
              recipeId: "emailpassword",
              email: "ada@example.org",
              passwordHash: bcrypt,
              hashingAlgorithm: "bcrypt",
              isPrimary: true,
              isVerified: true,
              timeJoinedInMSSinceEpoch: 1_600_000_000_000,
              tenantIds: ["public"],
            },
            {
              recipeId: "thirdparty",
              email: "a@gmail.example",
              thirdPartyId: "google",
              thirdPartyUserId: "1184",
            },
          ],
        },
      ],
    }),
    people: {
      "ada@example.org": { subject: "user-123", isEmailUnverified: undefined, password: foreignPassword },
    },
    leftOut: {
      "link to a provider": 1,
      roles: 1,
      "further e-mail addresses": 1,
      'field "userMetadata.plan"': 1,
    },
    apps: 1,
  },
  {
    title: "Logto, rows of users",
    format: "logto",
    text: [
      {
        tenant_id: "default",
        id: "b5wmkv2cfv2h",
        username: "ada",
        primary_email: "ada@example.org",
        primary_phone: "49301234567",
        password_encrypted: bcrypt,
        password_encryption_method: "Bcrypt",
        name: "Ada Lovelace",
        avatar: null,
        profile: { givenName: "Ada" },
        application_id: "admin-console",
        identities: { google: { userId: "1184", details: {} } },
        custom_data: {},
        logto_config: {},
        mfa_verifications: [
          { id: "1", type: "Totp", key: app, createdAt: "2024-01-01T00:00:00Z" },
          { id: "2", type: "WebAuthn" },
        ],
        is_suspended: false,
        last_sign_in_at: null,
        created_at: "2020-09-13T12:26:40+00:00",
        updated_at: "2020-09-13T12:26:40+00:00",
      },
      {
        tenant_id: "default",
        id: "c5wmkv2cfv2h",
        username: "bob",
        // logto-io/logto, .changeset/empty-feet-leave.md.
        password_encrypted:
          '["sha256", ["salt123", "@"], "c465f66c6ac481a7a17e9ed5b4e2e7e7288d892f12bf1c95c140901e9a70436e"]',
        password_encryption_method: "Legacy",
        is_suspended: true,
        created_at: "2020-09-13T12:26:40+00:00",
      },
    ]
      .map((row) => JSON.stringify(row))
      .join("\n"),
    people: {
      ada: {
        subject: "b5wmkv2cfv2h",
        email: "ada@example.org",
        isEmailUnverified: undefined,
        createdAt: 1_600_000_000_000,
        password: foreignPassword,
      },
      bob: { isDisabled: true, password: "password123" },
    },
    leftOut: { "link to a provider": 1, "a telephone number without its country": 1, passkeys: 1 },
    passedOver: ["tenant_id", "application_id", "password_encryption_method", "updated_at"],
    apps: 1,
  },
  {
    title: "authentik, GET /api/v3/core/users/",
    format: "authentik",
    text: JSON.stringify({
      pagination: { next: 0, count: 2 },
      results: [
        {
          pk: 5,
          username: "ada",
          name: "Ada Lovelace",
          is_active: true,
          last_login: "2024-07-29T15:51:28.071Z",
          date_joined: "2020-09-13T12:26:40Z",
          is_superuser: false,
          groups: ["3fa85f64-5717-4562-b3fc-2c963f66afa6"],
          groups_obj: [
            { pk: "3fa85f64-5717-4562-b3fc-2c963f66afa6", num_pk: 1, name: "staff", is_superuser: false },
          ],
          email: "ada@example.org",
          avatar: "data:image/svg+xml;base64,AA",
          attributes: { settings: { locale: "de" }, department: "R&D" },
          uid: "9d3f0c2b",
          path: "users",
          type: "internal",
          uuid: "0b9f2d4e",
        },
        {
          pk: 6,
          username: "outpost",
          name: "",
          is_active: true,
          groups_obj: [],
          uid: "1",
          type: "service_account",
        },
      ],
    }),
    people: {
      ada: {
        subject: "9d3f0c2b",
        name: "Ada Lovelace",
        groups: ["staff"],
        isEmailUnverified: true,
        createdAt: 1_600_000_000_000,
      },
    },
    leftOut: { 'field "attributes.department"': 1 },
    passedOver: ["pk", "uuid", "groups", "avatar", "last_login", "type", "path", "attributes.settings"],
  },
  {
    title: "Casdoor, rows of user",
    format: "casdoor",
    text: JSON.stringify([
      {
        owner: "acme",
        name: "ada",
        created_time: "2020-09-13T12:26:40Z",
        updated_time: "",
        id: "0f6a1d2e-1111-4f6b-8d6a-6d8c4f7a0001",
        type: "normal-user",
        password: bcrypt,
        password_salt: "",
        password_type: "bcrypt",
        display_name: "Ada Lovelace",
        email: "ada@example.org",
        email_verified: true,
        is_admin: false,
        is_forbidden: false,
        is_deleted: false,
        tag: "staff",
        github: "",
      },
      {
        owner: "acme",
        name: "bob",
        created_time: "2020-09-13T12:26:40Z",
        id: "0f6a1d2e-1111-4f6b-8d6a-6d8c4f7a0002",
        password: "5f4dcc3b",
        password_type: "sha512-salt",
        email: "bob@example.org",
        is_forbidden: true,
        is_deleted: false,
      },
      {
        owner: "acme",
        name: "carol",
        created_time: "",
        id: "3",
        email: "c@example.org",
        is_forbidden: false,
        is_deleted: true,
      },
    ]),
    people: {
      ada: {
        subject: "0f6a1d2e-1111-4f6b-8d6a-6d8c4f7a0001",
        name: "Ada Lovelace",
        isEmailUnverified: undefined,
        createdAt: 1_600_000_000_000,
        password: foreignPassword,
      },
      bob: { isDisabled: true, passwordHash: undefined },
    },
    refused: 1,
    leftOut: { 'field "tag"': 1, "password hash (sha512-salt)": 1 },
    passedOver: ["owner", "type", "password_type"],
  },
  {
    title: "Dex, staticPasswords of its configuration",
    format: "dex",
    text: `issuer: http://127.0.0.1:5556/dex
storage:
  type: memory
web:
  http: 127.0.0.1:5556
staticClients:
  - id: example-app
    redirectURIs:
      - 'http://127.0.0.1:5555/callback'
    name: 'Example App'
    secret: ZXhhbXBsZS1hcHAtc2VjcmV0
enablePasswordDB: true
staticPasswords:
  - email: "user@example.com"
    hash: "${bcrypt}"
    username: "user-login"
    name: "User Full Name"
    emailVerified: true
    preferredUsername: "user-public"
    groups:
      - "team-a"
      - "team-a/admins"
    userID: "08a8684b-db88-4b73-90a9-3cd1661f5466"
  - email: "admin@example.com"
    # Older files have the hash in base64.
    hash: "${Buffer.from(bcrypt).toString("base64")}"
    username: "admin"
    userID: "41331323-6f44-45e6-b3b9-2c4b60c02be5"
  - email: "env@example.com"
    hashFromEnv: DEX_USER_PASSWORD
    username: env
    emailVerified: false
    userID: "15841185641784"
`,
    people: {
      "user-public": {
        // As tokens of Dex have it in public write-ups with this id.
        subject: "CiQwOGE4Njg0Yi1kYjg4LTRiNzMtOTBhOS0zY2QxNjYxZjU0NjYSBWxvY2Fs",
        name: "User Full Name",
        email: "user@example.com",
        groups: ["team-a", "team-a/admins"],
        isEmailUnverified: undefined,
        password: foreignPassword,
      },
      admin: { isEmailUnverified: undefined, password: foreignPassword },
      env: { isEmailUnverified: true, hasOldPassword: true },
    },
    leftOut: { "a password hash in the environment of Dex": 1 },
  },
  {
    title: "Rauthy, rows of users",
    format: "rauthy",
    text: JSON.stringify([
      {
        id: "gfrg3PwcEhBdA9LBD6lmbJmz",
        email: "ada@example.org",
        given_name: "Ada",
        family_name: "Lovelace",
        password:
          "$argon2id$v=19$m=65536,t=2,p=1$IyTQMsvzB2JHDiWx8fq7Ew$VhYOA7AL0kbRXI5g2kOyyp8St1epkNj7WZyUY4pAIQQ",
        roles: "rauthy_admin",
        groups: "staff,berlin",
        enabled: 1,
        email_verified: 1,
        password_expires: null,
        created_at: 1_600_000_000,
        last_login: 1_700_000_000,
        language: "de",
        webauthn_user_id: null,
        user_expires: null,
        auth_provider_id: null,
        federation_uid: null,
        picture_id: null,
      },
    ]),
    people: {
      "ada@example.org": {
        subject: "gfrg3PwcEhBdA9LBD6lmbJmz",
        groups: ["berlin", "staff"],
        isEmailUnverified: undefined,
        isDisabled: false,
        claims: { given_name: "Ada", family_name: "Lovelace", locale: "de" },
        createdAt: 1_600_000_000_000,
        password: "password",
      },
    },
    leftOut: { roles: 1 },
    passedOver: ["last_login"],
  },
  {
    title: "Pocket ID, GET /api/users",
    format: "pocketid",
    text: JSON.stringify({
      data: [
        {
          id: "1f2e",
          username: "ada",
          email: "ada@example.org",
          firstName: "Ada",
          lastName: "Lovelace",
          isAdmin: true,
          locale: "de",
          customClaims: [
            { key: "zoneinfo", value: "Europe/Berlin" },
            { key: "shirt", value: "M" },
          ],
          userGroups: [{ id: "g1", friendlyName: "Staff", name: "staff" }],
          ldapId: null,
          disabled: false,
        },
      ],
      pagination: { totalPages: 1, totalItems: 1, currentPage: 1, itemsPerPage: 20 },
    }),
    people: {
      ada: {
        subject: "1f2e",
        groups: ["staff"],
        isAdmin: false,
        claims: { given_name: "Ada", family_name: "Lovelace", locale: "de", zoneinfo: "Europe/Berlin" },
      },
    },
    leftOut: { 'custom claim "shirt"': 1, "the right of an administrator": 1 },
  },
  {
    title: "Kanidm, kanidmd database backup",
    format: "kanidm",
    text: JSON.stringify({
      version: "1.4.0",
      db_s_uuid: "5c9b",
      db_d_uuid: "5c9c",
      db_ts_max: { secs: 1, nanos: 0 },
      keyhandles: {},
      repl_meta: { V1: { ruv: [] } },
      entries: [
        {
          ent: {
            V3: {
              changestate: { V1Live: {} },
              attrs: { class: { I8: ["object", "system"] }, name: { N8: ["system"] } },
            },
          },
        },
        {
          ent: {
            V3: {
              changestate: { V1Live: {} },
              attrs: {
                class: { I8: ["account", "memberof", "object", "person"] },
                name: { N8: ["ada"] },
                displayname: { U8: ["Ada Lovelace"] },
                mail: { EM: ["ada@example.org", ["ada@example.org"]] },
                uuid: { UU: ["7a4a3b0e-0001-4a4a-8a8a-000000000001"] },
                spn: { SP: [["ada", "idm.example"]] },
                memberof: { RF: ["00000000-0000-0000-0000-000000000035"] },
                primary_credential: {
                  CR: [
                    {
                      t: "primary",
                      d: {
                        type_: "V3PwMfa",
                        password: { PBKDF2: [24000, [...salt], [...pbkdf2]] },
                        totp: [
                          [
                            "phone",
                            { l: "phone", k: [...Buffer.from("12345678901234567890")], s: 30, a: "S1", d: 6 },
                          ],
                        ],
                        backup_code: { code_set: ["a"] },
                        webauthn: [],
                        uuid: "7a4a3b0e-0001-4a4a-8a8a-000000000002",
                      },
                    },
                  ],
                },
              },
            },
          },
        },
      ],
    }),
    people: {
      ada: {
        subject: "7a4a3b0e-0001-4a4a-8a8a-000000000001",
        name: "Ada Lovelace",
        email: "ada@example.org",
        isEmailUnverified: true,
        password: foreignPassword,
      },
    },
    leftOut: { groups: 1, "recovery codes": 1 },
    passedOver: ["class", "spn"],
    apps: 1,
  },
];
