/** Every component of the console and of people's pages, once in each of its states: for scripts/components.ts and the test beside it. */
import {
  boxes,
  buttonForm,
  choiceField,
  linesField,
  selectField,
  textField,
} from "../../src/admin/console/forms.ts";
import { renderPage } from "../../src/admin/console/page.ts";
import {
  agoOf,
  askingLink,
  copyable,
  dayOf,
  glanceOf,
  momentOf,
  panel,
  rowsOf,
} from "../../src/admin/console/parts.ts";
import { type Column, chipsOf, emptyState, itemTable, sortMenu } from "../../src/admin/console/table.ts";
import {
  badge,
  boxedField,
  describedBy,
  doneNotice,
  factsOf,
  linkButton,
  noticeStyle,
  problemOf,
  showButton,
  submitButton,
  type Tone,
  tickBox,
  tickStyle,
  warningNotice,
} from "../../src/pages/components.ts";
import { constantMarkup, html, type SafeHtml } from "../../src/pages/html.ts";
import { renderDocument } from "../../src/pages/layout.ts";
import { settingsShape } from "../../src/pages/settings.ts";
import { squeeze } from "../../src/pages/style.ts";
import { instantOf } from "../../src/values/time.ts";
import { catalogues } from "./catalogues.ts";

const noon = instantOf(Date.UTC(2026, 2, 1, 12));

const places = [
  ["Sign-in", ["Applications", "APIs", "Providers"]],
  ["People", ["People", "Groups", "Invitations", "Messages"]],
] as const;

/** A page of the console, and one of people, by name. */
export function componentPages(): ReadonlyMap<string, SafeHtml> {
  return new Map([
    ["components of the console", consolePage()],
    ["components of people's pages", peoplePage()],
  ]);
}

/**
 * The same as files that a browser opens without a server: each page as it is, light and dark, and `index.html`, which shows them beside
 * each other and as wide as a phone. Only the browser's own settings or tools show its forced colours.
 */
export function componentFiles(): ReadonlyMap<string, string> {
  const pages = [...componentPages()].map(([name, markup]) => {
    const file = name.replace(/\W+/g, "-");
    // The frames of a page cannot have a scheme of their own, so the question for the scheme is answered in the page.
    const answered = (scheme: string, query: string) =>
      markup
        .toString()
        .replaceAll("(prefers-color-scheme:dark)", query)
        .replaceAll("color-scheme:light dark", `color-scheme:${scheme}`);
    const light = answered("light", "(max-width:0)");
    const dark = answered("dark", "(min-width:0)");
    return { name, file, whole: markup.toString(), light, dark };
  });
  const frame = (file: string, title: string, width: number) =>
    html`<figure><figcaption>${title}</figcaption><iframe src="${file}.html" title="${title}" width="${width}" height="900"></iframe></figure>`;
  const index = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8">
      <title>Components</title>
      <style>body{margin:1rem;font:1rem/1.5 system-ui,sans-serif;background:#8b938f;color:#000}.looks{display:flex;gap:1rem;overflow-x:auto}figure{flex:none;margin:0}iframe{border:0}a{color:inherit}</style>
      <h1>Components</h1>
      <p>For forced colours, open a page by itself and turn them on in the system, or in the browser's developer tools.</p>
      ${pages.map(
        ({ name, file }) => html`
          <h2><a href="${file}.html">${name}</a></h2>
          <div class="looks">${frame(`${file}-light`, "light", 1100)}${frame(`${file}-dark`, "dark", 1100)}${frame(`${file}-light`, "phone", 320)}</div>`,
      )}
    </html>`;
  return new Map([
    ["index.html", index.toString()],
    ...pages.flatMap(({ file, whole, light, dark }) => [
      [`${file}.html`, whole] as const,
      [`${file}-light.html`, light] as const,
      [`${file}-dark.html`, dark] as const,
    ]),
  ]);
}

function consolePage(): SafeHtml {
  return renderPage(
    {
      cspNonce: "0",
      brand: { name: "Latchkey", hasDoor: true },
      homeHref: "#",
      places: places.map(([heading, names]) => ({
        heading,
        places: names.map((text) => ({ href: "#", text, isHere: text === "People" })),
      })),
      self: { name: "Ada Lovelace", accountHref: "#", signOutAction: "#", csrfToken: "0" },
      flash: { text: "The account has been disabled.", tone: "done" },
      undo: buttonForm({ action: "#", csrfToken: "0" }, "Undo", "action second"),
      isInsecureDevelopment: false,
    },
    {
      title: "Components",
      up: { href: "#", text: "The page above" },
      lead: "A sentence about the page.",
      actions: [linkButton("/", "The act of the page", "action"), linkButton("/", "Another one")],
      problem: "A sentence that says what was wrong.",
      main: html`
        ${warningNotice("A sentence to read first.")}
        <ul class="checks"><li>A check that was right.</li><li class="bad"><span class="vh">Wrong: </span>One that was not.</li></ul>
        ${glanceOf([
          ["Last sign-in", "2 hours ago"],
          ["Signs in with", "password, passkey"],
          ["Groups", "3"],
          ["State", badge("can sign in", "good")],
        ])}
        ${panel("Buttons", buttons())}
        ${panel("Progress", html`<progress max="812" value="300" aria-label="300 of 812 people"></progress>`)}
        ${panel("Badges", html`<p>${(["plain", "good", "warn", "bad"] satisfies Tone[]).map((tone) => html`${badge(tone, tone)} `)}</p>`)}
        ${list()}
        ${panel(
          "Facts",
          factsOf([
            ["Name", "Ada Lovelace"],
            ["Addresses", "ada@example.org", "ada@example.com"],
            ["Created", momentOf(noon)],
            ["Secret", copyable("lks0123456789", { id: "secret" })],
          ]),
        )}
        ${panel(
          "Rows",
          rowsOf(
            [
              {
                href: "#",
                name: "A row that leads somewhere",
                detail: "and its detail",
                state: badge("enabled", "good"),
              },
              { name: "One that does not", detail: "its detail", state: askingLink("/", "Remove", "little") },
            ],
            "None.",
          ),
          linkButton("/", "Beside the heading", "little"),
        )}
        <div class="trio">${["One of three", "Another", "The last"].map((heading) => panel(heading, "Panels in a row."))}</div>
        ${panel("Fields", fields())}
        ${emptyState({ title: "No groups yet", text: "What a group is good for.", actions: linkButton("/", "Add a group", "action") })}
        <dialog open style="position:static" aria-labelledby="asked"><h2 id="asked">Delete the group?</h2><p>What will happen.</p><div class="actions">${submitButton("Delete", { id: "do", kind: "action danger" })}${linkButton("/", "Cancel")}</div></dialog>`,
    },
  );
}

function buttons(): SafeHtml {
  return html`
    <div class="actions">
      ${submitButton("Act")}${linkButton("/", "Second")}${submitButton("Danger", { id: "danger", kind: "action danger" })}${linkButton("/", "Little", "little")}
    </div>`;
}

function list(): SafeHtml {
  const people = [
    "Ada Lovelace",
    "Grace Hopper",
    "A person with a very long name, which no column holds",
  ].map((name, index) => ({
    name,
    address: `${name.split(" ")[0]?.toLowerCase()}@example.org`,
    sessions: index * 1_234,
  }));
  const columns: readonly Column<(typeof people)[number]>[] = [
    {
      name: "Choose",
      kind: "tick",
      cell: ({ name, sessions }) =>
        html`<input type="checkbox"${sessions === 0 && html` checked`} aria-label="Choose ${name}">`,
    },
    { name: "Name", kind: "wide", cell: ({ name }) => name, sort: { href: "#", now: "ascending" } },
    {
      name: "Address",
      kind: "wide",
      cell: ({ address }) => address,
      sort: { href: "#", now: undefined },
    },
    {
      name: "State",
      kind: "state",
      cell: ({ sessions }) => (sessions > 2_000 ? badge("disabled", "bad") : badge("enabled", "good")),
    },
    {
      name: "Last seen",
      cell: ({ sessions }) => agoOf(sessions === 0 ? undefined : noon, instantOf(noon + 7_200_000)),
    },
    { name: "Sessions", kind: "figure", cell: ({ sessions }) => sessions.toLocaleString("en") },
    { name: "Created", isSpare: true, cell: () => dayOf(noon) },
    { name: "Act", kind: "act", cell: () => askingLink("/", "Sign out", "little") },
  ];
  const sorting = sortMenu({ columns });
  return html`
    <div class="list">
      <div class="tools">
        <form class="search" role="search"><label class="vh" for="q">Name</label><input id="q" type="search" placeholder="Name">${submitButton("Search", { kind: "action second" })}</form>
        <div id="chips">${chipsOf([
          ...(sorting === undefined ? [] : [sorting]),
          { text: "Disabled", href: "#", isOn: true },
          { text: "Administrators", href: "#", isOn: false },
          { text: "Group", isOn: false, content: html`<ul><li><a href="#">staff</a></li></ul>` },
        ])}</div>
        <div class="actions">${linkButton("/", "Export", "little")}</div>
      </div>
      ${itemTable({
        caption: "People",
        items: people,
        href: () => "#",
        columns,
      })}
    </div>`;
}

function fields(): SafeHtml {
  const state = {
    values: { name: "Ada", why: "One line\nand another", kind: "web", open: "on" },
    problems: { name: "A sentence that says what is wrong." },
    theirs: { name: "Countess" },
  };
  return html`
    <div class="stack">
      ${textField({ name: "name", label: "Name", hint: "What it is for." }, state)}
      ${linesField({ name: "why", label: "Several lines" }, state)}
      ${selectField({ name: "role", label: "One of many", options: [{ value: "a", label: "The first" }] }, state)}
      ${choiceField(
        {
          name: "kind",
          label: "One of few",
          options: [
            { value: "web", label: "Web", hint: "What that means." },
            { value: "spa", label: "Browser" },
          ],
        },
        state,
      )}
      ${boxes("Yes or no", [{ name: "open", label: "Open", hint: "What that means." }], state)}
    </div>`;
}

function peoplePage(): SafeHtml {
  return renderDocument({
    texts: catalogues.en,
    title: "Components",
    cspNonce: "0",
    shape: settingsShape,
    // The pages of second factors have these two.
    style: constantMarkup(squeeze(noticeStyle + tickStyle)),
    main: html`
      <div class="opening"><p class="up"><a href="#">The page above</a></p><h1>Components</h1><p class="muted">A sentence about the page.</p></div>
      ${problemOf("A sentence that says what was wrong.", { isFocused: false })}
      ${doneNotice("What was done.")}
      ${warningNotice("A sentence to read first.")}
      <section class="group"><h2>Buttons</h2><div class="actions">${submitButton("Act")}${linkButton("/", "Second")}${submitButton("Danger", { kind: "action danger" })}${submitButton("Little", { kind: "little" })}</div></section>
      <section class="group"><h2>Rows</h2><ul class="rows">
        <li><a class="row" href="#"><span class="what">A row that leads somewhere</span><span class="state">its state</span></a></li>
        <li class="row"><span class="what">One with a badge ${badge("This browser", "good")}</span>${submitButton("Sign out", { kind: "little" })}</li>
      </ul></section>
      <section class="stack"><h2>Fields</h2>
        ${boxedField({ id: "name", label: "Name", attributes: describedBy(["name-hint"]), after: html`<p class="muted" id="name-hint">What it is for.</p>` })}
        ${boxedField({ id: "wrong", label: "Wrong", value: "Ada", attributes: describedBy(["problem"], { isWrong: true }) })}
        ${boxedField({ id: "secret", label: "Password", type: "password" }, showButton("secret", catalogues.en.signIn))}
        ${tickBox("trust", "A sentence to agree to.", true)}
      </section>`,
  });
}
