import type { Application } from "../application.ts";

export const cockpit: Application = {
  name: "cockpit",
  label: "Cockpit",
  is: "a Linux server in the browser",
  category: "infrastructure",
  connection: { kind: "proxy" },
  reads: {},
  settings: [
    {
      in: "In `/etc/cockpit/cockpit.conf`",
      language: "ini",
      text: `[WebService]
Origins = {host}
ProtocolHeader = X-Forwarded-Proto
ForwardedForHeader = X-Forwarded-For`,
    },
  ],
  traps: [
    {
      see: "a page for the password of the server after the sign-in at Latchkey",
      do: "that is so by design: Cockpit works as a user of the system, and the system asks who is there. Latchkey decides who may see the page",
    },
    {
      see: "an empty page, and a WebSocket that is refused",
      do: "`Origins` has to name the address that people open, with `https://`",
    },
    {
      see: "it asks for `https` again and again",
      do: "Cockpit speaks TLS itself: start it with `--for-tls-proxy`, or let the proxy speak TLS to it",
    },
  ],
  sources: [
    {
      url: "https://packages.debian.org/bookworm/cockpit-ws",
      for: "`cockpit.conf(5)` of the package: origins and the headers of a proxy",
    },
    {
      url: "https://github.com/cockpit-project/cockpit/blob/06454cc535dc/doc/authentication.md",
      for: "that it authenticates by itself, with the `Authorization` header",
    },
    { for: "`--for-tls-proxy`" },
  ],
  proof: { by: "documentation", on: "2026-11-28", version: "287.1" },
};
