// A process that stops in the middle of a restore, and says so, until it is killed.
import { restoreSqlite } from "../../src/adapters/sqlite/restore.ts";

const [from = "", to = ""] = process.argv.slice(2);
setInterval(() => undefined, 1_000);
await restoreSqlite({
  from,
  to,
  overwrite: true,
  inspect: () => {
    console.log("copied");
    return new Promise(() => undefined);
  },
});
