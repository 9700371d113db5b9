import { ENCODINGS } from '../../../sandbox/accidents/accident';
import type { Route } from '../requests';
import type { OtherStart } from '../world';
import { errorForms } from './errorForms';

/** When a request takes effect: never, before the accident, or so late after it. */
export type Effect = 'never' | 'before' | { lateByMs: number };

type Kinds =
  /** The connection is dropped. */
  | { kind: 'reset'; effect: Effect }
  /** A gateway's error. */
  | { kind: 'gateway'; status: number; form: 'html' | 'json'; effect: Effect }
  /** A rate limit, or a platform that asks for patience. */
  | { kind: 'limit'; status: 429 | 503; retryAfterSeconds: number }
  /** No answer, ever. */
  | { kind: 'silence'; effect: Effect }
  /** 401, and the token is good no longer; so many requests in turn. */
  | { kind: 'revoked'; times: number }
  /** A definite answer, once. */
  | { kind: 'refusal'; status: number }
  /** A page or text that repeats the request. */
  | {
      kind: 'echo';
      status: number;
      encoding: (typeof ENCODINGS)[number];
      form: 'html' | 'json' | 'text';
    }
  /** `errors` in a form that nobody expects, and no data. */
  | { kind: 'errors'; form: number; data: 'none' | 'null' | 'nullRoot' }
  /** What was asked for, and an error below its root. */
  | { kind: 'errorsBelow' }
  /** What was asked for, but no ID, and an error that says so. */
  | { kind: 'idNull' }
  /** A page to sign in, with status 200. */
  | { kind: 'loginPage' }
  /** Some bytes of the answer, one at a time, and then the end of the connection. */
  | { kind: 'drip'; bytes: number; everyMs: number; effect: Effect }
  /** No data, and no word why. */
  | { kind: 'nothing'; form: number }
  /** Wrong types somewhere in the data. */
  | { kind: 'damage'; seed: number }
  /** The answer breaks off. */
  | { kind: 'cut'; effect: Effect }
  | { kind: 'notJson'; form: number; effect: Effect }
  | { kind: 'huge'; bytes: number; effect: Effect }
  | { kind: 'endless' }
  /** The answer comes in drops. */
  | { kind: 'drops'; everyMs: number }
  /** Headers that say something else than the body is. */
  | { kind: 'oddHeaders'; form: number }
  /** The connection is closed after the answer, without a word. */
  | { kind: 'closed' }
  /** Somebody else starts a run of what this request is about, and the request's own answer may be lost. */
  | { kind: 'foreignRun'; by: OtherStart; lost?: 'never' | 'before' }
  /** A run that is started is shown only later. */
  | { kind: 'shownLate'; byMs: number };

export type Accident = Kinds & {
  /** Which requests it can happen to. */
  route: Route | 'any';
  /** How many of them go through first. */
  skip: number;
};

type Random = () => number;

export const oneOf = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T;

const between = (random: Random, least: number, most: number): number =>
  Math.floor(least + random() * (most - least));

function effect(random: Random): Effect {
  const roll = random();
  if (roll < 0.35) return 'never';
  if (roll < 0.7) return 'before';
  // Longer than the window in which the nodes look for a lost start, now and then.
  return { lateByMs: between(random, 5, random() < 0.3 ? 2_500 : 400) };
}

/** How often each kind comes up, and what it is like then. */
const MAKERS: ReadonlyArray<[number, (random: Random) => Kinds]> = [
  [16, (random) => ({ kind: 'reset', effect: effect(random) })],
  [
    16,
    (random) => ({
      kind: 'gateway',
      status: oneOf(random, [500, 502, 503, 504]),
      form: oneOf(random, ['html', 'json']),
      effect: effect(random),
    }),
  ],
  [
    4,
    (random) => ({
      kind: 'limit',
      status: oneOf(random, [429, 503]),
      retryAfterSeconds: oneOf(random, [0, 0, 1]),
    }),
  ],
  [3, (random) => ({ kind: 'silence', effect: effect(random) })],
  [6, (random) => ({ kind: 'revoked', times: oneOf(random, [1, 1, 2]) })],
  [5, (random) => ({ kind: 'refusal', status: oneOf(random, [400, 403, 404, 302, 307]) })],
  [
    10,
    (random) => ({
      kind: 'echo',
      status: oneOf(random, [200, 200, 400, 403, 422, 500, 502]),
      encoding: oneOf(random, ENCODINGS),
      form: oneOf(random, ['html', 'html', 'json', 'text']),
    }),
  ],
  [
    9,
    (random) => ({
      kind: 'errors',
      form: between(random, 0, errorForms.length),
      data: oneOf(random, ['none', 'null', 'nullRoot']),
    }),
  ],
  [5, () => ({ kind: 'errorsBelow' })],
  [5, () => ({ kind: 'idNull' })],
  [5, () => ({ kind: 'loginPage' })],
  [
    2,
    (random) => ({
      kind: 'drip',
      bytes: between(random, 1, 40),
      everyMs: between(random, 10, 100),
      effect: oneOf(random, ['never', 'before']),
    }),
  ],
  [3, (random) => ({ kind: 'nothing', form: between(random, 0, 4) })],
  [12, (random) => ({ kind: 'damage', seed: between(random, 0, 2 ** 31) })],
  [4, (random) => ({ kind: 'cut', effect: oneOf(random, ['never', 'before']) })],
  [
    4,
    (random) => ({
      kind: 'notJson',
      form: between(random, 0, 6),
      effect: oneOf(random, ['never', 'before']),
    }),
  ],
  [
    1,
    (random) => ({
      kind: 'huge',
      bytes: between(random, 1e6, 4e6),
      effect: oneOf(random, ['never', 'before']),
    }),
  ],
  [0.2, () => ({ kind: 'endless' })],
  [2, (random) => ({ kind: 'drops', everyMs: between(random, 1, 20) })],
  [3, (random) => ({ kind: 'oddHeaders', form: between(random, 0, 6) })],
  [3, () => ({ kind: 'closed' })],
  [
    9,
    (random) => ({
      kind: 'foreignRun',
      by: oneOf(random, ['cron', 'pipeline', 'otherUser', 'sameUser']),
      lost: oneOf(random, [undefined, 'never', 'before']),
    }),
  ],
  [3, (random) => ({ kind: 'shownLate', byMs: between(random, 5, 300) })],
];

const WEIGHTS = MAKERS.reduce((sum, [weight]) => sum + weight, 0);

export function randomAccident(random: Random, routes: readonly Route[], items: number): Accident {
  let roll = random() * WEIGHTS;
  const [, make] = MAKERS.find(([weight]) => (roll -= weight) < 0) ?? MAKERS[0]!;
  const kinds = make(random);
  const isOfStart = kinds.kind === 'shownLate' || (kinds.kind === 'foreignRun' && kinds.lost);
  const route = isOfStart ? 'mutation' : oneOf(random, ['any', ...routes, ...routes] as const);
  const skip = random() < 0.5 ? 0 : between(random, 0, Math.min(12, items + 1));
  return { ...kinds, route, skip };
}
