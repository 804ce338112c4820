import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { createLocalJWKSet, jwtVerify } from "jose";
import type { Browser } from "playwright-core";
import { endpointNames, oldPaths } from "../../../src/protocol/old-product/paths.ts";
import { launchBrowser, withoutBrowser } from "../../support/browser.ts";
import { freePort } from "../../support/free-port.ts";
import { spawnLatchkey } from "../../support/service.ts";
import { mavenArchive, NotHere } from "../apps/support/packages.ts";
import type { Step } from "../support/trials.ts";
import {
  authorizationAt,
  codeOf,
  enterThere,
  newPage,
  protocol,
  setUpApp,
  setUpPasskey,
  signInThere,
  verifier,
} from "./support/keycloak-pages.ts";
import { asking, makeRealm, password, realm, shopSecret } from "./support/keycloak-realm.ts";
import { buildKeycloak, exportRealm, type KeycloakPlace, KeycloakServer } from "./support/keycloak-server.ts";
import type { Destination, Stage } from "./support/stage.ts";
import type { Trial } from "./support/trial.ts";

const version = "26.7.3";
const until = "2999-12-31";

/** What is known of the old product after it has stopped. */
interface Left {
  readonly issuer: string;
  readonly shopUri: string;
  /** The file that `kc.sh export` wrote. */
  readonly file: string;
  readonly subjects: Readonly<Record<string, string>>;
  /** The people as the admin API lists them, without hashes. */
  readonly listed: string;
  readonly codeOfCarol: () => string;
  readonly keys: string;
  /** Of Ada at the shop. */
  readonly idToken: string;
  readonly accessToken: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export const keycloak: Trial = {
  name: "keycloak",
  format: "keycloak",
  version,
  async install() {
    if (withoutBrowser !== false) throw new NotHere(withoutBrowser);
    const folder = await mavenArchive("keycloak", `org.keycloak:keycloak-quarkus-dist:${version}:zip`);
    const home = join(folder, `keycloak-${version}`);
    await buildKeycloak(home);
    return home;
  },
  async prove(stage, step, home) {
    const place = { home, folder: stage.folder, port: await freePort() };
    const browser = await launchBrowser();
    try {
      const left = await useKeycloak(place, browser, step);
      const moved = await moveWithHashes(stage, left, step);
      await moveBesideKeycloak(stage, place, left, step, () => shadow(moved, browser, left));
      await keepIssuer(stage, place, left, step);
    } finally {
      await browser.close();
    }
  },
};

async function useKeycloak(place: KeycloakPlace, browser: Browser, step: Step): Promise<Left> {
  const shopUri = `http://127.0.0.1:${await freePort()}/callback`;
  const file = join(place.folder, "realm.json");
  let left: Omit<Left, "file"> | undefined;
  {
    await using server = await KeycloakServer.start(place);
    const issuer = `${server.url}/realms/${realm}`;
    await step("a realm is made by its admin API", () => makeRealm(server, [shopUri]));
    let secret = "";
    await step("people set up an app and a passkey there", async () => {
      secret = await setUpApp(browser, server.url, shopUri);
      await setUpPasskey(browser, server.url, shopUri);
    });
    await step("a person signs in there", async () => {
      const page = await newPage(browser);
      await page.goto(authorizationAt(server.url, shopUri, "openid"));
      const code = await signInThere(page, "ada", shopUri);
      const answer = await fetch(`${server.url}${protocol}/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "authorization_code",
          client_id: "shop",
          client_secret: shopSecret,
          code,
          redirect_uri: shopUri,
          code_verifier: verifier,
        }),
      });
      const tokens = (await answer.json()) as { readonly id_token: string; readonly access_token: string };
      const listed: readonly { readonly id: string; readonly username: string }[] = await server.admin(
        "GET",
        `/${realm}/users?max=1000`,
      );
      left = {
        issuer,
        shopUri,
        subjects: Object.fromEntries(listed.map(({ id, username }) => [username, id])),
        listed: JSON.stringify(listed),
        codeOfCarol: () => codeOf(secret),
        keys: await (await fetch(`${server.url}${protocol}/certs`)).text(),
        idToken: tokens.id_token,
        accessToken: tokens.access_token,
        metadata: (await (
          await fetch(`${issuer}/.well-known/openid-configuration`)
        ).json()) as Left["metadata"],
      };
    });
  }
  await step("kc.sh export writes the realm", async () => {
    const printed = await exportRealm(place, realm, file);
    assert.equal(JSON.parse(await readFile(file, "utf8").catch(() => printed)).realm, realm);
  });
  assert.ok(left);
  return { ...left, file };
}

async function moveWithHashes(stage: Stage, left: Left, step: Step): Promise<Destination> {
  const destination = await stage.destination();
  const file = await readFile(left.file, "utf8");
  await step("the export is imported", async () => {
    const { counts, said, report } = await destination.importPeople(file);
    assert.match(said, /as a realm export of Keycloak/);
    assert.deepEqual([counts.created, counts.refused], [Object.keys(left.subjects).length, 0]);
    assert.deepEqual(report, {
      ada: 'partly: Not kept: role "auditor". Not kept: role "manager" of the client "shop".',
      dora: "partly: Not kept: credential webauthn-passwordless.",
      erin: "partly: The password is not kept: Keycloak would have asked for a new one (UPDATE_PASSWORD). `latchkey user recover` makes a link for it.",
      finn: 'partly: The link to the provider "google" is left out: no provider has this name.',
    });
  });
  await step("old passwords, groups, claims and sub", async () => {
    for (const username of ["ada", "pbkdf2", "pbkdf2-sha256", "pbkdf2-sha512", "dora", "gwen"]) {
      const claims = await destination.signIn({ username, password });
      assert.equal(claims.sub, left.subjects[username], username);
      await destination.refuses({ username, password: `${password}!` });
    }
    const ada = await destination.person("ada");
    assert.deepEqual(
      [ada.name, ada.email_verified, ada.phone_number, ada.claims, ada.attributes, ada.groups],
      [
        "Ada Lovelace",
        true,
        "+49301234567",
        { given_name: "Ada", family_name: "Lovelace", locale: "de" },
        { department: "Engines" },
        ["staff", "staff/berlin"],
      ],
    );
  });
  await step("the authenticator app", async () => {
    const claims = await destination.signIn({ username: "carol", password, code: left.codeOfCarol });
    assert.equal(claims.sub, left.subjects.carol);
    assert.equal(claims.email_verified, false);
  });
  await step("who cannot sign in", async () => {
    for (const username of ["bob", "erin", "finn"]) await destination.refuses({ username, password });
  });
  await step("the applications", async () => {
    const clients = await destination.importClients(file);
    assert.deepEqual(
      [...clients].map(([id, { outcome, client_secret: secret }]) => [id, outcome, secret !== undefined]),
      [
        ["latchkey-move", "refused", false],
        ["robot", "refused", false],
        ["saml", "refused", false],
        ["shop", "created", false],
        ["signs", "created", false],
        ["spa", "created", false],
        ["wiki", "created", false],
      ],
    );
    // Keycloak writes mappers in any order.
    const notes = (id: string) =>
      [clients.get(id)?.notes ?? []]
        .flat()
        .map((note) => String(note).split(":")[0])
        .sort();
    assert.deepEqual(notes("shop"), [
      'The mapper "department" is left out',
      'The mapper "groups" is left out',
      'The setting "access.token.lifespan" is left out.',
    ]);
    assert.deepEqual(notes("spa"), ['The redirect URI "https']);
    const [kept] = await destination.json(["client", "show", "shop"]);
    assert.deepEqual([kept?.profile, kept?.post_logout_redirect_uris], ["strict", [left.shopUri]]);
    const shop = { clientId: "shop", clientSecret: shopSecret, redirectUris: [left.shopUri] };
    assert.equal((await destination.signInAt(shop, { username: "ada", password })).sub, left.subjects.ada);
  });
  return destination;
}

async function moveBesideKeycloak(
  stage: Stage,
  place: KeycloakPlace,
  left: Left,
  step: Step,
  shadowed: () => Promise<void>,
): Promise<void> {
  const destination = await stage.destination({
    LATCHKEY_IMPORT_CHECK_KIND: "password-grant",
    LATCHKEY_IMPORT_CHECK_URL: `${left.issuer}/protocol/openid-connect/token`,
    LATCHKEY_IMPORT_CHECK_CLIENT: asking.clientId,
    LATCHKEY_IMPORT_CHECK_SECRET: asking.secret,
    LATCHKEY_IMPORT_CHECK_UNTIL: until,
  });
  {
    await using _ = await KeycloakServer.start(place);
    await step("the people of the admin API are imported without hashes", async () => {
      const { counts, said, report } = await destination.importPeople(left.listed);
      assert.match(said, /as a realm export of Keycloak/);
      assert.deepEqual([counts.created, report], [Object.keys(left.subjects).length, {}]);
    });
    await step("Keycloak is asked about passwords", async () => {
      await warmUp(left);
      const doctor = await destination.service.run(["doctor"]);
      assert.match(doctor.stdout, /LATCHKEY_IMPORT_CHECK_URL answers/);
      await destination.refuses({ username: "ada", password: `${password}!` });
      assert.equal((await destination.signIn({ username: "ada", password })).sub, left.subjects.ada);
      // Disabled; an app; a password to change; no password; a profile to complete.
      for (const username of ["bob", "carol", "erin", "finn", "gwen"])
        await destination.refuses({ username, password });
    });
    await step("shadow, and again after the commands that it names", shadowed);
  }
  await step("the password is kept after Keycloak has gone", async () => {
    await destination.signIn({ username: "ada", password });
  });
}

/** Keycloak loads what checks a password at the first one, which can take longer than an answer may. */
async function warmUp({ issuer }: Left): Promise<void> {
  const { clientId, secret } = asking;
  const form = {
    grant_type: "password",
    client_id: clientId,
    client_secret: secret,
    username: "ada",
    password,
  };
  for (const scope of ["openid", "openid"])
    await fetch(`${issuer}/protocol/openid-connect/token`, {
      method: "POST",
      body: new URLSearchParams({ ...form, scope }),
    });
}

/** What the applications see differently whatever is set here. */
const differences = [
  "access_token",
  "access_token_lifetime",
  "acr",
  "id_token_lifetime",
  "refresh_token_lifetime",
];

interface Row {
  readonly name: string;
  readonly outcome: string;
  readonly commands: readonly string[];
}

async function shadow(destination: Destination, browser: Browser, left: Left): Promise<void> {
  const first = await shadowOnce(destination, browser, left);
  assert.equal(first.exitCode, 2);
  const different = first.rows.filter(({ outcome }) => outcome !== "same" && outcome !== "expected");
  const names = [...new Set(different.map(({ name }) => name))].sort();
  assert.deepEqual(names, [...differences, "department", "groups"].sort());
  assert.equal(first.rows.find(({ name }) => name === "sub")?.outcome, "same");
  const commands = new Set(different.flatMap((row) => row.commands));
  for (const command of commands) {
    const words = command.split(" ").map((word) => word.replaceAll("'", ""));
    const { exitCode, stderr } = await destination.service.run(words.slice(1));
    assert.equal(exitCode, 0, `${command}: ${stderr}`);
  }
  const ignored = differences.flatMap((name) => ["--ignore", name]);
  const second = await shadowOnce(destination, browser, left, ignored);
  assert.equal(second.exitCode, 0, JSON.stringify(second.rows));
}

/** Runs `shadow`, and signs in at the address that it prints. */
async function shadowOnce(
  destination: Destination,
  browser: Browser,
  left: Left,
  more: readonly string[] = [],
): Promise<{ readonly exitCode: number | null; readonly rows: readonly Row[] }> {
  const words = [
    "--old",
    left.issuer,
    "--client",
    "shop",
    "--secret-stdin",
    "--no-browser",
    "--json",
    ...more,
  ];
  const { dataDir, url } = destination.service;
  const child = spawnLatchkey(["shadow", ...words], dataDir, { LATCHKEY_PORT: new URL(url).port });
  child.stdin.end(`${shopSecret}\n`);
  const said: string[] = [];
  const page = await newPage(browser);
  createInterface({ input: child.stderr }).on("line", (line) => {
    said.push(line);
    const address = /^Sign in at (.*)$/.exec(line)?.[1];
    if (address === undefined) return;
    page
      .goto(address)
      .then(() => enterThere(page, "ada"))
      .catch((error) => said.push(`${error}`));
  });
  const [stdout] = await Promise.all([text(child.stdout), once(child, "close")]);
  await page.close();
  assert.ok(stdout.startsWith("{"), said.join("\n"));
  return { exitCode: child.exitCode, rows: JSON.parse(stdout).applications[0].rows };
}

async function keepIssuer(stage: Stage, place: KeycloakPlace, left: Left, step: Step): Promise<void> {
  const keysFile = join(stage.folder, "old-jwks.json");
  await writeFile(keysFile, left.keys);
  const destination = await stage.destination(
    {
      LATCHKEY_BASE_URL: left.issuer,
      LATCHKEY_OLD_PATHS: "keycloak",
      LATCHKEY_OLD_KEYS: keysFile,
      LATCHKEY_OLD_KEYS_UNTIL: until,
    },
    place.port,
  );
  const file = await readFile(left.file, "utf8");
  await destination.importPeople(file);
  await destination.importClients(file);
  await step("every endpoint that Keycloak names is answered at its address", async () => {
    const known = new Map<string, string>(
      oldPaths.keycloak.map(([path, endpoint]) => [endpointNames[endpoint], `${left.issuer}${path}`]),
    );
    for (const [member, address] of known) {
      assert.equal(left.metadata[member], address, member);
      assert.notEqual((await fetch(address, { redirect: "manual" })).status, 404, member);
    }
  });
  await step("the application signs in at the old addresses, with its old secret", async () => {
    const shop = { clientId: "shop", clientSecret: shopSecret, redirectUris: [left.shopUri] };
    const paths = {
      authorization: "/protocol/openid-connect/auth",
      token: "/protocol/openid-connect/token",
      keys: "/protocol/openid-connect/certs",
    };
    const claims = await destination.signInAt(shop, { username: "ada", password }, paths);
    assert.deepEqual([claims.iss, claims.sub], [left.issuer, left.subjects.ada]);
  });
  await step(
    "an ID token of Keycloak can be verified and is a hint, and its access token opens nothing",
    async () => {
      const keys = await (await fetch(`${left.issuer}/protocol/openid-connect/certs`)).json();
      const { payload } = await jwtVerify(left.idToken, createLocalJWKSet(keys), { issuer: left.issuer });
      assert.equal(payload.sub, left.subjects.ada);
      const signOut = (hint: string) =>
        fetch(
          `${left.issuer}/protocol/openid-connect/logout?${new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: left.shopUri })}`,
          { redirect: "manual" },
        );
      const right = await signOut(left.idToken);
      const wrong = await signOut(`${left.idToken.slice(0, -8)}AAAAAAAA`);
      assert.deepEqual([right.status, right.headers.get("location")], [302, left.shopUri]);
      assert.equal(wrong.headers.get("location"), null);
      const told = await fetch(`${left.issuer}/protocol/openid-connect/userinfo`, {
        headers: { authorization: `Bearer ${left.accessToken}` },
      });
      assert.equal(told.status, 401);
    },
  );
}
