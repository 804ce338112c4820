import type { AuditPart, AuditVerdict } from "../../flows/audit-ports.ts";
import { anchorRule, anchorText, auditProblems, readAnchor } from "../../flows/operator/audit.ts";
import type { Reply } from "../../http/reply.ts";
import { readingRetrySeconds, readTrail, tooManyReadings } from "../../operations/whole-trail.ts";
import { doneNotice, linkButton, problemOf, submitButton } from "../../pages/components.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { type Instant, instantOf, plus } from "../../values/time.ts";
import { shortTime } from "../../values/words.ts";
import { type FormState, formOf, hiddenFields, moreFields, textField } from "./forms.ts";
import { copyable, counted, panel } from "./parts.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { openAs, sealAs } from "./sealed.ts";
import { formTo, type Screen, show, type Visit } from "./visit.ts";

const path = "/audit/verify";
const up = (visit: Visit) => ({ href: consolePath(visit.web, "/audit"), text: "Audit trail" });

/** The thousands of entries that a request reads at most, so that it ends within seconds. */
const pagesEach = 20;
/** The whole trail has to be read within this time, because what was read first may be altered later. */
const wholeSeconds = 3_600;

/** The verification of the trail, on a page that continues by itself until everything was read. */
export const auditVerifyScreen: Screen = {
  path,
  scope: "audit:read",
  get: (visit) => verifyPage(visit),
  post: verify,
};

/** How far a verification has come. It is sealed: with another state, an entry that was altered would not be read. */
interface Begun {
  /** Absent at the beginning. */
  readonly part?: AuditPart;
  readonly at: Instant;
}

async function verify(visit: Visit, form: Parameters): Promise<Reply> {
  const { auditTrail: trail, keys } = visit.web.administration;
  const typed = form.get("anchor")?.trim() ?? "";
  const anchor = typed === "" ? undefined : readAnchor(typed);
  if (typed !== "" && anchor === undefined)
    return verifyPage(visit, undefined, { values: { anchor: typed }, problems: { anchor: anchorRule } });
  const begun = begunBy(visit, form.get("so_far"));
  if (begun === undefined)
    return verifyPage(
      visit,
      problemOf(html`This verification was begun longer than an hour ago, or by somebody else. Begin again.`),
      {
        values: { anchor: typed },
      },
    );
  const read = await readTrail(visit.operator, () =>
    trail.verifyPart({ pages: pagesEach, state: begun.part?.state }),
  );
  if (read === undefined)
    return begun.part === undefined
      ? waitPage(visit)
      : underWay(visit, begun.part, { at: begun.at, anchor: typed, mustWait: true });
  if ("state" in read) return underWay(visit, read, { at: begun.at, anchor: typed });
  const problems = await auditProblems({ keys, trail }, read, { anchor, writeTime: shortTime });
  return verifyPage(visit, verdictOf(read, problems, anchor !== undefined), { values: { anchor: typed } });
}

/** Where a verification of this operator goes on; undefined if it began too long ago. */
function begunBy({ web, account }: Visit, sealed: string | undefined): Begun | undefined {
  const { clock, sealer } = web.ports;
  const now = clock.now();
  if (sealed === undefined) return { at: now };
  const { accountId, part, at } = openAs(sealer, "verifying", sealed) ?? {};
  if (accountId !== account.id || typeof at !== "number") return undefined;
  // Only `underWay` can have sealed it.
  return now < plus(instantOf(at), wholeSeconds) ? { part: part as AuditPart, at: instantOf(at) } : undefined;
}

/** The page between two requests. With scripts, it continues by itself. */
function underWay(
  visit: Visit,
  part: AuditPart,
  {
    at,
    anchor,
    mustWait = false,
  }: { readonly at: Instant; readonly anchor: string; readonly mustWait?: boolean },
): Reply {
  const { web, account } = visit;
  const so_far = sealAs(web.ports.sealer, "verifying", { accountId: account.id, part, at });
  const { entries, total } = part;
  const title = "Verifying the trail";
  const content = {
    title,
    up: up(visit),
    lead: `${entries.toLocaleString("en")} of ${counted(total, "entry", "entries")} so far.`,
    main: html`
      <section class="panel">
        ${mustWait && html`<p>${tooManyReadings}</p>`}
        <progress max="${Math.max(1, total)}" value="${entries}" aria-label="${title}"></progress>
        ${formOf(
          formTo(visit, path),
          hiddenFields({ so_far, anchor }),
          html`${submitButton("Continue", { id: "go-on" })}${linkButton(up(visit).href, "Stop here")}`,
        )}
      </section>`,
    ...(!mustWait && { script: scriptFor("goOn") }),
  };
  return mustWait ? waiting(show(visit, content, 429)) : show(visit, content);
}

function verdictOf(
  { head, entries }: AuditVerdict,
  problems: readonly { readonly sentence: string }[],
  isAnchored: boolean,
): SafeHtml {
  if (problems.length > 0)
    return html`
      ${problemOf(html`The trail was altered: ${counted(problems.length, "problem")} in ${counted(entries, "entry", "entries")}.`)}
      <ul class="sentences">${problems.map(({ sentence }) => html`<li>${sentence}</li>`)}</ul>
      <p>Backups and exports may still have the original entries.</p>`;
  return html`
    ${doneNotice(html`${counted(entries, "entry", "entries")} verified. Nothing was altered${isAnchored && ", and the entry of the anchor is there"}.`)}
    ${head && html`<p>Keep this anchor somewhere else. Typed in here another time, it proves that nobody put the trail back to an older state.</p>${copyable(anchorText(head), { id: "anchor-now" })}`}`;
}

function verifyPage(visit: Visit, result?: SafeHtml, state: FormState = { values: {} }): Reply {
  const isWrong = state.problems?.anchor !== undefined;
  const field = textField(
    {
      name: "anchor",
      label: "Anchor",
      hint: "What an earlier verification showed, and you kept elsewhere. Without one, the trail is compared with itself.",
      maxLength: 100,
    },
    state,
  );
  return show(
    visit,
    {
      title: "Verify the trail",
      up: up(visit),
      problem: state.problems?.anchor,
      main: html`
      ${result && panel("Result", result)}
      <section class="panel">
        <p>Every entry is chained to the one before it with a key that only this service has. This reads all of them and finds each one that
          was changed, moved, removed or added. A long trail is read in parts, and this page shows how far it is.</p>
        ${formOf(
          formTo(visit, path),
          moreFields("With an anchor", (state.values.anchor ?? "") !== "", field),
          submitButton("Verify", { kind: "action" }),
        )}
      </section>`,
      script: scriptFor("copy"),
    },
    isWrong ? 400 : 200,
  );
}

/** The page for a request that comes while too many others read the whole trail. */
export function waitPage(visit: Visit): Reply {
  const main = html`<p>${tooManyReadings}</p>`;
  return waiting(show(visit, { title: "Too many at once", up: up(visit), main }, 429));
}

function waiting(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, "retry-after": String(readingRetrySeconds) } };
}
