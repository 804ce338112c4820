import type { Command } from "commander";
import { accountRecord } from "../flows/operator/account-record.ts";
import type { Account } from "../identity/account.ts";
import { givenClaims } from "../protocol/openid/person-claims.ts";
import type { Secret } from "../values/secret.ts";
import { shortTime } from "../values/words.ts";
import { type Invocation, wantsJson } from "./invocation.ts";
import { detailLines, labelled } from "./layout.ts";
import type { ChosenPassword } from "./user-password.ts";

/** Prints an account, with its password where that was just made. */
export function printAccount(
  invocation: Invocation,
  command: Command,
  account: Account,
  chosen?: ChosenPassword,
): void {
  const { terminal } = invocation;
  const password = chosen?.isMade ? chosen.secret : undefined;
  if (wantsJson(command)) terminal.printJson(accountRecord(account, password));
  else detailLines(accountDetails(account, password)).forEach(terminal.print);
  if (password !== undefined)
    terminal.note("Copy the password now: only its hash is stored, so it cannot be shown again.");
}

/** An account for people, as labels and values. */
function accountDetails(account: Account, password?: Secret): [string, string][] {
  const details: [string, string][] = [
    ["User ID", account.id],
    ["Username", account.username],
  ];
  if (password !== undefined) details.push(["Password", password.reveal()]);
  if (account.email !== undefined)
    details.push(["E-mail", account.isEmailUnverified ? `${account.email} (not verified)` : account.email]);
  if (account.name !== undefined) details.push(["Name", account.name]);
  if (account.phoneNumber !== undefined) details.push(["Phone", account.phoneNumber]);
  if (account.address !== undefined) details.push(...labelled("Address", account.address.split("\n")));
  for (const { name, label } of givenClaims) {
    const value = account.claims?.[name];
    if (value !== undefined) details.push([label, value]);
  }
  details.push(...labelled("Groups", account.groups ?? []));
  if (account.requires !== undefined) details.push(["Requires", account.requires]);
  if (account.hasTotp) details.push(["Second factor", "authenticator app"]);
  if (account.isAdmin) details.push(["Administrator", "yes"]);
  details.push(["State", account.isDisabled ? "disabled" : "enabled"]);
  if (account.deleteAfter !== undefined)
    details.push(["Deletion", `${shortTime(account.deleteAfter)}, as the person asked`]);
  details.push(["Created", shortTime(account.createdAt)]);
  return details;
}
