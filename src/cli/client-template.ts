import { Option } from "commander";
import type { NewClient } from "../flows/operator/client-check.ts";
import { noRecipes, recipeFacts, recipesFor } from "../flows/operator/client-recipes.ts";
import {
  type ClientTemplate,
  clientTemplates,
  findClientTemplate,
} from "../flows/operator/client-template.ts";
import type { Client } from "../protocol/client/client.ts";
import type { Secret } from "../values/secret.ts";
import { detailLines } from "./layout.ts";
import type { Terminal } from "./terminal.ts";

/** Other names under which developers know a template. */
const otherNames: Readonly<Record<string, string>> = { m2m: "machine" };

/** `--template`: a kind of application, with its usual properties. */
export function templateOption(): Option {
  return new Option(
    "--template <name>",
    "what this kind of application, or this application, usually has; prints settings to copy",
  );
}

/** The templates as `--help` shows them, below the options. */
export function templatesHelpText(): string {
  const lines = detailLines([
    ...clientTemplates.map(({ name, label }) => [`  ${name}`, label] as const),
    ...Object.entries(otherNames).map(([other, name]) => [`  ${other}`, `the same as ${name}`] as const),
  ]);
  return `\nTemplates:\n${lines.join("\n")}\n\nOr an application that people run, such as grafana or nextcloud: docs/apps/ has the list.\nOther options add to what a template says.`;
}

/** The template that was named; undefined where none was. */
export function templateNamed(name: string | undefined): ClientTemplate | undefined {
  return findClientTemplate(name === undefined ? undefined : (otherNames[name] ?? name));
}

/** The client that the options ask for, with what the template says where they are silent. */
export function withTemplate(
  wanted: NewClient,
  template: Pick<ClientTemplate, "profile" | "isPublic" | "metadata"> | undefined,
): NewClient {
  if (template === undefined) return wanted;
  return {
    ...wanted,
    profile: wanted.profile === "strict" ? "strict" : template.profile,
    isPublic: wanted.isPublic || template.isPublic,
    metadata: { ...template.metadata, ...wanted.metadata },
  };
}

/** Prints the settings for the libraries that fit. They contain the secret, so they are data. */
export function printRecipes(
  { print, printStrong, note }: Terminal,
  issuer: string,
  { client, secret }: { readonly client: Client; readonly secret?: Secret },
): void {
  const facts = recipeFacts(client, secret?.reveal(), {
    issuer,
    authorizationEndpoint: `${issuer}/v1/Oauth/authorization`,
    tokenEndpoint: `${issuer}/v1/Oauth/token`,
    deviceEndpoint: `${issuer}/v1/Oauth/device_authorization`,
  });
  const recipes = recipesFor(client, facts);
  if (recipes.length === 0) note(noRecipes);
  for (const { library, text } of recipes) {
    print("");
    printStrong(`# ${library}`);
    print("");
    // A terminal would escape tabs, with which Go is indented.
    for (const line of text.replaceAll("\t", "    ").split("\n")) print(line);
  }
}
