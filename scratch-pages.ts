import { DatabaseSync } from "node:sqlite";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { peopleRows } from "./test/support/people-rows.ts";
import { ConsoleStage, mainOf } from "./test/http/support/console-stage.ts";
const n = Number(process.argv[2] ?? 100000);
const folder = `/tmp/wt/audc-tmp/pages-${process.pid}`;
import { mkdirSync } from "node:fs"; mkdirSync(folder, { recursive: true });
const stage = await ConsoleStage.set({ LATCHKEY_DATA_DIR: folder });
import { upstreamNamed } from "./test/storage-contract/upstreams.ts";
await stage.service.ports.upstreams.create(upstreamNamed("acme"), 10);
const file = readdirSync(folder).find((f) => f.endsWith(".db")) ?? "";
const db = new DatabaseSync(join(folder, file), { timeout: 60000 });
db.exec("PRAGMA synchronous = OFF; BEGIN");
for (const text of peopleRows("SQLite", n)) db.exec(text.replace(/^INSERT INTO/, "INSERT OR IGNORE INTO"));
db.exec("UPDATE accounts SET locked_at = 5 WHERE is_disabled AND created_at % 2 = 0; UPDATE accounts SET delete_after = 7 WHERE created_at % 1777 = 3; UPDATE accounts SET has_old_password = 1 WHERE created_at % 3 = 1");
db.exec("COMMIT"); db.close();
await stage.enter();
console.log("filled", n);
const time = async (path: string) => {
  const all: number[] = []; let status = 0; let body = "";
  for (let i = 0; i < 3; i++) { const b = performance.now(); const a = await stage.browser.send({method:"GET",target:path}).catch((e) => ({ status: 500, body: String(e).slice(0,200) })); all.push(performance.now() - b); status = a.status; body = a.body; }
  console.log(Math.min(...all).toFixed(0).padStart(6), all[0]!.toFixed(0).padStart(6), status, path, /id="count">([^<]*)/.exec(body)?.[1] ?? "");
};
for (const p of (process.argv[3] ?? "").split(" ").filter(Boolean).length ? process.argv[3]!.split(" ") : ["/admin", "/admin/people", "/admin/people?state=locked", "/admin/people?state=leaving&sort=-username", "/admin/people?old_password=true&sort=last_sign_in", "/admin/people?old_password=false&imported=false&unverified=false&admin=false","/admin/people?without_second_factor=false&sort=-last_sign_in", "/admin/people?q=ada&group=staff&imported=true&sort=-username","/admin/people?q=p9&provider=acme&state=enabled&not_seen=90d", "/admin/groups", "/admin/groups?q=st", "/admin/groups/staff", "/admin/groups/staff?q=p77", "/admin/groups/staff?add=p77", "/admin/providers", "/admin/providers/acme", "/admin/invitations", "/admin/mail", "/admin/mail?q=p7", "/admin/audit", "/admin/audit?act=sign-in", "/admin/search?q=p77", "/admin/search?q=ada", "/admin/search?q=zzzz", "/admin/clients", "/admin/health", "/admin/settings?q=mail", "/admin/people/lku00000000000000000077"]) await time(p);
await stage[Symbol.asyncDispose]();
