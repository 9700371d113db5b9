import { CancelledError } from '../../../platform/common/errors/errors';
import { makeRepeatableChange } from '../../../platform/http/retry';

test.each([new CancelledError('unknown'), new TypeError('x is not a function')])(
  'of a change that may have been made, %s stays what it is',
  async (error) => {
    const change = async () => await Promise.reject(error);
    await expect(makeRepeatableChange(change, () => false, true)).rejects.toBe(error);
  },
);
