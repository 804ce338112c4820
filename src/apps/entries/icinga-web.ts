import type { Application } from "../application.ts";

export const icingaWeb: Application = {
  name: "icinga-web",
  label: "Icinga Web",
  is: "the pages of the monitoring of Icinga",
  category: "monitoring",
  connection: { kind: "header" },
  reads: { "Remote-User": "the username, as `REMOTE_USER` of the web server" },
  settings: [
    {
      in: "In `/etc/icingaweb2/authentication.ini`, as the first section",
      language: "ini",
      text: "[autologin]\nbackend = external",
    },
    {
      in: "In the PHP part of nginx that serves Icinga Web",
      language: "nginx",
      text: "fastcgi_param REMOTE_USER $http_remote_user;",
    },
  ],
  traps: [
    {
      see: "its own sign-in page after Latchkey’s",
      do: "without `REMOTE_USER` the section has no effect, and the next one asks",
    },
    {
      see: "people come in and see nothing",
      do: "roles in Icinga Web name them: `roles.ini`, by username",
    },
  ],
  sources: [
    {
      url: "https://github.com/Icinga/icingaweb2/blob/0ad90e31b011/doc/05-Authentication.md",
      for: "the backend, the order of sections, when it has no effect",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
