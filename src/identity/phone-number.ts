import { ok, type Result, refuse } from "../values/result.ts";

declare const brand: unique symbol;

/** A phone number as ITU-T E.164 writes it: `+`, country code, number; at most 15 digits and nothing else. */
export type PhoneNumber = string & { readonly [brand]: "PhoneNumber" };

/** Why a text cannot become a phone number. */
export type PhoneNumberProblem =
  | "no-country-code"
  | "trunk-zero"
  | "unsupported-character"
  | "too-short"
  | "too-long";

/** E.164 sets no minimum length; the shortest numbers that can be called from abroad have seven digits. */
const digitsMin = 7;
const digitsMax = 15;
/** Separators that people put between the digits. */
const separators = /[\s().\u2010-\u2015/-]/gu;
/** `+49 (0)30 …`: the zero is dialled inside the country only. */
const trunkZero = /\(\s*0\s*\)/;

/** Reads a number that an operator wrote, with or without separators. */
export function readPhoneNumber(text: string): Result<PhoneNumber, PhoneNumberProblem> {
  const trimmed = text.trim();
  if (trunkZero.test(trimmed)) return refuse("trunk-zero");
  const number = trimmed.replaceAll(separators, "");
  if (!number.startsWith("+") || number.startsWith("+0")) return refuse("no-country-code");
  const digits = number.slice(1);
  if (!/^[0-9]*$/.test(digits)) return refuse("unsupported-character");
  if (digits.length < digitsMin) return refuse("too-short");
  if (digits.length > digitsMax) return refuse("too-long");
  return ok(number as PhoneNumber);
}

const descriptions: Readonly<Record<PhoneNumberProblem, string>> = {
  "no-country-code": "It must begin with + and the country code, like +49 30 1234567.",
  "trunk-zero": "Leave out the (0), which is dialled inside the country only.",
  "unsupported-character": "Besides the + it has digits only; an extension cannot be kept.",
  "too-short": `It has fewer than ${digitsMin} digits.`,
  "too-long": `It has more than ${digitsMax} digits, the most that E.164 allows.`,
};

/** One sentence for the operator: the cause, and the repair if it is not plain. */
export function describePhoneNumberProblem(problem: PhoneNumberProblem): string {
  return descriptions[problem];
}
