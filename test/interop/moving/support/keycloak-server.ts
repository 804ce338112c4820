import assert from "node:assert/strict";
import { join } from "node:path";
import { Program, type ProgramWords } from "../../apps/support/program.ts";

type Json = Readonly<Record<string, unknown>>;

const administrator = { username: "root", password: "twelve red kites circle slowly" };

/** A process that starts soon and needs little. */
const smallJava = { JAVA_OPTS_KC_HEAP: "-Xmx512m", JAVA_OPTS_APPEND: "-XX:TieredStopAtLevel=1" };
/** The first start makes the tables, which takes long on a busy machine. */
const secondsMax = 400;

/** Where a Keycloak lies, keeps its database and listens. */
export interface KeycloakPlace {
  readonly home: string;
  readonly folder: string;
  readonly port: number;
}

/** A real Keycloak with its own database in a file, of which one process at a time may use it. */
export class KeycloakServer implements AsyncDisposable {
  readonly url: string;
  readonly #program: Program;

  private constructor(url: string, program: Program) {
    this.url = url;
    this.#program = program;
  }

  static async start(place: KeycloakPlace): Promise<KeycloakServer> {
    const url = `http://localhost:${place.port}`;
    const words = [
      "start",
      "--optimized",
      "--http-enabled=true",
      "--http-host=localhost",
      `--http-port=${place.port}`,
    ];
    const started = wordsOf(place, [...words, "--hostname-strict=false"]);
    const program = await Program.start({ ...started, ready: `${url}/realms/master`, secondsMax });
    return new KeycloakServer(url, program);
  }

  /** Calls the admin REST API; the answer, or the id in the address of what was made. */
  // biome-ignore lint/suspicious/noExplicitAny: the members differ from call to call, and each is checked where it is read.
  async admin(method: string, path: string, body?: object): Promise<any> {
    const token = await this.#token();
    const answer = await fetch(`${this.url}/admin/realms${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
    if (text !== "") return JSON.parse(text);
    return answer.headers.get("location")?.split("/").at(-1);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program[Symbol.asyncDispose]();
  }

  async #token(): Promise<string> {
    const answer = await fetch(`${this.url}/realms/master/protocol/openid-connect/token`, {
      method: "POST",
      body: new URLSearchParams({ grant_type: "password", client_id: "admin-cli", ...administrator }),
    });
    const tokens = (await answer.json()) as Json;
    assert.equal(answer.status, 200, JSON.stringify(tokens));
    return String(tokens.access_token);
  }
}

/** Builds once what each start would otherwise compile again. */
export async function buildKeycloak(home: string): Promise<void> {
  const command = ["bash", join(home, "bin/kc.sh"), "build", "--db=dev-file"] as const;
  const printed = await Program.printsBeforeItEnds({
    command,
    cwd: home,
    environment: smallJava,
    secondsMax,
  });
  assert.match(printed, /Server configuration updated|unchanged/);
}

/** Runs the export of a realm that has stopped; resolves when the file is written. */
export async function exportRealm(place: KeycloakPlace, realm: string, file: string): Promise<string> {
  const words = ["export", "--optimized", "--realm", realm, "--users", "same_file", "--file", file];
  return Program.printsBeforeItEnds({ ...wordsOf(place, words), secondsMax });
}

function wordsOf({ home, folder }: KeycloakPlace, words: readonly string[]): Omit<ProgramWords, "ready"> {
  const alone = ["--cache=local", `--db-url=jdbc:h2:file:${join(folder, "keycloak")};NON_KEYWORDS=VALUE`];
  return {
    command: ["bash", join(home, "bin/kc.sh"), ...words, ...alone],
    cwd: folder,
    environment: {
      ...smallJava,
      KC_BOOTSTRAP_ADMIN_USERNAME: administrator.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
    },
  };
}
