import type { Application } from "../application.ts";

export const datasette: Application = {
  name: "datasette",
  label: "Datasette",
  is: "shows and publishes SQLite databases",
  category: "data",
  connection: { kind: "header" },
  needs: "The plugin `datasette-auth-headers`: `datasette install datasette-auth-headers`.",
  reads: { "Remote-User": "the `id` of the actor, for the permissions of Datasette" },
  settings: [
    {
      in: "In `metadata.yaml`, for `datasette serve --metadata metadata.yaml`",
      language: "yaml",
      text: `plugins:
  datasette-auth-headers:
    id-header-name: Remote-User
allow:
  id: "*"`,
    },
  ],
  traps: [
    {
      see: "`Forbidden` after the sign-in",
      do: "`allow` names somebody else, or `id-header-name` is not the header that the proxy sends: `/-/actor.json` shows whom Datasette sees",
    },
    {
      see: "`configuration for datasette-auth-headers was either missing or a non-dictionary type`",
      do: "the plugin is installed and `plugins` in `metadata.yaml` has nothing for it",
    },
    {
      see: "anybody who reaches the port is whoever they say they are",
      do: "Datasette believes the header of everybody: it must listen where only the proxy reaches it",
    },
  ],
  sources: [
    { url: "https://pypi.org/project/datasette-auth-headers/0.1.0/", for: "header, setting, error text" },
    {
      url: "https://pypi.org/project/datasette/0.65.5/",
      for: "`allow`, the actor and the option, in the source of the package",
    },
  ],
  proof: {
    by: "test",
    on: "2026-11-28",
    version: "0.65.5, with datasette-auth-headers 0.1.0",
    test: "test/interop/apps/datasette.ts",
  },
};
