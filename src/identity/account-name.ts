declare const brand: unique symbol;

/** A username or e-mail address in the one canonical form that is stored, compared and throttled. */
export type AccountName = string & { readonly [brand]: "AccountName" };
