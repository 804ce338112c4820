/** The code of the thread that estimates new passwords; see `PasswordEstimator`. The library and its dictionaries are loaded here alone. */
import { parentPort } from "node:worker_threads";
import { type MatchExtended, type OptionsGraphEntry, ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import type { PasswordEstimate } from "../../identity/password.ts";

/** A password, and the words that a guesser tries first. */
export interface EstimateOrder {
  readonly password: string;
  readonly words: readonly string[];
}

/**
 * The characters that are looked at. The work grows with their square: this many take some 30 ms of a core at most. They give a lower
 * bound for a longer password, and no stolen one is longer.
 */
const lengthMax = 40;

/** The rows of keyboards that the library does not know. */
const otherKeyboards: Readonly<Record<string, readonly string[]>> = {
  russian: ["йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"],
  ukrainian: ["йцукенгшщзхї", "фівапролджє", "ячсмитьбю"],
};

const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: {
    ...adjacencyGraphs,
    ...Object.fromEntries(Object.entries(otherKeyboards).map(([name, rows]) => [name, graphOf(rows)])),
  },
  maxLength: lengthMax,
});

parentPort?.postMessage("started");
parentPort?.on("message", ({ password, words }: EstimateOrder) => {
  parentPort?.postMessage(estimateOf(password, words));
});

function estimateOf(password: string, words: readonly string[]): PasswordEstimate {
  const { guessesLog10, sequence } = estimator.check(password, [...words]);
  const [longest] = sequence
    .filter(({ pattern }) => pattern !== "bruteforce" && pattern !== "separator")
    .sort((left, right) => right.token.length - left.token.length);
  return { guessesLog10, weakness: longest === undefined ? "predictable" : weaknessOf(longest, password) };
}

function weaknessOf(match: MatchExtended, password: string): PasswordEstimate["weakness"] {
  if (match.pattern === "repeat") return "repeated";
  const dictionaryName = "dictionaryName" in match ? match.dictionaryName : undefined;
  if (dictionaryName === "userInputs") return "context-word";
  const isWhole = match.token.length === password.length && dictionaryName === "passwords-common";
  return isWhole ? "stolen" : "predictable";
}

/** The neighbours of each key, clockwise from the left, where every row is shifted by half a key against the one above. */
function graphOf(rows: readonly string[]): OptionsGraphEntry {
  const graph: OptionsGraphEntry = {};
  for (const [y, row] of rows.entries())
    for (const [x, key] of [...row].entries()) {
      const places = [
        [x - 1, y],
        [x, y - 1],
        [x + 1, y - 1],
        [x + 1, y],
        [x, y + 1],
        [x - 1, y + 1],
      ] as const;
      graph[key] = places.map(([column, line]) => {
        const neighbour = rows[line]?.[column];
        return neighbour === undefined ? null : neighbour + neighbour.toUpperCase();
      });
    }
  return graph;
}
