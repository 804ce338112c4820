import { unreachable } from "../../values/result.ts";
import type { Seconds } from "../../values/time.ts";
import type { UpstreamKind } from "./upstream.ts";

/** What an upstream is asked for beyond the code, by its kind. */
interface UpstreamPreset {
  /** What its button says, unless the operator says otherwise. */
  readonly displayName: string;
  /** Absent if the operator must name it. */
  readonly issuer?: string;
  readonly scope: string;
  /** Parameters of every authorization request. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The `prompt` that asks for a new sign-in, if the provider knows one. */
  readonly promptAgain?: string;
  /** The `prompt` that offers the choice of account, if the provider knows one. */
  readonly promptChoice?: string;
}

const openid = { scope: "openid email profile", parameters: {}, promptAgain: "login" } as const;

export function presetOf(kind: UpstreamKind): UpstreamPreset {
  switch (kind) {
    case "google":
      // Google knows `none`, `consent` and `select_account`, and refuses any other word.
      return {
        ...openid,
        displayName: "Google",
        issuer: "https://accounts.google.com",
        promptAgain: "select_account",
        promptChoice: "select_account",
      };
    case "microsoft":
      return { ...openid, displayName: "Microsoft", promptChoice: "select_account" };
    case "apple":
      // Apple tells the address only to a form_post.
      return {
        displayName: "Apple",
        issuer: "https://appleid.apple.com",
        scope: "openid email",
        parameters: { response_mode: "form_post" },
      };
    case "github":
      return {
        displayName: "GitHub",
        issuer: "https://github.com",
        scope: "read:user user:email",
        parameters: {},
        promptAgain: "select_account",
        promptChoice: "select_account",
      };
    case "gitlab":
      return { ...openid, displayName: "GitLab", issuer: "https://gitlab.com" };
    case "oidc":
      return { ...openid, displayName: "Single sign-on" };
    default:
      return unreachable(kind);
  }
}

/** What this sign-in is about, for the provider's page. */
export interface UpstreamWish {
  /** The address that the person typed. */
  readonly loginHint?: string | undefined;
  /** "again": the person must prove there anew who they are. "choose": they may want another account. */
  readonly prompt?: "again" | "choose" | undefined;
  readonly maxAge?: Seconds | undefined;
}

/** The parameters of an authorization request to a provider, beside those that every client sends. */
export function parametersFor(
  kind: UpstreamKind,
  { loginHint, prompt, maxAge }: UpstreamWish,
): Readonly<Record<string, string>> {
  const { scope, parameters, promptAgain, promptChoice } = presetOf(kind);
  const asked = prompt === "again" ? promptAgain : prompt === "choose" ? promptChoice : undefined;
  return {
    scope,
    ...parameters,
    ...(asked !== undefined && { prompt: asked }),
    ...(maxAge !== undefined && kind !== "github" && kind !== "apple" && { max_age: String(maxAge) }),
    ...(loginHint !== undefined && { login_hint: loginHint }),
  };
}

/** Microsoft's own tenants that people without a company have; the others are named by the id of their company. */
const consumers = "9188040d-6c67-4c5b-b112-36a304b66dad";
const tenantShape = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The issuer of a Microsoft tenant, by its id or "consumers"; undefined for other words, because their issuer is not one. */
export function issuerOfTenant(tenant: string): string | undefined {
  const id = tenant.toLowerCase() === "consumers" ? consumers : tenant.toLowerCase();
  return tenantShape.test(id) ? `https://login.microsoftonline.com/${id}/v2.0` : undefined;
}
