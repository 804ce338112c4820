import { html } from "../../pages/html.ts";
import { clientPath } from "./client-path.ts";
import { recipesOf } from "./client-recipes.ts";
import { settingsOf, withClient } from "./client-show.ts";
import { panel } from "./parts.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { type Screen, show } from "./visit.ts";

/** Ready settings for the libraries that an application may use. */
export const clientSettingsScreen: Screen = {
  path: "/clients/{id}/settings",
  scope: "clients:read",
  get: (visit) =>
    withClient(visit, (client) =>
      show(visit, {
        title: `Settings of ${client.name}`,
        up: { href: consolePath(visit.web, clientPath(client)), text: client.name },
        main: html`${panel("Addresses", settingsOf(visit, client))}${panel("For common libraries", recipesOf(visit.web, client, undefined))}`,
        script: scriptFor("copy"),
      }),
    ),
};
