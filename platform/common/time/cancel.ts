import { CancelledError } from '../errors/errors';
import type { Cache } from './cache';
import { clock } from './clock';

const actionsBySignal = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `action` when the signal fires. The returned function removes the action. All actions of a signal share one listener, because
 * each further listener would slow down the others.
 */
export function whenAborted(signal: AbortSignal, action: () => void): () => void {
  const actions = actionsBySignal.get(signal) ?? listenTo(signal);
  actions.add(action);
  return () => actions.delete(action);
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const actions = new Set<() => void>();
  actionsBySignal.set(signal, actions);
  signal.addEventListener('abort', () => {
    for (const action of actions) action();
  });
  return actions;
}

/** Returns a signal that fires after a delay. The delay does not keep the process alive. */
export function createTimeout(delayMs: number): AbortSignal {
  const controller = new AbortController();
  clock.after(delayMs, () => controller.abort()).unref();
  return controller.signal;
}

/** Cleared when the current turn of the event loop ends. */
let timeoutsOfThisTurn: Array<{ delayMs: number; signal?: AbortSignal; shared: AbortSignal }> = [];

/**
 * Returns a signal that fires after a delay or with the caller's signal. Simultaneous calls with the same arguments return the
 * same signal, because only reads with the same signal share requests.
 */
export function getSharedTimeout(delayMs: number, signal?: AbortSignal): AbortSignal {
  const existing = timeoutsOfThisTurn.find(
    (timeout) => timeout.delayMs === delayMs && timeout.signal === signal,
  );
  if (existing) return existing.shared;
  const timeout = createTimeout(delayMs);
  const shared = signal ? AbortSignal.any([timeout, signal]) : timeout;
  if (timeoutsOfThisTurn.length === 0) setImmediate(() => (timeoutsOfThisTurn = []));
  timeoutsOfThisTurn.push({ delayMs, signal, shared });
  return shared;
}

/** Waits for work. A cancel ends the wait, but not the work. */
export async function waitUnlessCancelled<T>(
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

/** Work for which several callers wait. A cancel ends the wait of one caller. When the last caller stops waiting, the work is canceled. */
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

  /** True if the work was canceled. A caller that needs the result has to start new work. */
  get isAbandoned(): boolean {
    return this.abandon.signal.aborted;
  }

  /** @throws CancelledError if the signal fires before the work is done; the errors of the work */
  async wait(signal: AbortSignal | undefined): Promise<T> {
    this.waiting++;
    try {
      return await waitUnlessCancelled(this.result, signal);
    } finally {
      this.waiting--;
      if (this.waiting === 0 && !this.isOver) this.abandon.abort();
    }
  }
}

/**
 * Computes a result once for all callers, and keeps it. Does not keep a failure.
 * @param compute must end its requests when its signal fires, which happens when the last caller stops waiting
 */
export async function shareResult<T>(
  cache: Cache<string, SharedWork<T>>,
  key: string,
  signal: AbortSignal | undefined,
  compute: (abandoned: AbortSignal) => Promise<T>,
): Promise<T> {
  const shared = cache.get(key);
  if (shared && !shared.isAbandoned) return await shared.wait(signal);
  const work: SharedWork<T> = new SharedWork((abandoned) =>
    compute(abandoned).catch((error: unknown) => {
      cache.forget(key, work);
      throw error;
    }),
  );
  cache.set(key, work);
  return await work.wait(signal);
}
