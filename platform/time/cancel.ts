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
    const cancel = () => reject(new CancelledError('none'));
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

/** Work that several wait for. A cancel ends the waiting; when nobody waits any more, the work is canceled, too. */
export class SharedWork<T> {
  private readonly abandon = new AbortController();
  private readonly result: Promise<T>;
  private waiting = 0;
  private isOver = false;

  /** @param work ends its requests when the signal fires */
  constructor(work: (signal: AbortSignal) => Promise<T>) {
    const setOver = () => {
      this.isOver = true;
    };
    this.result = work(this.abandon.signal);
    this.result.then(setOver, setOver);
  }

  /** Whether it was canceled. Callers that still need the result start new work. */
  get isAbandoned(): boolean {
    return this.abandon.signal.aborted;
  }

  /** @throws CancelledError if the signal fires before the work is done; what the work throws */
  async wait(signal: AbortSignal | undefined): Promise<T> {
    this.waiting++;
    try {
      return await unlessCancelled(this.result, signal);
    } finally {
      this.waiting--;
      if (this.waiting === 0 && !this.isOver) this.abandon.abort();
    }
  }
}
