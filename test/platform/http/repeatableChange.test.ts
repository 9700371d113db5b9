import {
  CancelledError,
  OutcomeUnknownError,
  PlatformError,
} from '../../../platform/errors/errors';
import { repeatableChange } from '../../../platform/http/retry';

const refused = new PlatformError('No', { hint: 'Ask.', reach: 'answered', status: 403 });
const change = async (error: Error) =>
  await repeatableChange(
    async () => await Promise.reject(error),
    () => false,
    true,
  );

test.each([new CancelledError('unknown'), new TypeError('x is not a function')])(
  'of a change that may have been made, %s stays what it is',
  async (error) => {
    await expect(change(error)).rejects.toBe(error);
  },
);

test('a refusal of a change that may have been made leaves its outcome unknown', async () => {
  await expect(change(refused)).rejects.toThrow(OutcomeUnknownError);
});
