// A process of its own that reads or makes the master key file, and prints which key it has.
import { masterKeyFromFile } from "../../src/adapters/keys/master-key.ts";
import { systemRandom } from "../../src/adapters/system/random.ts";
import { sha256 } from "../../src/values/digest.ts";

const key = masterKeyFromFile({ file: process.argv[2] ?? "", mayCreate: true, random: systemRandom });
console.log(Buffer.from(sha256(key.export())).toString("hex"));
