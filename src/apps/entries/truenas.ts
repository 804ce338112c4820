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
      see: "its own sign-in page after Latchkey’s",
      do: "this cannot be changed: no way was found to tell TrueNAS who signed in, neither by OpenID Connect nor by a header",
    },
    {
      see: "a page that says that it is connecting, and nothing else",
      do: "everything arrives over WebSockets at `/api` and `/websocket`: the proxy must pass on `Upgrade` and `Connection`, as the printed files do",
    },
    {
      see: "a program with an API key gets 401 from Latchkey",
      do: "TrueNAS asks for the key itself, so open what programs call: `npx latchkey client update {client_id} --add-path '/api/* public' --add-path '/websocket/* public'`. Then only the page is behind Latchkey",
    },
    {
      see: "403 in the browser as soon as the proxy is in front",
      do: "the web server of TrueNAS refuses every address that is not in its list, and sees only that of the proxy",
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
