import type { PlatformError } from '../../platform/common/errors/errors';

/** The error in which some work ends. @throws where it ends well */
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
