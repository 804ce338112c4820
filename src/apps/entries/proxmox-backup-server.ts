import type { Application } from "../application.ts";

export const proxmoxBackupServer: Application = {
  name: "proxmox-backup-server",
  label: "Proxmox Backup Server",
  is: "keeps backups of virtual machines, containers and hosts",
  category: "infrastructure",
  connection: {
    kind: "openid",
    redirectUris: ["{host}"],
    pkce: "always",
    scope: "openid email profile",
  },
  reads: {
    preferred_username: "the username, chosen by `--username-claim`, with the realm after it: `ada@latchkey`",
    given_name: "the first name, when the account is made",
    family_name: "the last name, when the account is made",
    email: "the address, when the account is made",
  },
  needs: "`--host` is the address with its port, such as `https://pbs.example.org:8007`.",
  settings: [
    {
      in: "On the server",
      language: "sh",
      text: `proxmox-backup-manager openid create latchkey \\
  --issuer-url {issuer} \\
  --client-id {client_id} --client-key {client_secret} \\
  --scopes "email profile" \\
  --username-claim preferred_username --autocreate true`,
    },
  ],
  traps: [
    {
      see: "people sign in and see nothing",
      do: "a new user has no permissions until somebody gives some: `proxmox-backup-manager acl update / Audit --auth-id ada@latchkey`. Groups are not read",
    },
    {
      see: "`user account 'ada@latchkey' missing, disabled or expired.`",
      do: "`--autocreate` is off, and nobody made the account; or an administrator disabled it",
    },
    {
      see: "`missing claim 'preferred_username'`",
      do: "the scope `profile` is not among `--scopes`",
    },
    {
      see: "users have names that nobody can read",
      do: "without `--username-claim`, the name is the `sub`. The claim cannot be changed later: remove the realm and add it again",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "the redirect URI is the address in the browser, with its port and without a slash at the end",
    },
    {
      see: "Proxmox VE or a backup client cannot sign in with such an account",
      do: "programs use an API token: `proxmox-backup-manager user generate-token ada@latchkey NAME`, which needs permissions of its own",
    },
  ],
  sources: [
    {
      url: "https://github.com/proxmox/proxmox-backup/blob/10beed1199c9/pbs-api-types/src/openid.rs",
      for: "settings, scopes, the claim of the username",
    },
    {
      url: "https://github.com/proxmox/proxmox-backup/blob/01a080215dde/src/api2/access/openid.rs",
      for: "how accounts are made, errors",
    },
    {
      url: "https://github.com/proxmox/proxmox-rs/blob/0652d81977a3/proxmox-openid/src/lib.rs",
      for: "PKCE",
    },
    {
      url: "https://github.com/proxmox/proxmox-backup/blob/018d29f7271a/docs/user-management.rst",
      for: "permissions, API tokens",
    },
    {
      url: "https://github.com/proxmox/proxmox-backup/blob/a554ac195014/www/LoginView.js",
      for: "the redirect URI",
    },
  ],
  proof: { by: "documentation", on: "2026-11-29" },
};
