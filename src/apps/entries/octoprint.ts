import type { Application } from "../application.ts";

export const octoprint: Application = {
  name: "octoprint",
  label: "OctoPrint",
  is: "watches and runs a 3D printer in the browser",
  category: "home",
  connection: { kind: "header" },
  reads: {
    "Remote-User": "the username; the account is made by itself",
    "Remote-Groups": "the groups of OctoPrint, by `remoteGroupsMapping`",
  },
  settings: [
    {
      in: "In `config.yaml`",
      language: "yaml",
      text: `accessControl:
  trustRemoteUser: true
  remoteUserHeader: Remote-User
  addRemoteUsers: true
  trustRemoteGroups: true
  remoteGroupsHeader: Remote-Groups
  remoteGroupsMapping:
    admins: admins
    staff: users`,
    },
  ],
  traps: [
    {
      see: "its own form for a password after the one of Latchkey",
      do: "OctoPrint has no account with this username, and `addRemoteUsers` is off",
    },
    {
      see: "somebody lacks a right that her group should give",
      do: "`remoteGroupsMapping` does not name the group, or names one that OctoPrint does not have: both are passed over without a word",
    },
    {
      see: "the slicer cannot send files any more",
      do: "it has an API key and cannot open the page of Latchkey: open its path, where OctoPrint asks for the key by itself: `npx latchkey client update {client_id} --add-path '/api/* public'`",
    },
    {
      see: "anybody who reaches the port is whoever they say they are",
      do: "OctoPrint believes the headers of everybody: it must listen where only the proxy reaches it",
    },
  ],
  sources: [
    {
      url: "https://pypi.org/project/OctoPrint/1.11.8/",
      for: "settings and what they do, in the source of the package",
    },
  ],
  proof: { by: "test", on: "2026-11-28", version: "1.11.8", test: "test/interop/apps/octoprint.ts" },
};
