const ownPath = /^\/(?![/\\])/;
const webAddress = /^https?:\/\//i;
const privateUseScheme = /^[a-z][a-z0-9+-]*\.[a-z0-9.+-]*:/i;

/**
 * Returns an address that can only lead to a page or an application: a path of the service, http(s), or a private-use scheme, which
 * has a dot (RFC 8252 §7.1). Undefined for `javascript:` and everything else; then show no link.
 */
export function harmlessHref(href: string | undefined): string | undefined {
  if (href === undefined) return undefined;
  return ownPath.test(href) || webAddress.test(href) || privateUseScheme.test(href) ? href : undefined;
}
