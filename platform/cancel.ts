import { CancelledError } from './errors';

/** Waits for work that others wait for as well: a cancel ends the waiting, not the work. */
export async function unlessCancelled<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!signal) return await work;
  return await new Promise<T>((resolve, reject) => {
    const cancel = () => reject(new CancelledError('never'));
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}
