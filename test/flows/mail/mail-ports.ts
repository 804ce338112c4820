import { openKeyring } from "../../../src/adapters/keys/keyring.ts";
import { masterKeyFromSecret } from "../../../src/adapters/keys/master-key.ts";
import type { MailTemplates } from "../../../src/flows/mail-ports.ts";
import { renderMail } from "../../../src/pages/mail.ts";
import { Secret } from "../../../src/values/secret.ts";
import { catalogues } from "../../support/catalogues.ts";
import { openRegistry } from "../operator/store.ts";

const masterKey = masterKeyFromSecret(new Secret("a master key of more than thirty-two characters"));
const mailTemplates: MailTemplates = {
  render: async (facts, frame) =>
    renderMail(facts, { ...frame, brand: { name: "Latchkey" } }, catalogues[frame.language]),
};

/** A real store and keyring, and the templates of messages. */
export async function openMailPorts() {
  const registry = await openRegistry();
  const sealer = await openKeyring({ ...registry, records: registry.keyRecords, masterKey });
  return {
    ports: { ...registry, sealer, mailTemplates },
    [Symbol.asyncDispose]: async () => {
      sealer.close();
      await registry[Symbol.asyncDispose]();
    },
  };
}
