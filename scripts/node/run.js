// `node scripts/node FILE …` runs Node with what follows, on a Node that is new enough for Latchkey.
import { takeOver } from "./take-over.js";

takeOver([...process.execArgv, ...process.argv.slice(2)]);
