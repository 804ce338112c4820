import type { Application } from "../application.ts";

export const dozzle: Application = {
  name: "dozzle",
  label: "Dozzle",
  is: "the logs of containers, live",
  category: "monitoring",
  connection: { kind: "header" },
  reads: {
    "Remote-User": "the username",
    "Remote-Email": "the address, and with it the picture of Gravatar",
    "Remote-Name": "the name that is shown",
  },
  settings: [
    {
      in: "In the environment of the container",
      language: "sh",
      text: `DOZZLE_AUTH_PROVIDER=forward-proxy`,
    },
  ],
  traps: [
    {
      see: "anybody who reaches the container’s port is whoever they say they are",
      do: "Dozzle believes the headers of everybody: publish no port of the container, and let only the proxy reach it",
    },
    {
      see: "settings of people are gone after an update",
      do: "they lie in `/data`, which must be a volume",
    },
  ],
  sources: [
    {
      url: "https://github.com/amir20/dozzle/blob/06bf8a312ffd/docs/guide/authentication.md",
      for: "setting, headers, where the settings of people lie",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
