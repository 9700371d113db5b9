import type { Happened } from '../chaosPlatform';
import type { ChaosOperation } from '../operations';

/** Nodes survive this many failed attempts in a row. */
const MAX_FAILURES = 3;
const REPEATED_ON = new Set([502, 503, 504]);

/** Tells whether the documentation says that nodes survive all these faults. */
export function isSurvivable(happened: readonly Happened[], operation?: ChaosOperation): boolean {
  const silences = happened.filter(({ fault }) => fault.kind === 'silence').length;
  const revocations = happened.filter(({ fault }) => fault.kind === 'revoked').length;
  return (
    happened.length <= MAX_FAILURES &&
    // Silence takes the whole time limit, so a second try is the last one.
    (silences === 0 || happened.length === 1) &&
    revocations <= 1 &&
    happened.every((one) => isSurvived(one, operation))
  );
}

function isSurvived({ fault, request }: Happened, operation?: ChaosOperation): boolean {
  const isChange = request.route === 'mutation';
  const mayRepeat = !isChange || (operation?.isRepeatable === true && !isLookedFor(operation));
  switch (fault.kind) {
    case 'revoked':
      return !['upload', 'delete', 'listing', 'file', 'cluster'].includes(request.route);
    case 'closed':
    case 'foreignRun':
      // Other requests in flight on the connection may be lost.
      return mayRepeat;
    case 'status':
      if (fault.status === 429) return true;
      return mayRepeat && REPEATED_ON.has(fault.status) && isSoon(fault.effect);
    case 'reset':
    case 'silence':
    case 'cut':
      return mayRepeat && isSoon(fault.effect);
    case 'body':
    case 'damage':
    case 'echo':
    case 'errors':
    case 'refusedField':
      return false;
  }
}

/** A late effect may undo or repeat a later change, so it is not survived. */
function isSoon(effect: unknown): boolean {
  return typeof effect === 'string';
}

/** The node looks for a variable that may have been made instead of making it again. */
function isLookedFor({ name }: ChaosOperation): boolean {
  return name === 'environmentVariable.set';
}

/** Tells whether an answer about one of the targets was lost or did not come from the platform. */
export function isInDoubt(happened: readonly Happened[], ...targets: string[]): boolean {
  return happened.some(({ fault, request }) => {
    if (fault.kind === 'closed' || request.route === 'look') return true;
    if (fault.kind === 'revoked') return false;
    if (fault.kind === 'foreignRun' && !fault.lost) return false;
    if (fault.kind === 'status' && fault.status < 500 && fault.status !== 403) return false;
    if (request.route === 'mutation')
      return targets.some((target) => request.text.includes(JSON.stringify(target).slice(1, -1)));
    return (
      ['upload', 'delete'].includes(request.route) &&
      targets.some((target) => decodeURIComponent(request.path).includes(target))
    );
  });
}

/** Tells whether outputs may be false because the platform's answers were. */
export function isFalsified(happened: readonly Happened[], operation?: ChaosOperation): boolean {
  return happened.some(({ fault, request }) => {
    if (fault.kind === 'damage') return true;
    const form = fault.kind === 'body' && fault.form;
    // A stored file may be an HTML page.
    if (form === 'loginPage') return ['file', 'package'].includes(request.route);
    // Other false answers make a change fail. A deletion may answer null.
    const isChange = operation && operation.kinds.length > 0 && operation.node !== 'ConfFiles';
    if (isChange) return form === 'nullRoot';
    return ['echo', 'errors', 'body', 'refusedField'].includes(fault.kind);
  });
}
