// Proof: the request right after a form does not tell by its time what the form made the service do, and the page of a link that was used
// is that of a link that never was. `npm run proof:mailed-links -- --rounds 400` asks as often for the one as for the other, in turns.
import { systemRandom } from "../../src/adapters/system/random.ts";
import type { Link } from "../../src/flows/link.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import { sha256 } from "../../src/values/digest.ts";
import { accountIdOf } from "../../src/values/ids.ts";
import { plus } from "../../src/values/time.ts";
import { ada } from "../http/journey.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess } from "../support/in-process.ts";
import { mannWhitneyZ, medianOf } from "./enumeration.ts";
import { type Progress, type ProofReport, runProof } from "./proof.ts";

const kinds = ["known", "unknown"] as const;
type Kind = (typeof kinds)[number];

/** A page that must not tell the two kinds apart. */
interface Door {
  readonly name: string;
  /** Asks once, and returns the answer and how long it took. */
  readonly ask: (browser: FormClient, kind: Kind, round: number) => Promise<Asked>;
}

interface Asked {
  readonly answer: HttpAnswer;
  readonly milliseconds: number;
}

const warmUp = 20;
const timed = async (ask: () => Promise<HttpAnswer>): Promise<Asked> => {
  const startedAt = performance.now();
  const answer = await ask();
  return { answer, milliseconds: performance.now() - startedAt };
};

/** Each try comes from a network of its own, so that none is throttled. */
const networkOf = (kind: Kind, round: number) => ({
  "x-forwarded-for": `${kind === "known" ? 10 : 11}.${round >> 8}.${round & 255}.1`,
});

const nameOf = (kind: Kind, round: number) =>
  `${kind === "known" ? "person" : "nobody"}-${String(round).padStart(5, "0")}`;

function formDoor(
  name: string,
  page: string,
  fieldsOf: (kind: Kind, round: number) => Record<string, string>,
): Door {
  return {
    name,
    ask: async (browser, kind, round) => {
      const { action, fields } = findForm((await browser.get(page)).body);
      for (const [field, value] of Object.entries(fieldsOf(kind, round))) fields.set(field, value);
      return timed(() => browser.postOnly(action, fields, networkOf(kind, round)));
    },
  };
}

/** A link that was used, and one that never was. */
function linkDoor(name: string, page: string, kindOfLink: string): Door {
  return {
    name,
    ask: (browser, kind, round) =>
      timed(() => browser.get(`${page}?link=${nameOf(kind, round)}-${kindOfLink}`)),
  };
}

/** The request right after a form, which waits for what is done after the answer to the form. */
function nextDoor(door: Door): Door {
  return {
    name: `the request after ${door.name}`,
    ask: async (browser, kind, round) => {
      await door.ask(browser, kind, round);
      return timed(() => browser.get("/livez"));
    },
  };
}

const forgotten = formDoor("a forgotten password", "/recover", (kind, round) => ({
  username: nameOf(kind, round),
}));
const signUp = formDoor("a sign-up", "/sign-up", (kind, round) => ({
  email: `${nameOf(kind, round)}@example.org`,
}));

const doors: readonly Door[] = [
  nextDoor(forgotten),
  nextDoor(signUp),
  linkDoor("a used link", "/recover/password", "recover"),
  linkDoor("a used invitation", "/sign-up/account", "invite"),
];

/** Asks every door `rounds` times for each kind. Beyond |z| = 3 a difference comes by chance three times in a thousand. */
export async function mailedLinkRounds(
  rounds: number,
  progress: Progress = () => {},
  zMax = 3,
): Promise<ProofReport> {
  await using service = await startInProcess({
    LATCHKEY_SIGN_UP: "open",
    LATCHKEY_TRUSTED_PROXIES: "127.0.0.1/32",
  });
  await fill(service, rounds + warmUp);
  const violations: string[] = [];
  const figures: Record<string, string> = {};
  for (const [index, door] of doors.entries()) {
    const times: Record<Kind, number[]> = { known: [], unknown: [] };
    // The mails of the door before do not count for this one.
    service.clock.advance(7_200);
    const texts: Record<Kind, Set<string>> = { known: new Set(), unknown: new Set() };
    for (let round = 0; round < rounds + warmUp; round += 1) {
      for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
        const browser = new FormClient(service.url);
        const { answer, milliseconds } = await door.ask(browser, kind, round);
        browser.close();
        texts[kind].add(plainOf(answer, kind, round));
        if (round >= warmUp) times[kind].push(milliseconds);
      }
      progress(index * (rounds + warmUp) + round + 1, doors.length * (rounds + warmUp));
    }
    const seen = new Set([...texts.known, ...texts.unknown]);
    if (seen.size !== 1) violations.push(`${door.name}: ${seen.size} different answers`);
    const z = mannWhitneyZ(times.known, times.unknown);
    if (Math.abs(z) > zMax)
      violations.push(`${door.name}: |z| is ${Math.abs(z).toFixed(2)}, more than ${zMax}`);
    const medians = kinds.map((kind) => medianOf(times[kind]).toFixed(2)).join(" and ");
    figures[`= |z| of ${door.name}, ms median ${medians}`] = Math.abs(z).toFixed(2);
  }
  return { figures, violations };
}

/** Status and text of an answer, without nonces and without what was typed. */
function plainOf({ status, body }: HttpAnswer, kind: Kind, round: number): string {
  return `${status} ${body.replaceAll(/nonce="[^"]*"/g, "").replaceAll(nameOf(kind, round), "NAME")}`;
}

/** People whom the doors know, and links that were used. */
async function fill(service: InProcessService, count: number): Promise<void> {
  const { accounts, links } = service.ports;
  const template = await accounts.find(await service.addAccount(ada.username, ada.password));
  if (template === undefined) throw new Error("The account that was made is gone.");
  const now = service.clock.now();
  for (let round = 0; round < count; round += 1) {
    const name = nameOf("known", round);
    const id = accountIdOf(systemRandom.alphanumeric(20));
    const [username, email] = [name, `${name}@example.org`] as AccountName[] as [AccountName, AccountName];
    await accounts.create({ ...template, id, username, email });
    for (const kind of ["recover", "invite"] as const) {
      const digest = sha256(`${name}-${kind}`);
      const link: Link = { digest, kind, address: email, createdAt: now, expiresAt: plus(now, 600) };
      await links.create(link, {});
      await links.use(digest, now);
    }
  }
}

if (import.meta.main) await runProof("mailed links", 400, mailedLinkRounds);
