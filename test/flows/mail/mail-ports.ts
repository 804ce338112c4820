import { openKeyring } from "../../../src/adapters/keys/keyring.ts";
import { masterKeyFromSecret } from "../../../src/adapters/keys/master-key.ts";
import { renderMail } from "../../../src/pages/mail.ts";
import { Secret } from "../../../src/values/secret.ts";
import { openRegistry } from "../operator/store.ts";

const masterKey = masterKeyFromSecret(new Secret("a master key of more than thirty-two characters"));
const mailTemplates = { render: async (...mail: Parameters<typeof renderMail>) => renderMail(...mail) };

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
