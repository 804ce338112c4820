import type { PeopleFormat } from "../src/flows/operator/import/sources.ts";
import { importProofs } from "./import-proofs.ts";

/** Where a format was read. */
export interface FormatOrigin {
  /** What describes it, with its address. */
  readonly called: string;
  readonly url: string;
  /** The version that was read; undefined if its makers publish none, or it was not noted. */
  readonly version: string | undefined;
}

const at = (repository: string, commit: string, path: string): FormatOrigin => ({
  called: `${repository}, ${path.split("/").at(-1)}`,
  url: `https://github.com/${repository}/blob/${commit}/${path}`,
  version: `commit \`${commit}\``,
});

const documented = (called: string, url: string, version?: string): FormatOrigin => ({
  called,
  url,
  version,
});

/** Where the format of each source was read, the first being what decides. */
export const importFormats: Readonly<Record<PeopleFormat, readonly [FormatOrigin, ...FormatOrigin[]]>> = {
  latchkey: [documented("Latchkey's own format", "../importing.md#latchkeys-own-format", "this release")],
  csv: [documented("RFC 4180", "https://www.rfc-editor.org/rfc/rfc4180", "October 2005")],
  keycloak: [
    documented("Keycloak, Importing and exporting realms", "https://www.keycloak.org/server/importExport"),
  ],
  auth0: [
    documented(
      "Auth0, User Data JSON Schema for Bulk User Imports",
      "https://auth0.com/docs/manage-users/user-migration/bulk-user-import-schema",
      "Management API v2",
    ),
  ],
  okta: [
    documented(
      "Okta, Users",
      "https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/",
      "API v1",
    ),
  ],
  entra: [
    documented(
      "Microsoft Graph, user resource type",
      "https://learn.microsoft.com/en-us/graph/api/resources/user",
      "v1.0",
    ),
  ],
  cognito: [
    documented(
      "Amazon Cognito, UserType",
      "https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_UserType.html",
      "API 2016-04-18",
    ),
  ],
  firebase: [at("firebase/firebase-tools", "12c3a7f", "src/accountExporter.ts")],
  clerk: [
    at("clerk/migration-tool", "4ec88d4", "samples/clerk.csv"),
    documented(
      "Clerk, Export users",
      "https://clerk.com/docs/guides/development/migrating/export-from-clerk",
    ),
  ],
  supabase: [at("supabase/auth", "008bb4d", "internal/models/user.go")],
  workos: [
    at("workos/workos-node", "e27618f", "src/user-management/interfaces/user.interface.ts"),
    documented(
      "WorkOS, SDK for Rust, UserCreateResponse",
      "https://docs.rs/crate/workos/2.5.0/source/src/models/user_create_response.rs",
      "2.5.0",
    ),
    documented("WorkOS, User", "https://workos.com/docs/reference/authkit/user"),
  ],
  supertokens: [
    at(
      "supertokens/supertokens-core",
      "ab7d2bf",
      "src/main/java/io/supertokens/bulkimport/BulkImportUserUtils.java",
    ),
  ],
  fusionauth: [
    at(
      "FusionAuth/fusionauth-java-client",
      "161ace0",
      "src/main/java/io/fusionauth/domain/SecureIdentity.java",
    ),
    at(
      "FusionAuth/fusionauth-java-client",
      "1018067",
      "src/main/java/io/fusionauth/domain/UserIdentity.java",
    ),
    documented("FusionAuth, Users", "https://fusionauth.io/docs/apis/users"),
  ],
  zitadel: [at("zitadel/zitadel", "13bd37e", "proto/zitadel/v1.proto")],
  logto: [at("logto-io/logto", "744b517", "packages/schemas/tables/users.sql")],
  authentik: [
    documented(
      "authentik, core_users_retrieve",
      "https://docs.goauthentik.io/developer-docs/api/reference/core-users-retrieve",
      "API v3",
    ),
    at("goauthentik/authentik", "b3cb41b", "authentik/core/api/users.py"),
  ],
  authelia: [
    at("authelia/authelia", "088e8fa", "internal/authentication/file_user_provider_database.go"),
    documented("Authelia, File", "https://www.authelia.com/configuration/first-factor/file/"),
  ],
  kratos: [documented("Ory Kratos, API", "https://www.ory.com/docs/kratos/reference/api")],
  dex: [
    at("dexidp/dex", "0284ae8", "config.yaml.dist"),
    at("dexidp/dex", "63bcd66", "server/internal/codec.go"),
  ],
  casdoor: [at("casdoor/casdoor", "611fc9b", "object/user.go")],
  kanidm: [
    at("kanidm/kanidm", "67686d4", "server/lib/src/be/dbentry.rs"),
    at("kanidm/kanidm", "04de096", "libs/crypto/src/lib.rs"),
  ],
  rauthy: [at("sebadob/rauthy", "490a449", "src/data/src/entity/users.rs")],
  pocketid: [at("pocket-id/pocket-id", "1c117bd", "backend/internal/dto/user_dto.go")],
  django: [
    documented(
      "Django, Serializing Django objects",
      "https://docs.djangoproject.com/en/5.2/topics/serialization/",
      "5.2",
    ),
  ],
  wordpress: [
    at("wp-cli/entity-command", "007815c", "src/User_Command.php"),
    documented("WP-CLI, wp user list", "https://developer.wordpress.org/cli/commands/user/list/"),
  ],
  laravel: [at("laravel/laravel", "2600aaf", "database/migrations/0001_01_01_000000_create_users_table.php")],
  devise: [at("heartcombo/devise", "0720bc7", "lib/generators/active_record/devise_generator.rb")],
  aspnet: [at("dotnet/aspnetcore", "39ddeea", "src/Identity/Extensions.Stores/src/IdentityUser.cs")],
  ldif: [
    documented("RFC 2849", "https://www.rfc-editor.org/rfc/rfc2849", "June 2000"),
    documented("RFC 4519", "https://www.rfc-editor.org/rfc/rfc4519", "June 2006"),
    documented("RFC 2798", "https://www.rfc-editor.org/rfc/rfc2798", "April 2000"),
  ],
  passwd: [
    documented("shadow, shadow(5)", "https://man7.org/linux/man-pages/man5/shadow.5.html", "shadow 4.17"),
  ],
  htpasswd: [
    documented(
      "Apache HTTP Server, Password Formats",
      "https://httpd.apache.org/docs/2.4/misc/password_encryptions.html",
      "2.4",
    ),
  ],
};

/** The section of a page that says where its format was read. */
export function originSection(format: PeopleFormat): string {
  const proof = importProofs[format];
  const checked =
    proof === undefined
      ? "no version of the product was verified"
      : `${proof.product} ${proof.version} was run`;
  const lines = importFormats[format].map(({ called, url, version }) => {
    const read = version ?? `documentation that names no version; ${checked}`;
    return `- [${called}](${url}): ${read}`;
  });
  return `## Source of the format\n\n${lines.join("\n")}\n`;
}
