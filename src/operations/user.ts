import { z } from "zod";
import {
  changeAccount,
  checkNewAccount,
  createAccount,
  findAccount,
  findMissingRight,
  type PersonTexts,
  randomPassword,
  removeAccount,
  setAccountDisabled,
  setAccountPassword,
} from "../flows/operator/account.ts";
import { accountRecord, personRecord } from "../flows/operator/account-record.ts";
import { findGroups, groupProblems } from "../flows/operator/group.ts";
import { recoverAccount, recoveryProblems } from "../flows/operator/recover.ts";
import { recoveryRecord } from "../flows/operator/recovery-record.ts";
import type { Account } from "../identity/account.ts";
import { ok } from "../values/result.ts";
import { Secret } from "../values/secret.ts";
import { versionTag } from "./etag.ts";
import { operation } from "./operation.ts";
import { pageAnswer, readQuery } from "./page.ts";
import { termsOf } from "./precondition.ts";
import { refused } from "./problem.ts";
import { listQuery, longCursor, pageOf, person } from "./schema.ts";
import {
  filterParameters,
  orderParameter,
  readFilter,
  readPersonPosition,
  writePersonPosition,
} from "./user-filter.ts";
import { refusedAccount } from "./user-problem.ts";
import {
  newPasswordSchema,
  newUserSchema,
  personSchema,
  recoveryLinkSchema,
  recoverySchema,
  userChangesSchema,
  userSchema,
} from "./user-schema.ts";

const noun = "Users";
const one = "/users/{user}";

/** The segment of a path that names a person. */
export const userParams = z.object({ user: person });

/** The operations about people who can sign in. */
export const userOperations = [
  operation({
    id: "listUsers",
    method: "get",
    path: "/users",
    noun,
    scope: "users:read",
    command: "user list",
    summary: "People, oldest account first if no order is named",
    description:
      "One page looks through a bounded number of people, so it may have fewer items than its limit, even none, although `next` says that there are more to look through.",
    query: z.strictObject({ ...listQuery, after: longCursor, sort: orderParameter, ...filterParameters }),
    status: 200,
    answer: z
      .strictObject({
        ...pageOf(personSchema, "").shape,
        total_exact: z.boolean().meta({ description: "False if `total` is only a lower bound." }),
      })
      .meta({ id: "UserPage" }),
    run: async ({ registry, query: { limit, after, sort: order = "created", ...members } }) => {
      const wanted = readQuery({ limit, after }, (text) => readPersonPosition(text, order));
      if (!wanted.ok) return wanted;
      const filter = readFilter(members, registry.clock.now());
      if (!filter.ok) return filter;
      const page = await registry.people.list({ ...wanted.value, order, filter: filter.value });
      const answered = pageAnswer(page, personRecord, writePersonPosition);
      return answered.ok
        ? ok({ body: { ...answered.value.body, total_exact: page.isTotalExact } })
        : answered;
    },
  }),
  operation({
    id: "createUser",
    method: "post",
    path: "/users",
    noun,
    scope: "users:write",
    command: "user create",
    summary: "Creates an account; a generated password is returned only this once",
    description: "Also needs `groups:write` if it names groups.",
    body: newUserSchema,
    status: 201,
    answer: userSchema,
    hasTag: true,
    problems: ["conflict"],
    isRepeatable: true,
    run: async ({ registry, operator, body }) => {
      const { username, admin: isAdmin = false } = body;
      const missing = findMissingRight(operator, { isAdmin, groups: body.groups });
      if (missing !== undefined) return refusedAccount({}, missing);
      const groups = await findGroups(registry.groups, body.groups ?? []);
      if (!groups.ok) return refused(groupProblems, groups.reason, { at: "groups" });
      const made = body.password === undefined ? randomPassword(registry.random) : undefined;
      const password = made ?? new Secret(body.password ?? "");
      const wanted = { ...textsIn(body), username, password, isAdmin, groups: groups.value };
      const created = await createAccount(registry, wanted, { by: operator });
      if (!created.ok) return refusedAccount({}, created.reason);
      return answerWith(created.value, { password: made, location: `/users/${created.value.id}` });
    },
  }),
  operation({
    id: "getUser",
    method: "get",
    path: one,
    noun,
    scope: "users:read",
    command: "user show",
    summary: "One person",
    params: userParams,
    status: 200,
    answer: personSchema,
    hasTag: true,
    run: async ({ registry, params }) => {
      const account = await findAccount(registry.accounts, params.user);
      const person = account && (await registry.people.find(account.id));
      return person === undefined
        ? refusedAccount({}, { kind: "unknown-account" })
        : ok({ body: personRecord(person), etag: versionTag(person.account) });
    },
  }),
  operation({
    id: "updateUser",
    method: "patch",
    path: one,
    noun,
    scope: "users:write",
    command: "user update",
    summary: "Changes the given members and keeps the others",
    description: "null removes a detail.",
    params: userParams,
    body: userChangesSchema,
    status: 200,
    answer: userSchema,
    hasTag: true,
    isConditional: true,
    problems: ["conflict"],
    run: async (call) => {
      const { registry, params, body } = call;
      const texts = { ...textsIn(body), ...(body.admin !== undefined && { isAdmin: body.admin }) };
      const changed = await changeAccount(registry, params.user, texts, termsOf(call));
      return changed.ok ? answerWith(changed.value) : refusedAccount(call, changed.reason);
    },
  }),
  operation({
    id: "setPassword",
    method: "post",
    path: `${one}/set-password`,
    noun,
    scope: "users:write",
    command: "user set-password",
    summary: "Sets a new password and signs the person out everywhere",
    params: userParams,
    body: newPasswordSchema,
    status: 200,
    answer: userSchema,
    hasTag: true,
    isRepeatable: true,
    run: async (call) => {
      const { registry, params, body } = call;
      const made = body.password === undefined ? randomPassword(registry.random) : undefined;
      const password = made ?? new Secret(body.password ?? "");
      const set = await setAccountPassword(registry, params.user, password, termsOf(call));
      return set.ok ? answerWith(set.value, { password: made }) : refusedAccount(call, set.reason);
    },
  }),
  operation({
    id: "recoverUser",
    method: "post",
    path: `${one}/recover`,
    noun,
    scope: "users:write",
    command: "user recover",
    summary: "Makes a link with which the person sets a new password; it works once, for a day",
    params: userParams,
    body: recoverySchema,
    status: 200,
    answer: recoveryLinkSchema,
    problems: ["conflict"],
    isRepeatable: true,
    run: async (call) => {
      const { mail = false, drop_second_factor = false, language = "en" } = call.body;
      const wish = { who: call.params.user, isMailed: mail, dropsSecondFactor: drop_second_factor, language };
      const made = await recoverAccount(call.registry, wish, termsOf(call));
      return made.ok
        ? ok({ body: recoveryRecord(made.value, wish) })
        : refused(recoveryProblems, made.reason);
    },
  }),
  switching("disable"),
  switching("enable"),
  operation({
    id: "deleteUser",
    method: "delete",
    path: one,
    noun,
    scope: "users:write",
    command: "user delete",
    summary: "Deletes the account, its sessions and tokens",
    params: userParams,
    status: 204,
    isConditional: true,
    problems: ["conflict"],
    run: async (call) => {
      const removed = await removeAccount(call.registry, call.params.user, termsOf(call));
      return removed.ok ? ok({}) : refusedAccount(call, removed.reason);
    },
  }),
] as const;

/** Checks what can be checked about a new account without looking at others. */
export function checkNewUser(body: z.output<typeof newUserSchema>) {
  const { username, password, admin: isAdmin = false } = body;
  const secret = password === undefined ? undefined : new Secret(password);
  const checked = checkNewAccount({ ...textsIn(body), username, isAdmin, password: secret });
  return checked.ok ? checked : refusedAccount({}, checked.reason);
}

function switching<const Verb extends "disable" | "enable">(verb: Verb) {
  const isDisabled = verb === "disable";
  return operation({
    id: `${verb}User`,
    method: "post",
    path: `${one}/${verb}`,
    noun,
    scope: "users:write",
    command: `user ${verb}`,
    summary: isDisabled
      ? "Signs the person out everywhere and prevents new sign-ins"
      : "Lets the person sign in again",
    params: userParams,
    status: 200,
    answer: userSchema,
    hasTag: true,
    isConditional: true,
    problems: ["conflict"],
    run: async (call) => {
      const set = await setAccountDisabled(call.registry, call.params.user, isDisabled, termsOf(call));
      return set.ok ? answerWith(set.value) : refusedAccount(call, set.reason);
    },
  });
}

type Details = z.output<typeof userChangesSchema>;

/** The details of a person as a flow takes them: an empty text takes one away. */
export function textsIn(content: Details): PersonTexts {
  const { email, name, phone_number, address, claims, attributes, require: requires } = content;
  const said = (named: Readonly<Record<string, string | null>>) =>
    Object.fromEntries(Object.entries(named).map(([name, value]) => [name, value ?? ""]));
  return {
    ...(email !== undefined && { email: email ?? "" }),
    ...(name !== undefined && { name: name ?? "" }),
    ...(phone_number !== undefined && { phoneNumber: phone_number ?? "" }),
    ...(address !== undefined && { address: address ?? "" }),
    ...(claims !== undefined && { claims: said(claims) }),
    ...(attributes !== undefined && { attributes: said(attributes) }),
    ...(requires !== undefined && { requires }),
  };
}

function answerWith(
  account: Account,
  { password, location }: { readonly password?: Secret | undefined; readonly location?: string } = {},
) {
  const etag = versionTag(account);
  return ok({ body: accountRecord(account, password), etag, ...(location !== undefined && { location }) });
}
