declare const brand: unique symbol;

/** A password after the rules of this file: NFC, within the limits, no NUL, no lone surrogate. Never printed. */
export type NormalizedPassword = string & { readonly [brand]: "NormalizedPassword" };

/** A PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export type PasswordHash = string & { readonly [brand]: "PasswordHash" };
