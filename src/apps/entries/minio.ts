import type { Application } from "../application.ts";

export const minio: Application = {
  name: "minio",
  label: "MinIO",
  is: "object storage that speaks S3",
  category: "files",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/oauth_callback"],
    pkce: "unknown",
    scope: "openid profile email",
  },
  reads: { sub: "the person; what she may do comes from the policy of the role" },
  needs: "A console that offers OpenID Connect: the one of the community edition lost it in 2025.",
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `MINIO_IDENTITY_OPENID_CONFIG_URL={discovery}
MINIO_IDENTITY_OPENID_CLIENT_ID={client_id}
MINIO_IDENTITY_OPENID_CLIENT_SECRET={client_secret}
MINIO_IDENTITY_OPENID_SCOPES=openid,profile,email
MINIO_IDENTITY_OPENID_ROLE_POLICY=readwrite
MINIO_BROWSER_REDIRECT_URL={host}`,
    },
  ],
  traps: [
    {
      see: "the person is signed in and may do nothing",
      do: "MinIO allows only what a policy allows: `MINIO_IDENTITY_OPENID_ROLE_POLICY` names those for everybody who comes this way",
    },
    {
      see: "an error about the claim name and the role policy at the start",
      do: "it takes the policies from the one or from the other: set `MINIO_IDENTITY_OPENID_ROLE_POLICY` alone",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "the console takes its own address from `MINIO_BROWSER_REDIRECT_URL`",
    },
  ],
  sources: [
    {
      url: "https://docs.min.io/community/minio-object-store/reference/minio-server/settings/iam/openid.html",
      for: "settings of OpenID Connect",
    },
    {
      url: "https://min.io/docs/minio/macos/administration/identity-access-management/oidc-access-management.html",
      for: "policies by role or by claim, and that nothing is allowed without one",
    },
    { for: "the redirect URI, the address of the console, and what the community edition lost" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
