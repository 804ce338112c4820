/** The options by which `latchkey user create` and `user update` describe a person. */
import { type Command, InvalidArgumentError, Option } from "commander";
import type { PersonTexts } from "../flows/operator/account.ts";
import { type Strength, strengths } from "../values/strength.ts";

/** What they say. */
export interface PersonOptions {
  readonly email?: string;
  readonly name?: string;
  readonly phone?: string;
  readonly address?: string;
  readonly claim?: Readonly<Record<string, string>>;
  readonly require?: Strength;
  readonly admin?: boolean;
}

/** Adds those that both commands have. */
export function addPersonOptions(command: Command): Command {
  return command
    .option("--email <email>", "works at sign-in like the username; you vouch for it")
    .option("--name <name>", "the name shown on pages")
    .option("--phone <number>", "with country code, like +49 30 1234567; for applications that ask")
    .option("--address <text>", "postal address, including line breaks; for applications that ask")
    .option(
      "--claim <name=value>",
      "a claim like given_name, for applications that ask; may be repeated",
      collectClaim,
    )
    .addOption(
      new Option(
        "--require <strength>",
        "how strongly the person proves who they are at every sign-in",
      ).choices(strengths),
    );
}

/** Collects claims by name; the last one of a name counts. */
function collectClaim(
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("Write it as name=value, like given_name=Ada.");
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

/** The same in the words of the flow. */
export function personTextsOf({
  email,
  name,
  phone,
  address,
  claim,
  require: requires,
  admin: isAdmin,
}: PersonOptions): PersonTexts {
  return {
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phoneNumber: phone }),
    ...(address !== undefined && { address }),
    ...(claim !== undefined && { claims: claim }),
    ...(requires !== undefined && { requires }),
    ...(isAdmin !== undefined && { isAdmin }),
  };
}
