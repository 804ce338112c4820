import { isJsonObject, isTextList, type JsonObject } from "../../values/json-object.ts";

/** Why a member of a registration cannot be read. */
export type MemberProblem =
  | { readonly kind: "wrong-type"; readonly member: string; readonly expected: string }
  | { readonly kind: "unsupported"; readonly member: string; readonly supported: readonly string[] };

/** Reads the members of a registration by their type, and keeps the first problem. null means absent (RFC 7592 §2.2). */
export class RegistrationMembers {
  problem: MemberProblem | undefined;
  readonly #json: JsonObject;

  constructor(json: JsonObject) {
    this.#json = json;
  }

  isSent(member: string): boolean {
    return this.#read(member) !== undefined;
  }

  text(member: string): string | undefined {
    const value = this.#read(member);
    if (value === undefined || value === "") return undefined;
    return typeof value === "string" ? value : this.#wrong(member, "a text");
  }

  flag(member: string): boolean | undefined {
    const value = this.#read(member);
    if (value === undefined) return undefined;
    return typeof value === "boolean" ? value : this.#wrong(member, "true or false");
  }

  object(member: string): JsonObject | undefined {
    const value = this.#read(member);
    if (value === undefined) return undefined;
    return isJsonObject(value) ? value : this.#wrong(member, "a JSON object");
  }

  texts(member: string): readonly string[] | undefined {
    const value = this.#read(member);
    if (value === undefined) return undefined;
    return isTextList(value) ? value : this.#wrong(member, "a list of texts");
  }

  oneOf<Value extends string>(member: string, supported: readonly Value[]): Value | undefined {
    const text = this.text(member);
    const value = supported.find((known) => known === text);
    return text === undefined || value !== undefined ? value : this.#unsupported(member, supported);
  }

  /** At least the first of the supported values, and no others. What is `leftOut` may be sent, and does not come back. */
  someOf<Value extends string>(
    member: string,
    supported: readonly Value[],
    leftOut: readonly string[] = [],
  ): readonly string[] | undefined {
    const texts = this.texts(member)?.filter((text) => !leftOut.includes(text));
    if (texts === undefined || texts.length === 0) return undefined;
    const isSupported = texts.every((text) => supported.some((known) => known === text));
    const [needed = ""] = supported;
    return isSupported && texts.includes(needed) ? texts : this.#unsupported(member, supported);
  }

  #read(member: string): unknown {
    return Object.hasOwn(this.#json, member) ? (this.#json[member] ?? undefined) : undefined;
  }

  #wrong(member: string, expected: string): undefined {
    this.problem ??= { kind: "wrong-type", member, expected };
  }

  #unsupported(member: string, supported: readonly string[]): undefined {
    this.problem ??= { kind: "unsupported", member, supported };
  }
}
