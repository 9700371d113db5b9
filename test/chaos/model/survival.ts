import type { Happened } from '../chaosPlatform';
import type { ChaosOperation } from '../operations';

/** Attempts that fail in a row are borne up to here. */
const MAX_FAILURES = 3;
const REPEATED_ON = new Set([500, 502, 503, 504]);

/** Whether all that happened is of the kinds that are documented to be survived. */
export function isSurvivable(happened: readonly Happened[], operation?: ChaosOperation): boolean {
  const silences = happened.filter(({ accident }) => accident.kind === 'silence').length;
  const revocations = happened.filter(({ accident }) => accident.kind === 'revoked').length;
  return (
    happened.length <= MAX_FAILURES &&
    // Silence costs its whole time limit: it is met twice at most, whatever came before it.
    (silences === 0 || happened.length === 1) &&
    revocations <= 1 &&
    happened.every((one) => isBorne(one, operation))
  );
}

function isBorne({ accident, request }: Happened, operation?: ChaosOperation): boolean {
  const isChange = request.route === 'mutation';
  const mayRepeat = !isChange || (operation?.isRepeatable === true && !isLookedFor(operation));
  switch (accident.kind) {
    case 'revoked':
      return !['upload', 'delete', 'listing', 'file', 'cluster'].includes(request.route);
    case 'closed':
    case 'foreignRun':
    case 'drops':
      // What else was on its way on that connection may be lost.
      return mayRepeat;
    case 'limit':
      return accident.status === 429 || mayRepeat;
    case 'gateway':
      return (
        mayRepeat &&
        accident.status !== 500 &&
        REPEATED_ON.has(accident.status) &&
        isSoon(accident.effect)
      );
    case 'reset':
    case 'silence':
    case 'cut':
      return mayRepeat && isSoon(accident.effect);
    case 'drip':
      // A login has one time limit for its whole answer, and is not sent again once that has begun.
      return request.route !== 'login' && mayRepeat && isSoon(accident.effect);
    case 'errorsBelow':
      return isChange;
    case 'damage':
    case 'echo':
    case 'endless':
    case 'errors':
    case 'idNull':
    case 'loginPage':
    case 'huge':
    case 'nothing':
    case 'notJson':
    case 'oddHeaders':
    case 'refusal':
    case 'shownLate':
      return false;
  }
}

/** What comes late may undo or repeat what was done meanwhile. */
function isSoon(effect: unknown): boolean {
  return typeof effect === 'string';
}

/** A variable that may have been made is looked for instead of made again. */
function isLookedFor({ name }: ChaosOperation): boolean {
  return name === 'environmentVariable.set';
}

/** After these nobody can tell from the answer what became of the request. */
const TELLING = new Set(['revoked', 'refusal', 'shownLate', 'errorsBelow']);

/** Whether an answer about this was lost, or was none of the platform's own. */
export function isInDoubt(happened: readonly Happened[], ...targets: string[]): boolean {
  return happened.some(({ accident, request }) => {
    if (accident.kind === 'closed' || request.route === 'look') return true;
    if (TELLING.has(accident.kind)) return false;
    if (accident.kind === 'foreignRun' && !accident.lost) return false;
    if (accident.kind === 'limit' && accident.status === 429) return false;
    if (request.route === 'mutation')
      return targets.some((target) => request.text.includes(JSON.stringify(target).slice(1, -1)));
    return (
      ['upload', 'delete'].includes(request.route) &&
      targets.some((target) => decodeURIComponent(request.path).includes(target))
    );
  });
}

/** Kinds that put other data in the place of the platform's. */
const FALSIFYING = new Set([
  'echo',
  'nothing',
  'errors',
  'huge',
  'notJson',
  'endless',
  'oddHeaders',
  'errorsBelow',
]);

/** Whether what came out may be false because the platform's own answers were. */
export function isFalsified(happened: readonly Happened[], operation?: ChaosOperation): boolean {
  return happened.some(({ accident, request }) => {
    if (accident.kind === 'damage') return true;
    // Nothing tells a page from a file that somebody has stored.
    if (accident.kind === 'loginPage') return ['file', 'package'].includes(request.route);
    // Who calls a root field gets what the platform answers, beside a hint.
    if (accident.kind === 'idNull' && operation?.name.startsWith('graphql.')) return true;
    // A change without a word of the platform's own is none, but "null" may be all that a deletion answers.
    const isChange = operation && operation.kinds.length > 0 && operation.node !== 'ConfFiles';
    if (isChange) return accident.kind === 'nothing' && accident.form === 3;
    return FALSIFYING.has(accident.kind);
  });
}
