import type { Application } from "../application.ts";

export const netdata: Application = {
  name: "netdata",
  label: "Netdata",
  is: "watches a server second by second",
  category: "monitoring",
  connection: { kind: "proxy" },
  reads: {},
  settings: [
    {
      in: "In `/etc/netdata/netdata.conf`",
      language: "ini",
      text: `[global]
	bind socket to IP = 127.0.0.1`,
    },
  ],
  traps: [
    {
      see: "anybody who reaches port 19999 sees everything",
      do: "Netdata knows no people: it must listen where only the proxy reaches it; its own configuration says that it is not made for hostile networks",
    },
    {
      see: "other servers cannot send their measurements any more",
      do: "they cannot open the page of Latchkey: let them reach Netdata on a network of their own, past the proxy",
    },
  ],
  sources: [
    {
      url: "https://packages.debian.org/bookworm/netdata-core",
      for: "the setting, the port and the warning, in the configuration of the package",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28", version: "1.37.1" },
};
