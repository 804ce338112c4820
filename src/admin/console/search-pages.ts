import type { AdminScope } from "../../protocol/api/admin-scopes.ts";
import { mayDo, type Visit } from "./visit.ts";

/** A page of the console that a search finds by its name or by other words. */
interface NamedPage {
  readonly path: string;
  readonly name: string;
  readonly scope: AdminScope;
  readonly otherWords: string;
}

const pages: readonly NamedPage[] = (
  [
    ["", "Overview", "status:read", "dashboard statistics figures charts"],
    ["/clients", "Applications", "clients:read", "clients relying parties"],
    ["/clients/new", "Add an application", "clients:write", "register a client new"],
    ["/apis", "APIs", "apis:read", "resources scopes"],
    ["/apis/new", "Add an API", "apis:write", "new resource"],
    ["/people", "People", "users:read", "users accounts"],
    ["/people/new", "Add a person", "users:write", "create a user new account"],
    ["/groups", "Groups", "groups:read", "roles teams"],
    ["/new-group", "Add a group", "groups:write", "new role team"],
    ["/invitations", "Invitations", "invitations:read", ""],
    ["/invitations/new", "Invite a person", "invitations:write", "new invitation"],
    ["/providers", "Providers", "upstreams:read", "upstream social sign-in google microsoft github sso"],
    ["/new-provider", "Add a provider", "upstreams:write", "new upstream google microsoft github apple"],
    ["/audit", "Audit trail", "audit:read", "log history events"],
    ["/audit/verify", "Verify the trail", "audit:read", "audit chain integrity"],
    ["/why", "Explain access", "users:read", "why refused denied reason reference token"],
    ["/webhooks", "Webhooks", "webhooks:read", "events deliveries"],
    ["/webhooks/new", "Add a webhook", "webhooks:write", "new"],
    ["/keys", "Keys", "keys:read", "signing rotate jwks"],
    ["/mail", "Messages", "mail:read", "mail e-mail outbox smtp"],
    ["/settings", "Settings", "settings:read", "configuration environment"],
    ["/health", "Health", "status:read", "doctor checks backup database version"],
  ] as const
).map(([path, name, scope, otherWords]) => ({ path, name, scope, otherWords }));

const shownMax = 6;

/** The pages that match the text and that the operator may open. */
export function pagesNamed(visit: Visit, text: string): readonly NamedPage[] {
  const wanted = text.toLowerCase();
  const named = pages.filter(
    ({ name, otherWords, scope }) =>
      mayDo(visit, scope) && `${name.toLowerCase()} ${otherWords}`.includes(wanted),
  );
  return named.slice(0, shownMax);
}
