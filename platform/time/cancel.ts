import { CancelledError } from '../errors/errors';
import { clock } from './clock';

const actionsOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Does something when the signal fires, until the returned function is called. One signal serves all requests of an
 * execution: it has one listener for all of them, since each listener more makes every other one slower.
 */
export function whenAborted(signal: AbortSignal, action: () => void): () => void {
  const actions = actionsOf.get(signal) ?? listenTo(signal);
  actions.add(action);
  return () => actions.delete(action);
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const actions = new Set<() => void>();
  actionsOf.set(signal, actions);
  signal.addEventListener('abort', () => {
    for (const action of actions) action();
  });
  return actions;
}

/** A signal that fires after so many milliseconds, and does not keep the process alive. */
export function timeoutSignal(delayMs: number): AbortSignal {
  const controller = new AbortController();
  clock.after(delayMs, () => controller.abort()).unref();
  return controller.signal;
}

/** Waits for work that others wait for as well: a cancel ends the waiting, not the work. */
export async function unlessCancelled<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!signal) return await work;
  return await new Promise<T>((resolve, reject) => {
    const cancel = () => reject(new CancelledError('never'));
    if (signal.aborted) cancel();
    const forget = whenAborted(signal, cancel);
    work.then(
      (result) => {
        forget();
        resolve(result);
      },
      (error: Error) => {
        forget();
        reject(error);
      },
    );
  });
}
