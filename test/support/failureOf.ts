import type { PlatformError } from '../../platform/common/errors/errors';

/** Returns the error of work that fails. */
export async function failureOf<T extends Error = PlatformError>(
  work: Promise<unknown> | (() => unknown),
): Promise<T> {
  return await (typeof work === 'function' ? Promise.resolve().then(work) : work).then(
    () => {
      throw new Error('It should have failed');
    },
    (error: T) => error,
  );
}
