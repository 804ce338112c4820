import { apiKinds } from "../latchkey.ts";
import { figure, type Section } from "../report.ts";
import { ratioOf, takeTurns } from "../rotation.ts";
import { startTarget } from "../target.ts";
import { type Context, paceOf, usersCount } from "./context.ts";
import { flowColumns, flowPlan, flowRow } from "./flow.ts";

const full = { rotations: 20, sliceMilliseconds: 500, warmUpRounds: 25_000, warmUpMillisecondsMax: 8_000 };
const quick = { rotations: 5, sliceMilliseconds: 300, warmUpRounds: 8_000, warmUpMillisecondsMax: 1_500 };
const wantedRatio = 0.75;

/** Full flows for the token of an API, in each format. */
export async function measureApi(context: Context): Promise<Section> {
  const { latchkey } = context;
  await using target = await startTarget(latchkey.plan);
  const { apiClients, users } = latchkey;
  const contenders = apiKinds.map((kind) => ({
    target,
    groups: [{ users: users.map((user) => flowPlan(apiClients[kind], user)) }],
  }));
  const pace = paceOf(context, full, quick);
  const measures = await takeTurns(context.driver, contenders, pace, context.progress);
  const opaque = measures[0]?.groups[0];
  const ratio = ratioOf(measures[apiKinds.indexOf("EdDSA")]?.groups[0], opaque).median;
  return {
    key: "api",
    tables: [
      {
        title: "Full flow for the token of an API",
        explanation:
          `GET authorization and POST token of one client, ${usersCount} users in a closed loop, ` +
          `${pace.rotations} × ${pace.sliceMilliseconds} ms each in turns; ratios within each rotation.`,
        columns: flowColumns.map((column) => (column === "ratio to two facts" ? "ratio to opaque" : column)),
        rows: measures.map((measure, index) =>
          flowRow({ ...measure, name: `${measure.name}, ${apiKinds[index]}` }, opaque),
        ),
      },
    ],
    goals: [
      {
        what: "full flow with a JWT access token, EdDSA, beside an opaque one",
        wanted: `≥ ${wantedRatio} ×`,
        measured: `${figure(ratio, 2)} ×`,
        isMet: ratio >= wantedRatio,
      },
    ],
    figures: measures,
  };
}
