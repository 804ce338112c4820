import type { Application } from "../application.ts";

export const proxmoxVe: Application = {
  name: "proxmox-ve",
  label: "Proxmox VE",
  is: "virtual machines and containers on your own servers",
  category: "infrastructure",
  connection: {
    kind: "openid",
    redirectUris: ["{host}"],
    pkce: "always",
    scope: "openid email profile groups",
  },
  reads: {
    preferred_username: "the user, by *Username Claim*, with the realm behind it",
    groups: "the groups, with the realm behind each",
  },
  needs:
    "The address has the port, such as `https://pve.example.org:8006`. Each node that people open has its own: add their redirect URIs with `--redirect-uri`.",
  settings: [
    {
      in: "On a node",
      language: "sh",
      text: `pveum realm add latchkey --type openid \\
  --issuer-url {issuer} \\
  --client-id {client_id} --client-key {client_secret} \\
  --scopes "openid email profile groups" \\
  --username-claim preferred_username --autocreate 1 \\
  --groups-claim groups --groups-autocreate 1`,
    },
  ],
  traps: [
    {
      see: "people sign in and see nothing",
      do: "a new user has no permission: give the group `admins-latchkey` a role, such as `pveum acl modify / --groups admins-latchkey --roles PVEAdmin`",
    },
    {
      see: "users have names that nobody can read",
      do: "without `--username-claim` the name is `sub`. It cannot be changed later: remove the realm and add it again",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "the redirect URI is the address in the browser, with its port and without a slash at the end",
    },
    {
      see: "a group is missing",
      do: "groups with characters that Proxmox does not allow are left out, with a warning in its log",
    },
  ],
  sources: [
    {
      url: "https://github.com/proxmox/pve-docs/blob/3d0e0d0639c5/pveum.adoc",
      for: "settings, usernames, groups",
    },
    {
      url: "https://github.com/proxmox/proxmox-rs/blob/0652d81977a3/proxmox-openid/src/lib.rs",
      for: "PKCE, in the library that its Perl code calls",
    },
    { for: "the redirect URI, and `preferred_username` as a claim for names" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
