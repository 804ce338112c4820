import assert from "node:assert/strict";
import { screens } from "../../src/admin/console/screens.ts";
import type { Api } from "../../src/protocol/api/api.ts";

/** The address of every page that a GET shows, with the names of things that are there. */
export function everyConsolePath({
  client,
  person,
  api,
  mail,
  webhook,
}: {
  readonly client: string;
  readonly api: Api;
  readonly person: string;
  readonly mail: string;
  readonly webhook: string;
}): readonly string[] {
  const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    clients: { id: client, client_id: client, application: "grafana" },
    apis: {
      resource: encodeURIComponent(api.resource),
      scope: encodeURIComponent(api.scopes[0]?.name ?? ""),
    },
    people: { id: person, user: person, passkey: "none", app_password: "none" },
    groups: { name: "staff" },
    providers: { name: "acme", upstream: "acme" },
    invitations: { id: "0".repeat(64) },
    audit: { number: "1" },
    mail: { id: mail },
    webhooks: { id: webhook, number: "1" },
  };
  // It answers only where a test of a sign-in comes back, which is tested by itself.
  const shown = screens.filter(
    ({ path, get, answers }) => get !== undefined && answers === undefined && path !== "/try",
  );
  return shown.map(({ path }) => {
    const known = names[path.split("/")[1] ?? ""] ?? {};
    if (path.startsWith("/people/bulk/")) return `${path}?user=${person}`;
    return path.replaceAll(
      /\{(\w+)\}/g,
      (_, name: string) => known[name] ?? assert.fail(`${path} needs a ${name}`),
    );
  });
}
