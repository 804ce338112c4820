import type { Application } from "../application.ts";

export const dagster: Application = {
  name: "dagster",
  label: "Dagster",
  is: "plans and runs chains of jobs over data",
  category: "data",
  connection: { kind: "proxy" },
  reads: {},
  settings: [
    {
      in: "On the machine of Dagster",
      language: "sh",
      text: "dagster-webserver --host 127.0.0.1 --port 3000",
    },
    {
      in: "A second one for people who may only look, with a host of its own",
      language: "sh",
      text: "dagster-webserver --host 127.0.0.1 --port 3001 --read-only",
    },
  ],
  traps: [
    {
      see: "everybody who gets in may start and delete runs",
      do: "the open edition knows no people: register the second host with `--protect` and let others in there, and keep the first one for a group with `--only-group`",
    },
    {
      see: "logs of a run do not move",
      do: "they come over a WebSocket at `/graphql`: the proxy must pass `Upgrade` and `Connection` on, as the printed files do",
    },
    {
      see: "programs that call `/graphql` get 401",
      do: "they cannot open the page of Latchkey: register the host as an API too, and give the path a rule with `scope=`",
    },
  ],
  sources: [
    {
      url: "https://pypi.org/project/dagster-webserver/1.13.28/",
      for: "options, the WebSocket, that there is no sign-in, in the source of the package",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28", version: "1.13.28" },
};
