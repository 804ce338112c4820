import { documentParts } from "./layout.ts";
import { signInScript } from "./sign-in.ts";

/** The larger parts that are letter for letter the same on every page that has them, in the order in which they stand there. */
export const constantParts: readonly string[] = [...documentParts, signInScript].map(String);
