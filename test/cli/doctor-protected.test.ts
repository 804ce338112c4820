import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { openAdministration } from "../../src/administration.ts";
import { configOf } from "../support/in-process.ts";
import { openFolder } from "./command-line.ts";

const wiki = "https://wiki.example.org";

test("doctor finds what keeps applications behind proxies from working, and rules that mean nothing", async () => {
  await using folder = await openFolder();
  const env = { LATCHKEY_BASE_URL: "https://id.invalid" };
  const doctor = async (more: Readonly<Record<string, string>> = {}) => {
    const { stdout } = await folder.run(["doctor", "--json"], { env: { ...env, ...more } });
    const lines = stdout.trimEnd().split("\n");
    return lines
      .map((line) => JSON.parse(line) as Record<"check" | "state" | "detail" | "repair", string>)
      .filter(({ check }) => check === "protected applications");
  };
  assert.deepEqual(await doctor(), [], "nothing is said where nothing is protected");
  await folder.json(["group", "create", "staff"]);
  const rules = [
    "/admin/* group=staff",
    "GET /Admin/users public",
    "POST /feed public",
    "/feed signed-in",
    "https://other.example/x public",
  ];
  const [made = {}] = await folder.json([
    "client",
    "create",
    "--protect",
    wiki,
    ...rules.flatMap((rule) => ["--path", rule]),
  ]);
  const deaf = await doctor();
  assert.match(
    `${deaf[0]?.state}: ${deaf[0]?.detail}`,
    /^failed: 1 application behind proxies, .*no proxy is trusted/,
  );
  const trusted = { LATCHKEY_TRUSTED_PROXIES: "127.0.0.1" };
  const told = (await doctor(trusted)).map(({ state, detail }) => `${state}: ${detail}`);
  assert.equal(told.length, 2, told.join("\n"));
  assert.match(
    told[0] ?? "",
    /^warning: rule 2 of .*GET \/Admin\/users public\) never decides, because rule 1 /,
  );
  assert.match(told[1] ?? "", /^warning: rule 5 of .* is for a host that the application does not have$/);
  const open = await doctor({ ...trusted, LATCHKEY_BASE_URL: "http://localhost:8080" });
  assert.ok(open.some(({ detail }) => /to sign in, which is not encrypted/.test(detail)));

  // An older release deletes a group that a rule names, and leaves the index of hosts as it was.
  const config = configOf(folder.path, { LATCHKEY_DATA_DIR: `${folder.path}/data` });
  const administration = await openAdministration(config);
  await administration.store.groups.remove("staff" as never);
  await administration.close();
  const gone = await doctor(trusted);
  assert.ok(gone.some(({ detail }) => /is open to the group staff, which does not exist/.test(detail)));
  await folder.json(["client", "update", String(made.client_id), "--path", "/feed public"]);
  const [ok, ...more] = await doctor(trusted);
  assert.deepEqual([ok?.state, more], ["ok", []]);
});

test("doctor --hosts asks each host whether its proxy hands sign-ins on, and asks nobody without it", async () => {
  await using folder = await openFolder();
  const asked: (string | undefined)[] = [];
  let answer: { readonly status: number; readonly headers: Record<string, string>; readonly body: string };
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await folder.json(["client", "create", "--protect", origin]);
  const doctor = async (...words: readonly string[]) => {
    const { stdout } = await folder.run(["doctor", "--json", ...words]);
    const found = stdout.split("\n").find((line) => line.includes('"check":"host"'));
    const { state, detail } = JSON.parse(found ?? "{}");
    return found === undefined ? undefined : `${state}: ${detail}`;
  };
  try {
    answer = { status: 303, headers: { location: "http://localhost:8080/v1/Oauth/logout" }, body: "" };
    assert.equal(await doctor(), undefined);
    assert.deepEqual(asked, []);
    assert.equal(await doctor("--hosts"), `ok: ${origin} hands its sign-ins to this service`);
    assert.deepEqual(asked, ["/.latchkey/sign-out"]);
    answer = { status: 404, headers: {}, body: "nothing" };
    assert.match((await doctor("--hosts")) ?? "", /^failed: .* is answered by something else \(404\)/);
    answer = { status: 403, headers: {}, body: "Set LATCHKEY_TRUSTED_PROXIES to" };
    assert.match((await doctor("--hosts")) ?? "", /^failed: .* leads here, but its proxy is not trusted/);
  } finally {
    server.close();
  }
  assert.match((await doctor("--hosts")) ?? "", /^failed: .* does not answer from here \(ECONNREFUSED\)/);
});
