import assert from "node:assert/strict";
import type { HttpAnswer } from "../../support/form-client.ts";

/** What an answer is, as far as its headers go. */
export type AnswerKind = "page" | "json" | "redirect" | "icon" | "document" | "jrd" | "key set" | "preflight";

const cacheable: Partial<Record<AnswerKind, string>> = {
  icon: "public, max-age=86400",
  document: "public, max-age=300",
  jrd: "public, max-age=300",
  "key set": "public, max-age=60",
};

const types: Partial<Record<AnswerKind, string>> = {
  page: "text/html; charset=utf-8",
  json: "application/json",
  preflight: "application/json",
  icon: "image/svg+xml",
  document: "application/json",
  jrd: "application/jrd+json",
  "key set": "application/json",
};

/** ASVS V3.4.1 to V3.4.8: what every answer carries, whatever its route and status. */
export function assertSafeHeaders(kind: AnswerKind, { headers, status }: HttpAnswer): void {
  assert.equal(headers["cache-control"], cacheable[kind] ?? "no-store");
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["referrer-policy"], "no-referrer");
  const [, years, rest] = /^max-age=(\d+)(.*)$/.exec(headers["strict-transport-security"] ?? "") ?? [];
  assert.ok(Number(years) >= 365 * 24 * 60 * 60);
  assert.equal(rest, "", "the hosts below are the operator's to decide about");
  const policy = policyOf(headers["content-security-policy"]);
  for (const directive of ["default-src", "frame-ancestors", "base-uri"])
    assert.equal(policy.get(directive), "'none'", directive);
  // default-src covers every kind of source that the policy does not name.
  for (const directive of ["object-src", "connect-src", "frame-src", "worker-src"])
    assert.equal(policy.has(directive), false);
  assert.equal(headers["content-type"], types[kind]);
  if (kind === "redirect") assert.ok([302, 303].includes(status) && headers.location !== undefined);
  else assert.equal(headers.location, undefined);
  if (kind === "page") assertPageHeaders(headers, policy);
  else assert.equal(policy.get("form-action") ?? "'none'", "'none'");
  // Only what is the same for everybody may be read by every page.
  const isForEverybody = ["document", "jrd", "key set", "preflight"].includes(kind);
  assert.equal(headers["access-control-allow-origin"], isForEverybody ? "*" : undefined);
  // The rest of a preflight's answer is what its own test looks at.
  for (const name of kind === "preflight" ? [] : Object.keys(headers))
    assert.doesNotMatch(
      name,
      /^(access-control-(?!allow-origin$)|server$|x-powered-by$|etag$|last-modified$)/,
    );
  for (const line of headers["set-cookie"] ?? []) assertSafeCookie(line);
}

function assertPageHeaders(headers: HttpAnswer["headers"], policy: ReadonlyMap<string, string>): void {
  assert.equal(headers["x-frame-options"], "DENY");
  assert.equal(headers["cross-origin-opener-policy"], "same-origin");
  assert.equal(headers["cross-origin-resource-policy"], "same-origin");
  assert.match(policy.get("script-src") ?? "", /^'nonce-[A-Za-z0-9_-]{22}'$/);
  assert.equal(policy.get("style-src"), policy.get("script-src"));
  assert.match(policy.get("form-action") ?? "", /^'self'( https:)?$/);
}

/** ASVS V3.3.1 to V3.3.5. */
function assertSafeCookie(line: string): void {
  const [pair = "", ...attributes] = line.split("; ");
  assert.match(pair, /^__Host-latchkey-(session|browser|device|language|flash|totp)=[A-Za-z0-9_-]*$/);
  for (const attribute of ["Path=/", "HttpOnly", "SameSite=Lax", "Secure"])
    assert.ok(attributes.includes(attribute), `${attribute} in ${line}`);
  assert.ok(!attributes.some((attribute) => attribute.startsWith("Domain=")));
  assert.ok(Buffer.byteLength(line) <= 4096);
}

function policyOf(header: string | string[] | undefined): ReadonlyMap<string, string> {
  const directives = String(header).split("; ");
  return new Map(
    directives.map((directive) => {
      const space = directive.indexOf(" ");
      return [directive.slice(0, space), directive.slice(space + 1)];
    }),
  );
}
