import { documentParts } from "./layout.ts";
import { signInScript } from "./sign-in.ts";

/** The larger parts that are equal, letter for letter, on every page that has them, in the order of the page. */
export const constantParts: readonly string[] = [...documentParts, signInScript].map(String);
