import type { Application } from "../application.ts";

export const radicale: Application = {
  name: "radicale",
  label: "Radicale",
  is: "calendars and address books by CalDAV and CardDAV",
  category: "documents",
  connection: { kind: "header" },
  needs:
    "This protects the web page of Radicale. Calendars on phones and computers sign in with a password and cannot open the page of Latchkey, so they need a way of their own, such as a second Radicale over the same folder with `htpasswd`.",
  reads: { "Remote-User": "the username, and so the collections that belong to it" },
  settings: [
    {
      in: "In `/etc/radicale/config`",
      language: "ini",
      text: `[auth]
type = http_remote_user

[web]
prefer_browser_login = True`,
    },
  ],
  traps: [
    {
      see: "its own form for a password after the one of Latchkey",
      do: "without `prefer_browser_login` the page asks Radicale without cookies, and the proxy lets that through for nobody. With `type = http_x_remote_user`, for which older versions have nothing else, Radicale reads `X-Remote-User`: let the proxy copy `Remote-User` into it",
    },
    {
      see: "anybody who reaches the port is whoever they say they are",
      do: "Radicale believes the header of everybody: it must listen where only the proxy reaches it",
    },
    {
      see: "a phone says that it cannot sign in",
      do: "it met the page of Latchkey in place of a question for a password. See above",
    },
  ],
  sources: [
    {
      url: "https://github.com/Kozea/Radicale/blob/02471b6c909e/DOCUMENTATION.md",
      for: "sign-in at the reverse proxy, and that the header is believed",
    },
    {
      url: "https://pypi.org/project/Radicale/3.9.0/",
      for: "`http_remote_user` and `prefer_browser_login`, in the source of the package",
    },
  ],
  proof: { by: "test", on: "2026-11-28", version: "3.9.0", test: "test/interop/apps/radicale.ts" },
};
