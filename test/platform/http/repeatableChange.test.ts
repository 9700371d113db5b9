import {
  CancelledError,
  ConnectionError,
  NotDoneError,
  OutcomeUnknownError,
  PlatformError,
} from '../../../platform/errors/errors';
import { repeatableChange } from '../../../platform/http/retry';

const fails = (error: unknown) => async () => await Promise.reject(error as Error);
const isGone = (refusal: PlatformError) => refusal instanceof NotDoneError;
const lost = new ConnectionError('The connection broke', { hint: 'Look.', reach: 'unknown' });
const gone = new NotDoneError('It is gone', 'It may be.');
const refused = new PlatformError('No', { hint: 'Ask.', reach: 'answered', status: 403 });

test.each([
  ['a cancel', new CancelledError('unknown')],
  ['a defect of our own', new TypeError('x is not a function')],
  ['a refusal', refused],
  ['what was gone before', gone],
])('%s stays what it is', async (_name, error) => {
  await expect(repeatableChange(fails(error), isGone)).rejects.toBe(error);
});

test('where it was asked for before, what is gone is done', async () => {
  await expect(repeatableChange(fails(gone), isGone, true)).resolves.toBeUndefined();
});

test.each([
  ['the answer is lost', lost, false],
  ['it is refused after an answer was lost', refused, true],
])('the outcome is unknown if %s', async (_name, error, mayHaveBeenMade) => {
  await expect(repeatableChange(fails(error), isGone, mayHaveBeenMade)).rejects.toThrow(
    OutcomeUnknownError,
  );
});

test('a cancel after a lost response stays a cancel', async () => {
  const error = new CancelledError('unknown');
  await expect(repeatableChange(fails(error), isGone, true)).rejects.toBe(error);
});
