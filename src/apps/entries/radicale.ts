import type { Application } from "../application.ts";

export const radicale: Application = {
  name: "radicale",
  label: "Radicale",
  is: "calendars and address books by CalDAV and CardDAV",
  category: "documents",
  connection: { kind: "header" },
  needs:
    "This protects the web page of Radicale. Calendars on phones and computers sign in with a password and cannot open the page of Latchkey, so they need a way of their own, such as a second Radicale over the same folder with `htpasswd`.",
  reads: { "X-Remote-User": "the username, and so the collections that belong to it" },
  settings: [
    {
      in: "In `/etc/radicale/config`",
      language: "ini",
      text: `[auth]
type = http_x_remote_user`,
    },
  ],
  traps: [
    {
      see: "its own form for a password after the one of Latchkey",
      do: "Radicale reads `X-Remote-User`, and Latchkey names the username `Remote-User`: let the proxy copy the one into the other",
    },
    {
      see: "anybody who reaches the port is whoever they say they are",
      do: "Radicale believes `X-Remote-User` of everybody: it must listen where only the proxy reaches it, and the proxy must set the header on every request",
    },
    {
      see: "a phone says that it cannot sign in",
      do: "it met the page of Latchkey in place of a question for a password. See above",
    },
  ],
  sources: [
    {
      url: "https://github.com/Kozea/Radicale/blob/02471b6c909e/DOCUMENTATION.md",
      for: "setting, header, sign-in at the reverse proxy",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
