/** The path of an application below the console. */
export function clientPath({ id }: { readonly id: string }, more = ""): string {
  return `/clients/${encodeURIComponent(id)}${more}`;
}
