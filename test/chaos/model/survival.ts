import type { Happened } from '../chaosPlatform';
import type { ChaosOperation } from '../operations';

/** Attempts that fail in a row are borne up to here. */
const MAX_FAILURES = 3;
const REPEATED_ON = new Set([502, 503, 504]);

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
      // Other requests in flight on that connection may be lost.
      return mayRepeat;
    case 'status':
      if (accident.status === 429) return true;
      return mayRepeat && REPEATED_ON.has(accident.status) && isSoon(accident.effect);
    case 'reset':
    case 'silence':
    case 'cut':
      return mayRepeat && isSoon(accident.effect);
    case 'body':
    case 'damage':
    case 'echo':
    case 'errors':
    case 'refusedField':
      return false;
  }
}

/** A late effect may undo or repeat a later change. */
function isSoon(effect: unknown): boolean {
  return typeof effect === 'string';
}

/** A variable that may have been made is looked for instead of made again. */
function isLookedFor({ name }: ChaosOperation): boolean {
  return name === 'environmentVariable.set';
}

/** Whether an answer about this was lost, or was none of the platform's own. */
export function isInDoubt(happened: readonly Happened[], ...targets: string[]): boolean {
  return happened.some(({ accident, request }) => {
    if (accident.kind === 'closed' || request.route === 'look') return true;
    if (accident.kind === 'revoked') return false;
    if (accident.kind === 'foreignRun' && !accident.lost) return false;
    if (accident.kind === 'status' && accident.status < 500 && accident.status !== 403)
      return false;
    if (request.route === 'mutation')
      return targets.some((target) => request.text.includes(JSON.stringify(target).slice(1, -1)));
    return (
      ['upload', 'delete'].includes(request.route) &&
      targets.some((target) => decodeURIComponent(request.path).includes(target))
    );
  });
}

/** Whether what came out may be false because the platform's own answers were. */
export function isFalsified(happened: readonly Happened[], operation?: ChaosOperation): boolean {
  return happened.some(({ accident, request }) => {
    if (accident.kind === 'damage') return true;
    const form = accident.kind === 'body' && accident.form;
    // Nothing tells a page from a file that somebody has stored.
    if (form === 'loginPage') return ['file', 'package'].includes(request.route);
    // A change without a word of the platform's own is none, but "null" may be all that a deletion answers.
    const isChange = operation && operation.kinds.length > 0 && operation.node !== 'ConfFiles';
    if (isChange) return form === 'nullRoot';
    return ['echo', 'errors', 'body', 'refusedField'].includes(accident.kind);
  });
}
