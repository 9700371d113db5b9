import type { Route } from '../requests';
import type { OtherStart } from '../world';
import { ENCODINGS, errorForms, FALSE_BODIES } from './bodies';

/** When a request takes effect: never, before the fault, or after it. */
export type Effect = 'never' | 'before' | { lateByMs: number };

type Kinds =
  | { kind: 'reset'; effect: Effect }
  /** A gateway answers. */
  | {
      kind: 'status';
      status: number;
      form: 'html' | 'json';
      retryAfterSeconds?: number;
      effect: Effect;
    }
  | { kind: 'silence'; effect: Effect }
  /** This many requests get 401, and the token becomes invalid. */
  | { kind: 'revoked'; times: number }
  /** A page or text that repeats the request. */
  | {
      kind: 'echo';
      status: number;
      encoding: (typeof ENCODINGS)[number];
      form: 'html' | 'json' | 'text';
    }
  /** `errors` in an unexpected format. */
  | { kind: 'errors'; form: number; data: 'none' | 'null' | 'nullRoot' }
  /** The request took effect, and a field of the result is refused. If `isWhole`, the root is null. */
  | { kind: 'refusedField'; code: string | undefined; isWhole: boolean; field: number }
  | { kind: 'body'; form: keyof typeof FALSE_BODIES; effect: Effect }
  | { kind: 'damage'; seed: number }
  | { kind: 'cut'; effect: Effect }
  /** The connection is closed after the answer. */
  | { kind: 'closed' }
  /** Another client starts a run of the same job or pipeline. `lost` tells what happens to the request itself. */
  | { kind: 'foreignRun'; by: OtherStart; lost?: 'never' | 'before' };

export type Fault = Kinds & {
  route: Route | 'any';
  /** Number of requests that go through first. */
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
  // Some are later than the window in which the nodes look for a lost start.
  return { lateByMs: between(random, 5, random() < 0.3 ? 2_500 : 400) };
}

function refusal(random: Random): Kinds {
  const status = oneOf(random, [429, 429, 503, 400, 403, 404, 302, 307]);
  const retryAfterSeconds = [429, 503].includes(status) ? oneOf(random, [0, 0, 1]) : undefined;
  return { kind: 'status', status, form: 'html', retryAfterSeconds, effect: 'never' };
}

/** Weights of the kinds. */
const MAKERS: ReadonlyArray<[number, (random: Random) => Kinds]> = [
  [16, (random) => ({ kind: 'reset', effect: effect(random) })],
  [
    16,
    (random) => ({
      kind: 'status',
      status: oneOf(random, [500, 502, 503, 504]),
      form: oneOf(random, ['html', 'json']),
      effect: effect(random),
    }),
  ],
  [9, refusal],
  [3, (random) => ({ kind: 'silence', effect: effect(random) })],
  [6, (random) => ({ kind: 'revoked', times: oneOf(random, [1, 1, 2]) })],
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
  [
    9,
    (random) => ({
      kind: 'refusedField',
      code: oneOf(random, [undefined, 'UNAUTHENTICATED', 'UNAUTHORIZED', 'FORBIDDEN']),
      isWhole: random() < 0.5,
      field: between(random, 0, 8),
    }),
  ],
  [
    12,
    (random) => {
      const form = oneOf(random, Object.keys(FALSE_BODIES) as Array<keyof typeof FALSE_BODIES>);
      const drawn = effect(random);
      // A gateway sends its login page before the platform sees the request (docs/reliability.md, sessions).
      return { kind: 'body', form, effect: form === 'loginPage' ? 'never' : drawn };
    },
  ],
  [12, (random) => ({ kind: 'damage', seed: between(random, 0, 2 ** 31) })],
  [5, (random) => ({ kind: 'cut', effect: effect(random) })],
  [3, () => ({ kind: 'closed' })],
  [
    9,
    (random) => ({
      kind: 'foreignRun',
      by: oneOf(random, ['cron', 'pipeline', 'otherUser', 'sameUser']),
      lost: oneOf(random, [undefined, 'never', 'before']),
    }),
  ],
];

const WEIGHTS = MAKERS.reduce((sum, [weight]) => sum + weight, 0);

export function randomFault(random: Random, routes: readonly Route[], items: number): Fault {
  let roll = random() * WEIGHTS;
  const [, make] = MAKERS.find(([weight]) => (roll -= weight) < 0) ?? MAKERS[0]!;
  const kinds = make(random);
  const isOfStart = kinds.kind === 'foreignRun' && kinds.lost;
  const route = isOfStart ? 'mutation' : oneOf(random, ['any', ...routes, ...routes] as const);
  const skip = random() < 0.5 ? 0 : between(random, 0, Math.min(12, items + 1));
  return { ...kinds, route, skip };
}
