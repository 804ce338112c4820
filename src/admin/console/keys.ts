import {
  type KeyReport,
  keyMeanings,
  purposesInUse,
  reportKeys,
  rotateKeys,
} from "../../flows/operator/key.ts";
import type { Reply } from "../../http/reply.ts";
import { linkButton } from "../../pages/components.ts";
import { html } from "../../pages/html.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { type ActOutcome, actScreen } from "./acts.ts";
import { choiceField, selectField, type Values } from "./forms.ts";
import { capitalized } from "./listing.ts";
import { timeBetween } from "./overview-words.ts";
import { counted, momentOf } from "./parts.ts";
import { consolePath } from "./places.ts";
import { type Column, itemTable } from "./table.ts";
import { mayDo, type Screen, show, type Visit } from "./visit.ts";

const path = "/keys";

/** The keys without their secret parts, and their rotation. */
export const keyScreens: readonly Screen[] = [
  { path, scope: "keys:read", get: listKeys },
  actScreen({
    path: "/keys/rotate",
    scope: "keys:write",
    needsFreshSignIn: true,
    ask: async (visit, typed) => ({
      title: "Make new keys",
      text: html`<p>Keys rotate by themselves. Make new ones now if an old one may have leaked.</p>`,
      fields: rotateFields(visit, typed),
      button: "Make new keys",
      back: { path, text: "Keys" },
    }),
    act: rotate,
  }),
];

function rotateFields({ web }: Visit, typed: Values | undefined) {
  const state = { values: { old: "keep", ...typed } };
  const purposes = purposesInUse(web.administration.keys).map((value) => ({
    value,
    label: keyMeanings[value],
  }));
  return html`
    ${selectField({ name: "purpose", label: "For", options: [{ value: "", label: "everything" }, ...purposes] }, state)}
    ${choiceField(
      {
        name: "old",
        label: "The old keys",
        options: [
          { value: "keep", label: "Keep", hint: "What was made with them works until it expires." },
          {
            value: "discard",
            label: "End now",
            hint: "Codes, open forms and refresh tokens made with them become invalid, and this console may ask you to sign in again.",
          },
        ],
      },
      state,
    )}`;
}

/** What a key does now. */
const stateWords: Readonly<Record<KeyReport["state"], string>> = {
  seals: "encrypts",
  opens: "decrypts older ones",
  authenticates: "authenticates",
  verifies: "verifies older ones",
  signs: "signs",
  published: "published, signs in a minute",
  stays: "in use, never replaced",
};

/** What a list of keys is about. The first match wins, so a retired key is never among those that are in use. */
const groups: readonly (readonly [heading: string, holds: (key: KeyReport) => boolean])[] = [
  ["Retired", ({ retiredAt }) => retiredAt !== undefined],
  ["Signing keys", ({ purpose }) => purpose.startsWith("sign-")],
  ["Keys of the service itself", () => true],
];
/** Applications depend on the signing keys alone. */
const shownOrder = ["Signing keys", "Keys of the service itself", "Retired"] as const;

async function listKeys(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const now = web.ports.clock.now();
  const keys = reportKeys(web.administration.keys, now).toSorted(
    (one, other) =>
      keyMeanings[one.purpose].localeCompare(keyMeanings[other.purpose], "en") ||
      other.createdAt - one.createdAt,
  );
  const byHeading = Map.groupBy(keys, (key) => groups.find(([, holds]) => holds(key))?.[0] ?? "");
  const tables = shownOrder.map((heading) => {
    const items = byHeading.get(heading);
    const columns = [
      { name: "For", kind: "wide", cell: ({ purpose }) => capitalized(keyMeanings[purpose]) },
      { name: "State", cell: ({ state }) => stateWords[state] },
      { name: "Age", cell: ({ createdAt }) => timeBetween(createdAt, now) },
      { name: "Created", cell: ({ createdAt }) => momentOf(createdAt) },
      heading === "Retired" && { name: "Retired", cell: ({ retiredAt }) => retiredAt && momentOf(retiredAt) },
      { name: "Key ID", isSpare: true, cell: ({ id }) => html`<code>${id}</code>` },
    ] satisfies readonly (Column<KeyReport> | false)[];
    return (
      items &&
      html`<section class="list">${byHeading.size > 1 && html`<h2>${heading}</h2>`}${itemTable({ caption: heading, columns, items })}</section>`
    );
  });
  return show(visit, {
    title: "Keys",
    lead: "They rotate by themselves. A retired key still opens and verifies what was made with it.",
    actions:
      mayDo(visit, "keys:write") && linkButton(consolePath(web, "/keys/rotate"), "Make new keys", "action"),
    main: html`<div class="list">${tables}<p class="paging">${counted(keys.length, "key")}</p></div>`,
  });
}

async function rotate({ web, call }: Visit, form: Parameters): Promise<ActOutcome> {
  const { keys } = web.administration;
  const all = purposesInUse(keys);
  const wanted = form.get("purpose") ?? "";
  const purposes = wanted === "" ? all : all.filter((purpose) => purpose === wanted);
  if (purposes.length === 0) return { kind: "refused", problem: "There are no keys for this purpose." };
  const old = form.get("old");
  if (old !== "keep" && old !== "discard")
    return { kind: "refused", problem: "Choose what happens to the old keys." };
  await rotateKeys(keys, {
    purposes,
    discardsOlder: old === "discard",
    now: web.ports.clock.now(),
    audit: call.registry.audit,
  });
  return { kind: "done", path, text: "New keys have been made." };
}
