import type { Application } from "../application.ts";

export const roundup: Application = {
  name: "roundup",
  label: "Roundup",
  is: "issues of a team, by browser and by mail",
  category: "business",
  connection: { kind: "header" },
  reads: { "Remote-User": "the account of that name, which has to be there" },
  settings: [
    {
      in: "In `config.ini` of the tracker",
      language: "ini",
      text: `[web]
http_auth_header = Remote-User`,
    },
    {
      in: "In the file that `roundup-server -C` reads",
      language: "ini",
      text: `[main]
include_headers = Remote-User`,
    },
  ],
  traps: [
    {
      see: "its own form for a password after the one of Latchkey",
      do: "no account of the tracker has this username, or `include_headers` does not name the header: `roundup-server` hands on only those it names",
    },
    {
      see: "mail and programs that use the API",
      do: "mail does not pass the proxy. Programs sign in with a password of the tracker: open their path: `npx latchkey client update {client_id} --add-path '/TRACKER/rest/* public'`",
    },
    {
      see: "anybody who reaches the port is whoever they say they are",
      do: "Roundup believes the header of everybody: it must listen where only the proxy reaches it",
    },
  ],
  sources: [
    {
      url: "https://pypi.org/project/roundup/2.6.0/",
      for: "both settings, and that the account has to be there, in the source of the package",
    },
  ],
  proof: { by: "test", on: "2026-11-28", version: "2.6.0", test: "test/interop/apps/roundup.ts" },
};
