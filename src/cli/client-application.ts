import type { Application } from "../apps/application.ts";
import { needsHost, readHost } from "../apps/client.ts";
import { filledSettings, settingsPlace } from "../apps/fill.ts";
import { clientTemplates } from "../flows/operator/client-template.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { exitCodes, type Problem } from "./outcome.ts";
import type { Terminal } from "./terminal.ts";

/** An application that people run, and where it runs here; empty if nothing depends on that. */
export interface ChosenApplication {
  readonly application: Application;
  readonly host: string;
}

/** The application that `--template` names and that `--host` says the address of. Refuses with the names that are most like it. */
export async function findApplication(
  name: string,
  typedHost: string | undefined,
): Promise<Result<ChosenApplication, Problem>> {
  const { applications, findLike } = await import("../apps/applications.ts");
  const application = applications.find((one) => one.name === name);
  if (application === undefined)
    return refuse({
      exitCode: exitCodes.usage,
      cause: `--template: "${name}" does not work. It must be a kind of application (${kinds}) or the name of one that is listed in docs/apps/.`,
      ...suggestion(findLike(name)),
    });
  if (typedHost === undefined)
    return needsHost(application)
      ? refuse({
          exitCode: exitCodes.usage,
          cause: "The option --host <url> is missing.",
          hint: `Where do people open ${application.label}? For example: --host https://${name}.example.org`,
        })
      : ok({ application, host: "" });
  const host = readHost(typedHost);
  return host.ok
    ? ok({ application, host: host.value })
    : refuse({
        exitCode: exitCodes.usage,
        cause: `--host: ${JSON.stringify(typedHost)} does not work. ${host.reason}`,
      });
}

const kinds = [...clientTemplates.map(({ name }) => name), "m2m"].join(", ");

function suggestion(like: readonly Application[]): { readonly hint?: string } {
  if (like.length === 0) return {};
  const names = like.map(({ name, label }) => `${name} (${label})`);
  return {
    hint: `Did you mean ${names.slice(0, -1).join(", ")}${names.length > 1 ? " or " : ""}${names.at(-1)}?`,
  };
}

/** Prints the settings to paste into the application. They contain the secret, so they are data. */
export function printApplicationSettings(
  { print, printStrong, note }: Terminal,
  { application, host }: ChosenApplication,
  facts: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string },
): void {
  for (const settings of application.settings) {
    print("");
    printStrong(`# ${settingsPlace(settings, { ...facts, host })}`);
    print("");
    // A terminal would escape tabs.
    for (const line of filledSettings(settings, { ...facts, host })
      .trim()
      .replaceAll("\t", "    ")
      .split("\n"))
      print(line);
  }
  note(`The guide, with what goes wrong: docs/apps/${application.name}.md`);
}
