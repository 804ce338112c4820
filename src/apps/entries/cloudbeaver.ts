import type { Application } from "../application.ts";

export const cloudbeaver: Application = {
  name: "cloudbeaver",
  label: "CloudBeaver",
  is: "works with databases in the browser, by the authors of DBeaver",
  category: "data",
  connection: { kind: "header" },
  reads: {
    "Remote-User": "the username",
    "Remote-Groups": "the teams",
    "Remote-Name": "the first name",
  },
  settings: [
    {
      in: "In `.cloudbeaver.runtime.conf`, in the section `app`",
      language: "json",
      text: `"authConfigurations": [
  {
    "id": "latchkey",
    "provider": "reverseProxy",
    "displayName": "Latchkey",
    "disabled": false,
    "iconURL": "",
    "description": "",
    "parameters": {
      "logout-url": "{host}/.latchkey/sign-out",
      "user-header": "Remote-User",
      "team-header": "Remote-Groups",
      "team-delimiter": ",",
      "first-name-header": "Remote-Name",
      "last-name-header": ""
    }
  }
]`,
    },
    { in: "Settings → Server configuration", fields: { "Reverse proxy": "on" } },
  ],
  signOut: "`logout-url` ends the visit and leads to the page on which people sign out of Latchkey.",
  traps: [
    {
      see: "its own sign-in page after Latchkey’s",
      do: "*Reverse proxy* is off, or the names of the headers are missing, and CloudBeaver looks for `X-User` and `X-Team`",
    },
    {
      see: "somebody signs in and sees no connections",
      do: "none of their groups has the name of a team. Two teams exist from the start, `user` and `admin`",
    },
    {
      see: "anybody who reaches the port is whoever they say they are",
      do: "CloudBeaver believes the headers of any sender: publish no port but the proxy’s",
    },
  ],
  sources: [
    {
      url: "https://dbeaver.com/docs/cloudbeaver/Reverse-proxy-header-authentication/",
      for: "settings, headers, teams",
    },
  ],
  proof: { by: "documentation", on: "2026-11-29" },
};
