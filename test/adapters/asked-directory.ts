import assert from "node:assert/strict";
import { askDirectory, type Directory } from "../../src/adapters/old-system/ldap.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { readBind } from "../../src/protocol/old-product/bind-verdict.ts";
import * as messages from "../../src/protocol/old-product/ldap.ts";
import { parseFilter } from "../../src/protocol/old-product/ldap-filter.ts";
import type { KeptSubject } from "../../src/values/ids.ts";
import { Secret } from "../../src/values/secret.ts";
import { searcher } from "../support/directory.ts";

export const base = "ou=people,dc=example,dc=org";
export const account = { name: searcher.name, password: new Secret(searcher.password) };
export const filterOf = (text: string) => parseFilter(text) ?? assert.fail(text);
export const filter = filterOf("(&(objectClass=inetOrgPerson)(uid={username}))");
export const told = (asked: object) => {
  const { kind, state, reason } = asked as Record<string, string | undefined>;
  return reason ?? state ?? kind;
};

export interface Question {
  readonly username: string;
  readonly password?: string;
  readonly subject?: string;
}

export function askingOf(directory: Partial<Directory> & { readonly url: string }, clock = systemClock) {
  const search = { base, filter, account };
  return askDirectory({ messages, readBind, search, subjectAttribute: "entryUUID", ...directory }, clock);
}

export async function ask(directory: Parameters<typeof askingOf>[0], question: Question) {
  const { username, password = "hunter2", subject } = question;
  return told(
    await askingOf(directory).ask({ username, password, subject: subject as KeptSubject | undefined }),
  );
}
