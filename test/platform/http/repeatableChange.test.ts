import { CancelledError } from '../../../platform/common/errors/errors';
import { makeRepeatableChange, pause } from '../../../platform/http/retry';

test.each([new CancelledError('unknown'), new TypeError('x is not a function')])(
  'of a change that may have been made, %s stays what it is',
  async (error) => {
    const change = async () => await Promise.reject(error);
    await expect(makeRepeatableChange(change, () => false, true)).rejects.toBe(error);
  },
);

test('a pause ends at once if it was canceled before it began', async () => {
  const began = performance.now();
  await expect(pause(2_000, AbortSignal.abort())).rejects.toBeInstanceOf(CancelledError);
  expect(performance.now() - began).toBeLessThan(1_000);
});
