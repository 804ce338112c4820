import { InvalidArgumentError, Option } from "commander";
import { strengths } from "../values/strength.ts";

/** The options by which `latchkey user create` and `user update` describe a person. */
export function personOptions() {
  return {
    email: new Option("--email <email>", "works at sign-in like the username; you vouch for it"),
    name: new Option("--name <name>", "the name shown on pages"),
    phone_number: new Option(
      "--phone <number>",
      "with country code, like +49 30 1234567; for applications that ask",
    ),
    address: new Option(
      "--address <text>",
      "postal address, including line breaks; for applications that ask",
    ),
    claims: new Option(
      "--claim <name=value>",
      "a claim like given_name, for applications that ask; may be repeated",
    ).argParser(collectClaim),
    attributes: new Option(
      "--attribute <name=value>",
      "a detail of your own like department, for the rules of applications; may be repeated",
    ).argParser(collectClaim),
    require: new Option(
      "--require <strength>",
      "how strongly the person proves who they are at every sign-in",
    ).choices(strengths),
  };
}

/** `--admin`: the admin right. */
export function adminOption(): Option {
  return new Option("--admin", "may enter the console and administer this installation");
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
