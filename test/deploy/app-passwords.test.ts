import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { proxyFilesFor, proxyNames } from "../../src/flows/operator/proxy-files.ts";
import { addProtected } from "../http/support/protected-host.ts";
import { FormClient } from "../support/form-client.ts";
import { freePort } from "../support/free-port.ts";
import { type InProcessService, startInProcess } from "../support/in-process.ts";
import { CountingWire } from "../support/protected-application.ts";
import { missingProxy, ProtectingProxy } from "../support/protecting-proxy.ts";

const host = "files.example.org";
const origin = `https://${host}`;
const ada = { username: "ada", password: "correct horse battery staple" };
const run = promisify(execFile);

let service: InProcessService;
let files: FileServer;
let wire: CountingWire;
let client: Awaited<ReturnType<typeof addProtected>>["client"];
let text: string;

before(async () => {
  service = await startInProcess({ LATCHKEY_TRUSTED_PROXIES: "127.0.0.1" });
  // No address of the service takes such a line; an old row might have it.
  const further = { department: "Räte, Ämter", team: "blue\r\nX-Admin: yes" };
  await service.addAccount(ada.username, ada.password, { further });
  ({ client } = await addProtected(service, [origin], {
    hasAppPasswords: true,
    pathRules: ["/public/* public"],
    claimRules: [
      { name: "Remote-Department", from: "claim:department", in: ["header"] },
      { name: "X-Role", value: "reader", in: ["header"] },
      { name: "X-Team", from: "claim:team", in: ["header"] },
      { name: "X-Nothing", from: "claim:unset", in: ["header"] },
    ],
  }));
  text = await appPassword();
  files = await FileServer.start();
  wire = await CountingWire.to(Number(new URL(service.url).port));
});
after(async () => {
  await wire?.[Symbol.asyncDispose]();
  await files?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

/** Makes an app password at the page, as Ada does. */
async function appPassword(): Promise<string> {
  const browser = new FormClient(service.url);
  const page = await browser.signIn("/sign-in?to=account/app-passwords", ada);
  const shown = await browser.submit(page, { change: "make", name: "Files", application: client.id });
  browser.close();
  const [, made] = /id="codes"[^>]*>([^<]+)</.exec(shown.body) ?? [];
  assert.ok(made, shown.body);
  return made;
}

/** The few methods of WebDAV that a client needs to keep a file (RFC 4918), and the headers with which each request came. */
class FileServer implements AsyncDisposable {
  readonly kept = new Map<string, string>();
  readonly reached: { readonly headers: IncomingHttpHeaders; readonly rawHeaders: readonly string[] }[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<FileServer> {
    const server = createServer();
    const files = new FileServer(server);
    server.on("request", async (request, response) => {
      const { method = "", url = "", headers, rawHeaders } = request;
      files.reached.push({ headers, rawHeaders });
      const body = await readText(request);
      if (method === "PUT") files.kept.set(url, body);
      const multistatus = `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:"><d:response><d:href>${url}</d:href></d:response></d:multistatus>`;
      response.statusCode = method === "PUT" ? 201 : method === "PROPFIND" ? 207 : 200;
      response.end(method === "PROPFIND" ? multistatus : (files.kept.get(url) ?? ""));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return files;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

for (const name of proxyNames)
  test(`${name}, with the printed configuration, lets curl -u in by an app password, which the application never sees`, {
    skip: missingProxy(name),
    timeout: 120_000,
  }, async (scope) => {
    const printed = proxyFilesFor(client, name);
    assert.ok(printed);
    const port = await freePort();
    const places = { host, port, servicePort: wire.port, applicationPort: files.port };
    await using proxy = await ProtectingProxy.start(name, printed, places);
    const folder = await mkdtemp(join(tmpdir(), "latchkey-curl-"));
    await writeFile(join(folder, "ca.pem"), proxy.certificate);
    const curl = async (path: string, ...more: readonly string[]) => {
      const at = ["--resolve", `${host}:${port}:127.0.0.1`, "--cacert", join(folder, "ca.pem")];
      const { stdout } = await run("curl", [
        "-sS",
        "-i",
        ...at,
        ...more,
        `${origin}:${port}${path}`,
        "-H",
        `Host: ${host}`,
      ]);
      return { status: Number(/ (\d{3})/.exec(stdout)?.[1]), stdout };
    };
    const asAda = ["-u", `ada:${text}`];
    try {
      await scope.test("keeps a file by PUT, lists it by PROPFIND and reads it by GET", async () => {
        assert.equal((await curl("/dav/a.txt", ...asAda, "-X", "PUT", "-d", `from ${name}`)).status, 201);
        assert.equal((await curl("/dav/a.txt", ...asAda, "-X", "PROPFIND")).status, 207);
        const read = await curl("/dav/a.txt", ...asAda);
        assert.ok(read.stdout.endsWith(`from ${name}`), read.stdout);
        assert.doesNotMatch(read.stdout, /set-cookie/i);
        const last = files.reached.at(-1);
        assert.equal(last?.headers["remote-user"], "ada");
        for (const { headers, rawHeaders } of files.reached) {
          assert.ok((headers.authorization ?? "") === "", "the application got the credentials");
          assert.ok(!rawHeaders.some((each) => each.includes(text) || /^basic /i.test(each)));
        }
      });
      await scope.test("challenges a program for Basic, as curl --anyauth understands it", async () => {
        const before = files.reached.length;
        const { status, stdout } = await curl("/dav/a.txt");
        assert.equal(status, 401);
        assert.ok(
          stdout.includes(`Basic realm="${origin}", charset="UTF-8", Bearer realm="${origin}"`),
          stdout,
        );
        assert.equal(files.reached.length, before);
        const { stdout: asked } = await curl("/dav/a.txt", "--anyauth", ...asAda);
        assert.match(asked, /^HTTP\S+ 401[\s\S]*^HTTP\S+ 200/m);
        assert.equal((await curl("/dav/a.txt", "-u", "ada:wrong")).status, 401);
        assert.equal((await curl("/dav/a.txt", "-u", `ada:${ada.password}`)).status, 401);
      });
      await scope.test(
        "hands on the headers of the rules, encoded, and clears those of a visitor",
        async () => {
          const forged = [
            "X-Role",
            "x_role",
            "X-Nothing",
            "X_Nothing",
            "Remote-Department",
            "remote_department",
          ];
          const lines = forged.flatMap((line): readonly string[] => ["-H", `${line}: forged`]);
          assert.equal((await curl("/dav/a.txt", ...asAda, ...lines)).status, 200);
          const said = files.reached.at(-1);
          assert.equal(said?.headers["x-role"], "reader");
          assert.equal(said?.headers["remote-department"], "R%C3%A4te, %C3%84mter");
          assert.equal(said?.headers["x-team"], "blue%0D%0AX-Admin: yes");
          assert.equal(said?.headers["x-admin"], undefined);
          assert.equal(said?.headers["x-nothing"] ?? "", "");
          assert.ok(!said?.rawHeaders.includes("forged"), said?.rawHeaders.join(" "));
          assert.equal((await curl("/public/a", ...lines)).status, 200);
          const nobody = files.reached.at(-1);
          assert.equal(nobody?.headers["x-role"] ?? "", "");
          assert.ok(!nobody?.rawHeaders.includes("forged"), nobody?.rawHeaders.join(" ") ?? "");
        },
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
