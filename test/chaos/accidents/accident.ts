import { ENCODINGS } from './encodings';
import type { Route } from '../requests';
import type { OtherStart } from '../world';
import { errorForms } from './errorForms';

/** When a request takes effect: never, before the accident, or so late after it. */
export type Effect = 'never' | 'before' | { lateByMs: number };

/** Replacements of an answer, with status 200. ROOT is the requested field. */
export const FALSE_BODIES = {
  empty: '',
  begun: '{"data":{"',
  word: 'OK',
  beginOfList: '[1,2',
  control: '\u0000\u0001\u0002',
  noNumber: '{"data":NaN}',
  nullData: '{"data":null}',
  nothing: '{}',
  null: 'null',
  nullRoot: '{"data":{"ROOT":null}}',
  loginPage:
    '<!DOCTYPE html><html><head><title>Sign in</title></head><body><form method="post"><input name="password" type="password"></form></body></html>',
};

type Kinds =
  /** The connection is dropped. */
  | { kind: 'reset'; effect: Effect }
  /** A gateway's page or object. */
  | {
      kind: 'status';
      status: number;
      form: 'html' | 'json';
      retryAfterSeconds?: number;
      effect: Effect;
    }
  /** No answer, ever. */
  | { kind: 'silence'; effect: Effect }
  /** 401, and the token is good no longer; so many requests in turn. */
  | { kind: 'revoked'; times: number }
  /** A page or text that repeats the request. */
  | {
      kind: 'echo';
      status: number;
      encoding: (typeof ENCODINGS)[number];
      form: 'html' | 'json' | 'text';
    }
  /** `errors` in a form that nobody expects, and no data. */
  | { kind: 'errors'; form: number; data: 'none' | 'null' | 'nullRoot' }
  /** It took effect, and a field of the result is refused; null goes up to the root if `isWhole`. */
  | { kind: 'refusedField'; code: string | undefined; isWhole: boolean; field: number }
  | { kind: 'body'; form: keyof typeof FALSE_BODIES; effect: Effect }
  /** Wrong types somewhere in the data. */
  | { kind: 'damage'; seed: number }
  /** The answer breaks off. */
  | { kind: 'cut'; effect: Effect }
  /** The connection is closed after the answer, without a word. */
  | { kind: 'closed' }
  /** Somebody else starts a run of what this request is about, and the request's own answer may be lost. */
  | { kind: 'foreignRun'; by: OtherStart; lost?: 'never' | 'before' };

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

function refusal(random: Random): Kinds {
  const status = oneOf(random, [429, 429, 503, 400, 403, 404, 302, 307]);
  const retryAfterSeconds = [429, 503].includes(status) ? oneOf(random, [0, 0, 1]) : undefined;
  return { kind: 'status', status, form: 'html', retryAfterSeconds, effect: 'never' };
}

/** How often each kind comes up, and what it is like then. */
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

export function randomAccident(random: Random, routes: readonly Route[], items: number): Accident {
  let roll = random() * WEIGHTS;
  const [, make] = MAKERS.find(([weight]) => (roll -= weight) < 0) ?? MAKERS[0]!;
  const kinds = make(random);
  const isOfStart = kinds.kind === 'foreignRun' && kinds.lost;
  const route = isOfStart ? 'mutation' : oneOf(random, ['any', ...routes, ...routes] as const);
  const skip = random() < 0.5 ? 0 : between(random, 0, Math.min(12, items + 1));
  return { ...kinds, route, skip };
}
