import type { PeopleFormat } from "../src/flows/operator/import/sources.ts";
import { directoryGuide } from "./import-directories.ts";
import type { ImportGuide } from "./import-pages.ts";

const sh = (...lines: readonly string[]) => `\`\`\`sh\n${lines.join("\n")}\n\`\`\``;
const noHashes = "Passwords: the product gives nobody their hashes.";
const passkeys = "Passkeys: they belong to the domain of the old service.";
const numbers =
  "The id: it is a number that every installation counts from 1, so it cannot be a `sub`. Applications match these people once by a verified address.";
const columns =
  "Export all columns. The file may be JSON lines, a JSON list, or CSV with the names of the columns in its first line.";

/** What the page of each source says: how the file is made there, and what cannot come along. */
export const importGuides: Readonly<Record<PeopleFormat, ImportGuide>> = {
  latchkey: {
    product: "Latchkey and its own JSON lines",
    there: `In the other installation:\n\n${sh("latchkey export users people.jsonl --with-hashes")}\n\n[The members of a line](../importing.md#latchkeys-own-format) are easy to write from any other system.`,
    file: "people.jsonl",
    kept: [["every member of [the format](../importing.md#latchkeys-own-format)", "the same"]],
    notKept: [
      passkeys,
      "Recovery codes, sessions and consents: to move a whole installation, use [`db backup`](../backup.md).",
    ],
    hashes: "either",
  },
  csv: {
    product: "CSV, with a mapping of its columns",
    there:
      "Any table becomes people, if you name its columns: each pair is a member of [Latchkey's own format](../importing.md#csv), an equals sign and the name of your column. A name with a comma is in quotation marks, as in CSV: `--map 'username=Login,\"name=Name, full\"'`. The report names the line, and the column whose cell cannot be used. Without `--map`, the first line must have Latchkey's own names.",
    file: "people.csv",
    options: "--map 'email=Mail,username=Login,groups=Teams'",
    kept: [
      ["the columns that `--map` names", "the member that it names"],
      ["`--map attributes.department=Dept`", "the attribute `department`"],
    ],
    notKept: [
      "Cells are never evaluated: a name that begins with `=` stays a text.",
      "Semicolons or tabs between cells are not read: save the file with commas.",
    ],
    hashes: "either",
  },
  keycloak: {
    product: "Keycloak",
    there: `Stop it, or start a second one on the same database (the partial export in its console contains no people):\n\n${sh("kc.sh export --realm acme --users same_file --file realm.json")}\n\nThe same file has [the clients](../importing.md#applications) with their secrets.`,
    file: "realm.json",
    kept: [
      [
        "`username`, `email`, `emailVerified`, `enabled`, `createdTimestamp`",
        "username, address and whether it is verified, state, time of creation",
      ],
      ["`id`", "`sub`"],
      [
        "`firstName`, `lastName`, attributes that are claims, `phoneNumber`",
        "name, claims, telephone number",
      ],
      [
        "other attributes with one value, if their names have lower-case letters, digits and underscores",
        "[attributes](../openid-connect.md#claims-by-rule), which no application learns without a rule",
      ],
      ["`groups`", "groups by their path: `/staff/berlin` becomes `staff/berlin`"],
      ["PBKDF2 and Argon2 hashes", "password hash"],
      ["the first `otp` credential, if it is of the usual kind", "authenticator app"],
      ["`federatedIdentities`", "links to providers of the same name"],
    ],
    notKept: [
      "A password that its person had to change (`UPDATE_PASSWORD`): an administrator often knows it.",
      "Roles of the realm and of clients, other required actions, and further credentials: each is named in the report.",
      "Passkeys (`webauthn`, `webauthn-passwordless`): they belong to the domain of the old service.",
      "Roles, attributes and descriptions of groups: a group here has a name and people.",
    ],
    hashes: "kept",
  },
  auth0: {
    product: "Auth0",
    there:
      "Export people as JSON lines, with its *User Import / Export* extension or the export job of the Management API. Its support provides the hashes on request, as lines with `email` and `passwordHash`: import the first file, then the second with `--on-conflict update`. Files in the format of its bulk import (`custom_password_hash`) work too.",
    file: "users.ndjson",
    kept: [
      [
        "`username`, `email`, `email_verified`, `blocked`, `created_at`",
        "username, address and whether it is verified, state, time of creation",
      ],
      ["`user_id`", "`sub`"],
      [
        "`name`, `given_name`, `family_name`, `nickname`, `picture`, `phone_number`",
        "name, claims, telephone number",
      ],
      ["`passwordHash`, `password_hash`, `custom_password_hash`", "password hash"],
      ["`mfa_factors[].totp`", "authenticator app"],
      ["`identities` of other connections", "links to providers of the same name"],
    ],
    notKept: [
      "`user_metadata` and `app_metadata`: each member is named in the report.",
      "HMAC and MD4 hashes.",
      passkeys,
    ],
    hashes: "kept",
  },
  okta: {
    product: "Okta",
    there: `All pages of the list, with a token of an administrator:\n\n${sh('curl -H "Authorization: SSWS $TOKEN" "https://example.okta.com/api/v1/users?limit=200" > users-1.json')}\n\nThe header \`Link\` names the next page. Import each page, or join them: \`jq -c '.[]' users-*.json > users.jsonl\`.`,
    file: "users.jsonl",
    notKept: [
      noHashes,
      "Groups: they are in lists of their own (`/api/v1/groups/{id}/users`). Write them into a CSV file with `--map` and import it with `--on-conflict update`.",
      passkeys,
    ],
    hashes: "none",
  },
  entra: {
    product: "Microsoft Entra ID",
    there: `All pages of Microsoft Graph with the members that you want, or the CSV file that *Users, Download users* makes:\n\n${sh("az rest --method get --url 'https://graph.microsoft.com/v1.0/users?$select=id,displayName,givenName,surname,mail,userPrincipalName,mobilePhone,preferredLanguage,accountEnabled,identities,createdDateTime&$top=999' > users.json")}\n\n\`@odata.nextLink\` names the next page.`,
    file: "users.json",
    notKept: [
      noHashes,
      "The `sub` of Entra: it differs for each application and is in no file. `id`, its claim `oid`, becomes the `sub` here.",
      "A sign-in name (`userPrincipalName`) that is another address than `mail`: the person signs in with `mail`.",
      "Groups: they are in lists of their own.",
      passkeys,
    ],
    hashes: "none",
  },
  cognito: {
    product: "Amazon Cognito",
    there: `${sh("aws cognito-idp list-users --user-pool-id eu-central-1_AbCdEf --output json > users.json")}\n\nThe AWS command line joins all pages. A CSV file with the columns of Cognito's own user import works too.`,
    file: "users.json",
    notKept: [
      noHashes,
      "Groups: `aws cognito-idp list-users-in-group` lists them. Write them into a CSV file with `--map` and import it with `--on-conflict update`.",
      "Custom attributes (`custom:`): each is named in the report.",
      "Authenticator apps and passkeys: Cognito gives neither.",
    ],
    hashes: "none",
  },
  firebase: {
    product: "Firebase Authentication",
    there: `${sh("firebase auth:export users.json --format=json --project my-project")}\n\nCopy the *Password hash parameters* from the menu above the users in the console into a file that only you can read. They have the signer key of the project: it is stored with each hash until the person signs in.`,
    file: "users.json",
    options: "--hash-parameters file:hash-config.txt",
    notKept: [
      "Hashes, if `--hash-parameters` is missing: each is counted in the report.",
      "Second factors: the export of Firebase leaves them out.",
      "CSV exports: they have no header, so take JSON.",
    ],
    hashes: "kept",
  },
  clerk: {
    product: "Clerk",
    there:
      "In the dashboard, *Settings, User exports, Export users* makes a CSV file with hashes and authenticator apps. The list of users of the Backend API (`GET /v1/users`) works too, and has neither.",
    file: "users.csv",
    notKept: [
      "Further addresses and numbers of a person: only the primary ones are kept.",
      "Organisations: they are no part of the export.",
      passkeys,
    ],
    hashes: "kept",
  },
  supabase: {
    product: "Supabase Auth (GoTrue)",
    there: `${sh('psql "$DATABASE_URL" -At -c "SELECT row_to_json(u) FROM auth.users u" > users.jsonl')}\n\nThe users of its admin API (\`GET /auth/v1/admin/users\`) work too; they have links to providers and no hashes.`,
    file: "users.jsonl",
    notKept: [
      "Rows that are marked as deleted, and anonymous visitors, who have no address.",
      "Authenticator apps: they are in another table (`auth.mfa_factors`).",
      'Hashes that Supabase encrypted with a key of its own (`{"key_id"`).',
    ],
    hashes: "kept",
  },
  workos: {
    product: "WorkOS",
    there: `All pages of the list:\n\n${sh('curl -H "Authorization: Bearer $WORKOS_API_KEY" "https://api.workos.com/user_management/users?limit=100" > users-1.json')}\n\n\`list_metadata.after\` is the parameter \`after\` of the next page.`,
    file: "users-1.json",
    notKept: [noHashes, "Organisations and their memberships: they are in lists of their own.", passkeys],
    hashes: "none",
  },
  supertokens: {
    product: "SuperTokens",
    there:
      "The list of its core (`GET /users`) has no hashes. With hashes, write the file that its own bulk import takes, from the tables `emailpassword_users` and `all_auth_recipe_users`.",
    file: "users.json",
    notKept: ["Roles and metadata: each is named in the report.", passkeys],
    hashes: "kept",
  },
  fusionauth: {
    product: "FusionAuth",
    there: `The search gives people without hashes:\n\n${sh('curl -H "Authorization: $API_KEY" "https://auth.example.com/api/user/search?queryString=*&numberOfResults=500" > users.json')}\n\nThe API never gives hashes. They are in the tables \`users\` and \`identities\` (\`password\`, \`salt\`, \`factor\`, \`encryption_scheme\`): with the same names as its import takes (\`encryptionScheme\`), they are kept.`,
    file: "users.json",
    notKept: [
      "Hashes of `salted-md5`, `salted-sha256`, `salted-hmac-sha256`, `phpass-md5` and of plug-ins.",
      "Registrations and memberships.",
      passkeys,
    ],
    hashes: "kept",
  },
  zitadel: {
    product: "Zitadel",
    there: `With the token of an instance administrator:\n\n${sh(
      'curl -X POST -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\',
      '  -d \'{"with_passwords":true,"with_otp":true,"timeout":"60s","response_output":true}\' \\',
      "  https://zitadel.example.com/admin/v1/export > export.json",
    )}\n\nThe users of \`POST /v2/users\` work too, and have no hashes.`,
    file: "export.json",
    notKept: [
      "Machine users: register them as clients.",
      "Grants, roles and metadata: they are other parts of the export.",
      passkeys,
    ],
    hashes: "kept",
  },
  logto: {
    product: "Logto",
    there: `${sh('psql "$DB_URL" -At -c "SELECT row_to_json(u) FROM users u WHERE tenant_id = \'default\'" > users.jsonl')}\n\nThe users of its Management API work too, and have no hashes.`,
    file: "users.jsonl",
    notKept: ["Organisations and roles: they are in tables of their own.", passkeys],
    hashes: "kept",
  },
  authentik: {
    product: "authentik",
    there: `First the API, which has groups and the \`sub\`; then the hashes, which only the database has:\n\n${sh(
      'curl -H "Authorization: Bearer $TOKEN" "https://authentik.example.com/api/v3/core/users/?page_size=10000" > users.json',
      "docker compose exec worker ak dumpdata authentik_core.user > hashes.json",
    )}\n\nImport \`users.json\`, then \`hashes.json\` with \`--on-conflict update\`.`,
    file: "users.json",
    notKept: [
      "Service accounts: register them as clients.",
      "Authenticator apps and passkeys: they are in other tables, and passkeys belong to the domain of the old service.",
      "Attributes: each is named in the report.",
    ],
    hashes: "kept",
  },
  authelia: {
    product: "Authelia",
    there:
      "The file that `authentication_backend.file.path` names. Its clients are in `configuration.yml`: [import them too](../importing.md#applications).",
    file: "users_database.yml",
    kept: [
      ["the name of the entry", "username"],
      ["`email`", "e-mail address, as verified: the administrator writes this file"],
      ["`displayname`, `phone_number`, the claims of OpenID Connect", "name, telephone number, claims"],
      ["`groups`, `disabled`", "groups, state"],
      ["`password`", "password hash"],
    ],
    notKept: [
      "`sub`: Authelia keeps it in its database. `authelia storage user identifiers export` writes it; with `--map sub=…` it comes along in a CSV file.",
      "Authenticator apps and passkeys: they are in its database, and passkeys belong to the domain of the old service.",
    ],
    hashes: "kept",
  },
  kratos: {
    product: "Ory Kratos",
    there: `All pages of the list, with credentials:\n\n${sh('curl "http://127.0.0.1:4434/admin/identities?page_size=1000&include_credential=password&include_credential=totp&include_credential=oidc" > identities.json')}\n\nThe header \`Link\` names the next page.`,
    file: "identities.json",
    notKept: [
      "Traits with names of your own: those that mean the same as a member here can be renamed with `jq` before the import.",
      "Hashes of the kinds `$md5$`, `$sha1$` and the like with a format (`pf=`).",
      passkeys,
    ],
    hashes: "kept",
  },
  dex: {
    product: "Dex",
    there:
      "The file that `dex serve` is started with, if it has `staticPasswords`. People who sign in to Dex by a connector are in the product behind it: import them from there. Passwords that were added by the gRPC API are in the storage of Dex alone and are not read.",
    file: "config.yaml",
    notKept: [
      "Everything else in the file: connectors can become [providers](../providers.md), and clients keep their ids as [JSON lines](../importing.md#applications-as-json-lines).",
      "Ory Hydra, which often stands where Dex does, has no people: its sign-in application has them. Its clients are [imported](../importing.md#applications).",
    ],
    hashes: "kept",
  },
  casdoor: {
    product: "Casdoor",
    there: `The API hides the hashes, so export the table:\n\n${sh(`mysql --batch --raw --skip-column-names casdoor -e "SELECT JSON_OBJECT('owner', owner, 'name', name, 'id', id, 'created_time', created_time, 'display_name', display_name, 'email', email, 'email_verified', email_verified, 'phone', phone, 'password', password, 'password_salt', password_salt, 'password_type', password_type, 'totp_secret', totp_secret, 'is_forbidden', is_forbidden, 'is_deleted', is_deleted) FROM user" > users.jsonl`)}\n\nWith PostgreSQL, \`SELECT row_to_json(u) FROM "user" u\` gives all columns.`,
    file: "users.jsonl",
    notKept: [
      "Hashes of `md5-salt`, `sha512-salt`, and of `salt` with the salt of an organisation: they are digests of digests.",
      "Links to providers: each is a column of its own, and the report names those that are filled.",
      passkeys,
    ],
    hashes: "kept",
  },
  kanidm: {
    product: "Kanidm",
    there: `${sh("kanidmd database backup -c /etc/kanidm/server.toml backup.json")}\n\nUnpack it first if it ends in \`.gz\`.`,
    file: "backup.json",
    notKept: [
      "Hashes of the kind `TPM_ARGON2ID`, which current servers make: they need a key of the machine. Those that were imported into Kanidm, PBKDF2 and Argon2id are kept.",
      "NT hashes (MD4).",
      "Groups: the backup lists them by their ids.",
      "Service accounts.",
      passkeys,
    ],
    hashes: "either",
  },
  rauthy: {
    product: "Rauthy",
    there: `${sh('psql "$DATABASE_URL" -At -c "SELECT row_to_json(u) FROM users u" > users.jsonl')}\n\nWith Hiqlite, take the SQLite file of a backup: \`sqlite3 -json backup.sqlite "SELECT * FROM users" > users.json\`.`,
    file: "users.jsonl",
    notKept: ["The username, telephone number and address: they are in the table `users_values`.", passkeys],
    hashes: "kept",
  },
  pocketid: {
    product: "Pocket ID",
    there: `${sh('curl -H "X-API-KEY: $API_KEY" "https://id.example.com/api/users?pagination[limit]=1000" > users.json')}`,
    file: "users.json",
    notKept: [
      "Passkeys, which are its only way in: they belong to the domain of the old service. Where the address stays the same, people still need a new one, because the API does not give the keys.",
    ],
    hashes: "none",
  },
  django: {
    product: "Django",
    there: `${sh("python manage.py dumpdata auth.user --natural-foreign > people.json")}\n\nA user model of the project's own works if it has the same fields.`,
    file: "people.json",
    kept: [
      [
        "`username`, `email`, `is_active`, `date_joined`",
        "username, address as unverified, state, time of creation",
      ],
      ["`first_name`, `last_name`", "name, claims"],
      ["`groups` by name", "groups"],
      ["`password`", "password hash"],
    ],
    notKept: [numbers, "`is_staff`, `is_superuser` and permissions: each is named in the report."],
    hashes: "either",
  },
  wordpress: {
    product: "WordPress",
    there: sh(
      "wp user list --fields=ID,user_login,user_email,user_pass,display_name,user_registered,roles --format=json > users.json",
    ),
    file: "users.json",
    notKept: [numbers, "Roles: they are named in the report."],
    hashes: "either",
  },
  laravel: {
    product: "Laravel",
    there: `${columns}\n\n${sh('psql "$DATABASE_URL" -At -c "SELECT row_to_json(u) FROM users u" > users.jsonl')}`,
    file: "users.jsonl",
    notKept: [
      numbers,
      "Authenticator apps of Fortify: they are encrypted with the key of the application (`APP_KEY`).",
      "Rows that are marked as deleted (`deleted_at`).",
    ],
    hashes: "kept",
  },
  devise: {
    product: "Devise (Ruby on Rails)",
    there: `${columns}\n\n${sh('psql "$DATABASE_URL" -At -c "SELECT row_to_json(u) FROM users u" > users.jsonl')}`,
    file: "users.jsonl",
    notKept: [
      numbers,
      "Hashes with a pepper (`config.pepper`): bcrypt was computed over password and pepper, and the file does not show that there is one. Such a hash cannot be wrapped, and the pepper, a secret of the old application, is not taken over. Leave these hashes out (`jq -c 'del(.encrypted_password)' users.jsonl`; the import then needs `--format devise`), and let the old application check each password at the first sign-in here, [by a webhook](../importing.md#passwords-that-only-the-old-product-knows) that calls `valid_password?`. Otherwise they come along and never match, and those people use *Forgot password*. A project without a pepper loses nothing.",
      "Rows that are marked as deleted (`deleted_at`).",
    ],
    hashes: "kept",
  },
  aspnet: {
    product: "ASP.NET Identity",
    there: `${columns}\n\n${sh('sqlcmd -d app -y 0 -Q "SET NOCOUNT ON; SELECT * FROM AspNetUsers FOR JSON PATH" -o users.json')}`,
    file: "users.json",
    notKept: [
      "Roles, claims and links to providers: they are in tables of their own.",
      "Authenticator apps: they are in `AspNetUserTokens`.",
      passkeys,
    ],
    hashes: "kept",
  },
  ldif: directoryGuide,
  passwd: {
    product: "Unix accounts (passwd and shadow)",
    there: `Names and hashes are in two files. Import the first, then the second with \`--on-conflict update\`:\n\n${sh("getent passwd > passwd", "sudo getent shadow > shadow")}`,
    file: "passwd",
    notKept: [
      "Accounts of the system: those with an id below 1,000 or above 60,000, without a shell, or without a password. Each is named in the report.",
      "yescrypt (`$y$`), the usual kind of newer distributions: no maintained library for Node computes it. Those people use *Forgot password* or `latchkey user recover`.",
      "An account that ends at a later time: it does not end here, and is named in the report. One that has ended is disabled.",
      "A password that had to be changed at the next login (0 as the day of its last change): an administrator often knows it.",
      "Groups: `getent group` has them.",
    ],
    kept: [
      ["the name", "username"],
      ["the first part of GECOS", "name"],
      ["the hash, also behind an exclamation mark", "password hash; the mark disables the account"],
    ],
    hashes: "wrapped",
  },
  htpasswd: {
    product: "htpasswd files (Apache, nginx, Caddy)",
    there: "The file itself: bcrypt (`htpasswd -B`), MD5 (`-m`) and SHA-1 (`-s`).",
    file: ".htpasswd",
    kept: [
      ["the name", "username"],
      ["the hash", "password hash"],
    ],
    notKept: ["DES hashes (`-d`): people are imported without a password."],
    hashes: "either",
  },
};
