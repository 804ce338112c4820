import type { Operator } from "../../flows/operator/access.ts";
import { mayAct } from "../../flows/operator/rights.ts";
import type { Web } from "../../http/web.ts";
import type { AdminScope } from "../../protocol/api/admin-scopes.ts";
import type { PlaceGroup } from "./page.ts";

/** The navigation in order, by heading: path, label, and the scope that the operator needs to see it. */
const groups: readonly (readonly [
  heading: string,
  ...(readonly [path: string, text: string, scope: AdminScope])[],
])[] = [
  [
    "Sign-in",
    ["/clients", "Applications", "clients:read"],
    ["/apis", "APIs", "apis:read"],
    ["/providers", "Providers", "upstreams:read"],
  ],
  [
    "People",
    ["/people", "People", "users:read"],
    ["/groups", "Groups", "groups:read"],
    ["/invitations", "Invitations", "invitations:read"],
    ["/mail", "Messages", "mail:read"],
  ],
  [
    "Watch",
    ["", "Overview", "status:read"],
    ["/audit", "Audit trail", "audit:read"],
    ["/why", "Explain access", "users:read"],
    ["/webhooks", "Webhooks", "webhooks:read"],
    ["/health", "Health", "status:read"],
  ],
  ["Service", ["/keys", "Keys", "keys:read"], ["/settings", "Settings", "settings:read"]],
];

const places = groups.flatMap(([, ...places]) => places);

/** The address of a page of the console. */
export function consolePath({ paths }: Pick<Web, "paths">, path: string): string {
  return `${paths.console}${path}`;
}

/** The absolute address of a page of the console, for redirect URIs. */
export function consoleUri({ ports }: Pick<Web, "ports">, path: string): string {
  return `${ports.settings.issuer}/admin${path}`;
}

/** The navigation of this operator, without headings that have no place. */
export function placesFor(
  web: Web,
  operator: Pick<Operator, "scopes" | "delegated">,
  here: string,
): readonly PlaceGroup[] {
  return groups
    .map(([heading, ...places]) => ({
      heading,
      places: places
        .filter(([, , scope]) => sees(operator, scope))
        .map(([path, text]) => ({ href: consolePath(web, path), text, isHere: isIn(path, here) })),
    }))
    .filter(({ places }) => places.length > 0);
}

/** The path, or else a place that this operator may see; undefined if there is none. */
export function visiblePath(
  operator: Pick<Operator, "scopes" | "delegated">,
  path: string,
): string | undefined {
  const isHidden = places.some(([place, , scope]) => isIn(place, path) && !sees(operator, scope));
  return isHidden ? places.find(([, , scope]) => sees(operator, scope))?.[0] : path;
}

/** The pages of groups are there for people who administer some, too. */
function sees(operator: Pick<Operator, "scopes" | "delegated">, scope: AdminScope): boolean {
  return mayAct(operator, { scope, delegable: "own-groups" }, undefined);
}

function isIn(place: string, path: string): boolean {
  return path === place || (place !== "" && path.startsWith(`${place}/`));
}
