import type { Application } from "../application.ts";

export const zabbix: Application = {
  name: "zabbix",
  label: "Zabbix",
  is: "watches servers, networks and services",
  category: "monitoring",
  connection: { kind: "header", publicPaths: ["/api_jsonrpc.php"] },
  reads: {
    "Remote-User":
      "the user of that name, who has to be there, once the web server passes it on as `REMOTE_USER`",
  },
  settings: [
    {
      in: "Administration → Authentication → HTTP settings",
      fields: { "Enable HTTP authentication": "on", "Default login form": "HTTP login form" },
    },
    {
      in: "In the configuration of Apache for Zabbix, which reads `REMOTE_USER` and no header",
      language: "apache",
      text: `SetEnvIf Remote-User "(.+)" REMOTE_USER=$1`,
    },
  ],
  traps: [
    {
      see: "its own page for signing in after the one of Latchkey",
      do: "`REMOTE_USER` is empty: nothing turned the header into it, or *Default login form* is still the one of Zabbix, and `/index_http.php` is never called",
    },
    {
      see: "`Incorrect user name or password or account is temporarily blocked.`",
      do: "no user of Zabbix has this username: make one with the same name",
    },
    {
      see: "anybody who reaches the port is whoever they say they are",
      do: "Apache turns the header of everybody into a name: it must listen where only the proxy reaches it",
    },
  ],
  sources: [
    {
      url: "https://packages.debian.org/bookworm/zabbix-frontend-php",
      for: "`index_http.php` of the package: which variable is read, and that the user has to be there",
    },
    { for: "the names of the fields, and the line for Apache" },
  ],
  proof: { by: "documentation", on: "2026-11-28", version: "6.0.14" },
};
