import { bcrypt, foreignPassword } from "../../../../support/foreign-files.ts";
import type { SourceFile } from "./source-file.ts";

const app = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

/** Files of services. */
export const serviceFiles: readonly SourceFile[] = [
  {
    title: "Okta, GET /api/v1/users",
    format: "okta",
    text: JSON.stringify([
      {
        id: "00u1ada",
        status: "ACTIVE",
        created: "2020-09-13T12:26:40.000Z",
        activated: "2020-09-13T12:26:40.000Z",
        statusChanged: null,
        lastLogin: null,
        lastUpdated: "2020-09-13T12:26:40.000Z",
        passwordChanged: null,
        type: { id: "oty1" },
        profile: {
          firstName: "Ada",
          lastName: "Lovelace",
          mobilePhone: "+49301234567",
          secondEmail: null,
          login: "ada@example.org",
          email: "ada@example.org",
          department: "R&D",
        },
        credentials: {
          password: {},
          emails: [{ value: "ada@example.org", status: "VERIFIED", type: "PRIMARY" }],
          recovery_question: { question: "?" },
          provider: { type: "OKTA", name: "OKTA" },
        },
        _links: { self: { href: "https://example.okta.com/api/v1/users/00u1ada" } },
      },
      {
        id: "00u1bob",
        status: "SUSPENDED",
        created: "2020-09-13T12:26:40.000Z",
        profile: { firstName: "Bob", lastName: "B", login: "bob@corp.example", email: "bob@example.org" },
        credentials: { provider: { type: "OKTA", name: "OKTA" } },
      },
    ]),
    people: {
      "ada@example.org": {
        subject: "00u1ada",
        name: "Ada Lovelace",
        phoneNumber: "+49301234567",
        claims: { given_name: "Ada", family_name: "Lovelace" },
        isEmailUnverified: undefined,
        isDisabled: false,
        createdAt: 1_600_000_000_000,
      },
      "bob@example.org": { subject: "00u1bob", isDisabled: true, isEmailUnverified: true },
    },
    leftOut: { "recovery question": 1, 'field "profile.department"': 1 },
    passedOver: ["activated", "lastUpdated", "type", "_links", "credentials.provider"],
  },
  {
    title: "Entra, GET /v1.0/users of Microsoft Graph",
    format: "entra",
    text: JSON.stringify({
      "@odata.context": "https://graph.microsoft.com/v1.0/$metadata#users",
      value: [
        {
          businessPhones: ["+49 30 1"],
          displayName: "Ada Lovelace",
          givenName: "Ada",
          jobTitle: "Engineer",
          mail: "ada@example.org",
          mobilePhone: "+49301234567",
          officeLocation: null,
          preferredLanguage: "de-DE",
          surname: "Lovelace",
          userPrincipalName: "ada@example.onmicrosoft.com",
          id: "87d349ed-44d7-43e1-9a83-5f2406dee5bd",
          accountEnabled: false,
        },
      ],
    }),
    people: {
      "ada@example.org": {
        subject: "87d349ed-44d7-43e1-9a83-5f2406dee5bd",
        name: "Ada Lovelace",
        claims: { given_name: "Ada", family_name: "Lovelace", locale: "de-DE" },
        isDisabled: true,
        isEmailUnverified: true,
      },
    },
    leftOut: { 'field "businessPhones"': 1, 'field "jobTitle"': 1 },
  },
  {
    title: "Entra, CSV of the portal",
    format: "entra",
    text: "userPrincipalName,displayName,surname,mail,givenName,objectId,userType,accountEnabled\nada@example.org,Ada,Lovelace,,Ada,87d349ed-44d7,Member,True\n",
    people: {
      "ada@example.org": {
        email: "ada@example.org",
        name: "Ada",
        isDisabled: false,
        subject: "87d349ed-44d7",
      },
    },
    passedOver: ["userType"],
  },
  {
    title: "Cognito, aws cognito-idp list-users",
    format: "cognito",
    text: JSON.stringify({
      Users: [
        {
          Username: "84388458-4071-705a-1d20-1f535fb31f6f",
          Attributes: [
            { Name: "email", Value: "ada@example.org" },
            { Name: "email_verified", Value: "true" },
            { Name: "given_name", Value: "Ada" },
            { Name: "custom:team", Value: "blue" },
            { Name: "sub", Value: "84388458-4071-705a-1d20-1f535fb31f6f" },
          ],
          UserCreateDate: "2020-09-13T14:26:40.000000+02:00",
          UserLastModifiedDate: "2025-09-02T03:22:16.996000-07:00",
          Enabled: true,
          UserStatus: "CONFIRMED",
        },
        {
          Username: "bob",
          Attributes: [
            { Name: "phone_number", Value: "+49301234567" },
            { Name: "sub", Value: "74f8c438-e091-70dd-902c-ce8a743431bd" },
          ],
          UserCreateDate: 1600000000.5,
          Enabled: false,
          UserStatus: "FORCE_CHANGE_PASSWORD",
        },
      ],
    }),
    people: {
      "ada@example.org": {
        subject: "84388458-4071-705a-1d20-1f535fb31f6f",
        isEmailUnverified: undefined,
        claims: { given_name: "Ada" },
        createdAt: 1_600_000_000_000,
      },
      bob: { phoneNumber: "+49301234567", isDisabled: true, createdAt: 1_600_000_000_500 },
    },
    leftOut: { 'field "custom:team"': 1, 'field "UserStatus"': 1 },
    passedOver: ["UserLastModifiedDate", "UserStatus"],
  },
  {
    title: "Cognito, CSV for its user import",
    format: "cognito",
    text: "cognito:username,name,given_name,email,email_verified,phone_number,cognito:mfa_enabled\nada,Ada,,ada@example.org,TRUE,,FALSE\n",
    people: { ada: { email: "ada@example.org", name: "Ada", isEmailUnverified: undefined } },
    passedOver: ["cognito:mfa_enabled"],
  },
  {
    title: "Firebase, firebase auth:export --format=json",
    format: "firebase",
    text: JSON.stringify({
      users: [
        {
          localId: "a1B2",
          email: "ada@example.org",
          emailVerified: true,
          passwordHash:
            "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
          salt: "42xEC+ixf3L2lw==",
          displayName: "Ada Lovelace",
          photoUrl: "https://pictures.example/ada.png",
          lastSignedInAt: "1700000000000",
          createdAt: "1600000000000",
          disabled: false,
          customAttributes: '{"role":"editor"}',
          providerUserInfo: [
            { providerId: "google.com", rawId: "1184", email: "ada@gmail.example", displayName: "Ada" },
          ],
        },
      ],
    }),
    // firebase/scrypt, README.md.
    said: {
      hashParameters: `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}`,
    },
    people: {
      "ada@example.org": {
        subject: "a1B2",
        isEmailUnverified: undefined,
        name: "Ada Lovelace",
        claims: { picture: "https://pictures.example/ada.png" },
        createdAt: 1_600_000_000_000,
        password: "user1password",
      },
    },
    leftOut: { "link to a provider": 1, 'field "customAttributes.role"': 1 },
    passedOver: ["salt", "lastSignedInAt"],
  },
  {
    title: "Clerk, CSV of the dashboard",
    format: "clerk",
    text: `id,first_name,last_name,username,primary_email_address,primary_phone_number,verified_email_addresses,unverified_email_addresses,verified_phone_numbers,unverified_phone_numbers,totp_secret,password_digest,password_hasher,created_at
user_2a,Ada,Lovelace,ada,ada@example.org,,"ada@example.org,old@example.org",,,,${app},${bcrypt},bcrypt,2020-09-13T12:26:40Z
user_2b,Bob,,,bob@example.org,,,bob@example.org,,,,"pbkdf2_sha256$29000$dHdlbHZlYnl0ZXM6KQ==$QQ==",pbkdf2_sha256,2020-09-13T12:26:40Z
`,
    people: {
      ada: {
        subject: "user_2a",
        email: "ada@example.org",
        isEmailUnverified: undefined,
        claims: { given_name: "Ada", family_name: "Lovelace" },
        createdAt: 1_600_000_000_000,
        password: foreignPassword,
      },
      "bob@example.org": { subject: "user_2b", isEmailUnverified: true, passwordHash: undefined },
    },
    leftOut: { "further e-mail addresses": 1, "password hash (pbkdf2-sha256)": 1 },
    passedOver: ["password_hasher", "unverified_email_addresses"],
    apps: 1,
  },
  {
    title: "Clerk, users of the Backend API",
    format: "clerk",
    text: JSON.stringify([
      {
        id: "user_2c",
        object: "user",
        username: null,
        first_name: "Ada",
        last_name: null,
        image_url: "https://img.clerk.example/ada",
        primary_email_address_id: "idn_2",
        email_addresses: [
          { id: "idn_1", email_address: "old@example.org", verification: { status: "verified" } },
          {
            id: "idn_2",
            email_address: "ada@example.org",
            verification: { status: "verified", strategy: "email_code" },
          },
        ],
        phone_numbers: [],
        external_accounts: [{ provider: "oauth_google", provider_user_id: "1184" }],
        passkeys: [{ id: "passkey_1" }],
        public_metadata: { plan: "gold" },
        private_metadata: {},
        unsafe_metadata: {},
        banned: true,
        locked: false,
        password_enabled: true,
        created_at: 1_600_000_000_000,
        updated_at: 1_700_000_000_000,
      },
    ]),
    people: {
      "ada@example.org": {
        subject: "user_2c",
        isEmailUnverified: undefined,
        isDisabled: true,
        createdAt: 1_600_000_000_000,
      },
    },
    leftOut: {
      "link to a provider": 1,
      "further e-mail addresses": 1,
      passkeys: 1,
      'field "public_metadata.plan"': 1,
    },
    passedOver: ["object", "primary_email_address_id", "password_enabled", "updated_at"],
  },
  {
    title: "WorkOS, GET /user_management/users",
    format: "workos",
    text: JSON.stringify({
      object: "list",
      data: [
        {
          object: "user",
          id: "user_01E4ZCR3C56J083X43JQXF3JK5",
          email: "ada@example.org",
          first_name: "Ada",
          last_name: "Lovelace",
          name: "Ada King",
          email_verified: true,
          profile_picture_url: "https://workoscdn.example/ada.jpg",
          last_sign_in_at: "2021-06-25T19:07:33.155Z",
          external_id: "f1ffa2b2",
          metadata: { timezone: "Europe/Berlin" },
          created_at: "2020-09-13T12:26:40.000Z",
          updated_at: "2021-06-25T19:07:33.155Z",
        },
      ],
      list_metadata: { before: null, after: null },
    }),
    people: {
      "ada@example.org": {
        subject: "user_01E4ZCR3C56J083X43JQXF3JK5",
        isEmailUnverified: undefined,
        name: "Ada King",
      },
    },
    leftOut: { 'field "external_id"': 1, 'field "metadata.timezone"': 1 },
    passedOver: ["object", "last_sign_in_at", "updated_at"],
  },
];
