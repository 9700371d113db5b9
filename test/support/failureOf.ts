import type { PlatformError } from '../../platform/common/errors/errors';

/** Returns the error of work that must fail. */
export async function failureOf<T extends Error = PlatformError>(
  work: Promise<unknown> | (() => unknown),
): Promise<T> {
  return await (typeof work === 'function' ? Promise.resolve().then(work) : work).then(
    () => {
      throw new Error('The work should have failed, but it succeeded');
    },
    (error: T) => error,
  );
}
