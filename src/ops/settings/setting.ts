import type { Result } from "../../values/result.ts";

/** One row of the table of settings. */
export interface Setting<Value> {
  /** The environment variable; the flag follows from it. */
  readonly name: `LATCHKEY_${string}`;
  /** The default as an operator would write it, or a description if `fallback` depends on something. */
  readonly defaultText: string;
  /** The value if no source has one. */
  readonly fallback: Value | ((rest: { readonly dataDir: string }) => Value) | undefined;
  readonly parse: (text: string) => Result<Value, string>;
  /** A value that works, for error messages. */
  readonly example: string;
  /** One line, without a full stop. */
  readonly help: string;
  /** A secret is never printed, and its only flag names a file. */
  readonly isSecret: boolean;
}

/** The rows of a part of the configuration, by the name of its value. */
export type SettingsOf<Part> = {
  readonly [Key in keyof Part]-?: Setting<Exclude<Part[Key], undefined>>;
};
