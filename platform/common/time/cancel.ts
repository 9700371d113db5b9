import { CancelledError } from '../errors/errors';
import type { Cache } from './cache';
import { clock } from './clock';

const actionsOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `action` when the signal fires, until the returned function is called. All requests of an execution share one signal
 * and one listener, because each further listener would slow down the others.
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

/** Does not keep the process alive. */
export function timeoutSignal(delayMs: number): AbortSignal {
  const controller = new AbortController();
  clock.after(delayMs, () => controller.abort()).unref();
  return controller.signal;
}

/** Cleared when the current turn of the event loop ends. */
let begunNow: Array<{ delayMs: number; signal?: AbortSignal; limit: AbortSignal }> = [];

/**
 * Returns a signal that fires after a delay or with the caller's signal. Simultaneous callers with the same signal get the same
 * one, because only reads with the same signal share requests.
 */
export function sharedTimeout(delayMs: number, signal?: AbortSignal): AbortSignal {
  const known = begunNow.find((one) => one.delayMs === delayMs && one.signal === signal);
  if (known) return known.limit;
  const timeout = timeoutSignal(delayMs);
  const limit = signal ? AbortSignal.any([timeout, signal]) : timeout;
  if (begunNow.length === 0) setImmediate(() => (begunNow = []));
  begunNow.push({ delayMs, signal, limit });
  return limit;
}

/** A cancel ends the wait, but not the work. */
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

/** Several callers wait for this work. A cancel ends one wait. After the last one, the work itself is canceled. */
export class SharedWork<T> {
  private readonly abandon = new AbortController();
  private readonly result: Promise<T>;
  private waiting = 0;
  private isOver = false;

  /** @param work must end its requests when the signal fires */
  constructor(work: (signal: AbortSignal) => Promise<T>) {
    const setOver = () => {
      this.isOver = true;
    };
    this.result = work(this.abandon.signal);
    this.result.then(setOver, setOver);
  }

  /** If true, a caller that needs the result has to start new work. */
  get isAbandoned(): boolean {
    return this.abandon.signal.aborted;
  }

  /** @throws CancelledError if the signal fires before the work is done; the errors of the work */
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

/**
 * Finds out a result once for all callers, and keeps it. Does not keep a failure.
 * @param findOut must end its requests when its signal fires, which is not that of one caller
 */
export async function sharedResult<T>(
  kept: Cache<string, SharedWork<T>>,
  key: string,
  signal: AbortSignal | undefined,
  findOut: (abandoned: AbortSignal) => Promise<T>,
): Promise<T> {
  const known = kept.get(key);
  if (known && !known.isAbandoned) return await known.wait(signal);
  const work: SharedWork<T> = new SharedWork((abandoned) =>
    findOut(abandoned).catch((error: unknown) => {
      kept.forget(key, work);
      throw error;
    }),
  );
  kept.set(key, work);
  return await work.wait(signal);
}
