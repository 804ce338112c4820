import type { Application } from "../application.ts";

export const truenas: Application = {
  name: "truenas",
  label: "TrueNAS",
  is: "storage for a network, with applications and virtual machines",
  category: "infrastructure",
  connection: { kind: "proxy" },
  reads: {},
  settings: [
    {
      in: "Advanced Settings, if access is limited to certain addresses",
      fields: { "Allowed IP Addresses": "add the address of the proxy" },
    },
  ],
  traps: [
    {
      see: "its own sign-in page after the one of Latchkey",
      do: "that stays: no way was found to let TrueNAS take over who signed in, neither OpenID Connect nor a header",
    },
    {
      see: "the page says that it is connecting, and stays so",
      do: "everything comes over WebSockets at `/api` and `/websocket`: the proxy must pass `Upgrade` and `Connection` on, as the printed files do",
    },
    {
      see: "a program with an API key gets 401 from Latchkey",
      do: "open what it calls, where TrueNAS asks for the key: `npx latchkey client update {client_id} --path '/api/* public' --path '/websocket/* public'`. Only the page itself is behind Latchkey then",
    },
    {
      see: "403 in the browser as soon as the proxy stands before it",
      do: "the web server of TrueNAS refuses every address that is not in its list, and sees the proxy’s alone",
    },
  ],
  sources: [
    {
      url: "https://github.com/truenas/middleware/blob/01b674364625/src/middlewared/middlewared/etc_files/local/nginx/nginx.conf.mako",
      for: "paths, WebSockets, the list of addresses",
    },
    {
      url: "https://github.com/linuxserver/reverse-proxy-confs/issues/771",
      for: "where the list of addresses is set, from somebody who runs it behind a proxy",
      isByOthers: true,
    },
  ],
  proof: { by: "documentation", on: "2026-11-29" },
};
