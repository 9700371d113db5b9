import { findErrorCode } from '../../../../platform/common/errors/errorCodes';
import * as errors from '../../../../platform/common/errors/errors';

const DETAILS = { hint: 'Look.' } as const;
const lost = new errors.ConnectionError('broken', { ...DETAILS, effect: 'unknown' });
const status = (code: number) => new errors.PlatformError('no', { ...DETAILS, status: code });
const answer = (message: string, code?: string) =>
  new errors.GraphqlResponseError('no', DETAILS, [{ message, extensions: { code } }], null);

test.each([
  [new errors.CancelledError(), 'CANCELLED'],
  [new errors.OutcomeUnknownError(lost), 'OUTCOME_UNKNOWN'],
  [new errors.InvalidInputError('bad', 'Look.'), 'INVALID_VALUE'],
  [new errors.UnsupportedError('no', DETAILS), 'NOT_SUPPORTED'],
  [lost, 'UNREACHABLE'],
  [status(401), 'LOGIN_FAILED'],
  [status(403), 'NOT_ALLOWED'],
  [status(404), 'NOT_FOUND'],
  [status(429), 'RATE_LIMITED'],
  [status(500), 'PLATFORM_ERROR'],
  [status(502), 'UNREACHABLE'],
  [answer('No rights to run'), 'NOT_ALLOWED'],
  [answer('stop', 'FORBIDDEN'), 'NOT_ALLOWED'],
  [answer('The job does not exist'), 'NOT_FOUND'],
  [answer('Unknown argument "a"'), 'NOT_SUPPORTED'],
  [answer('The operation body was not found in the persisted query safelist'), 'NOT_SUPPORTED'],
  [answer('PersistedQueryNotFound'), 'NOT_SUPPORTED'],
  [answer('The disk is full'), 'PLATFORM_ERROR'],
  [new errors.UnexpectedResponseError('page', DETAILS), 'PLATFORM_ERROR'],
  [new errors.PlatformError('wrapped', { ...DETAILS, cause: lost }), 'UNREACHABLE'],
  [new errors.PlatformError('told', { ...DETAILS, cause: lost, code: 'TIMED_OUT' }), 'TIMED_OUT'],
  [new TypeError('a slip'), 'PLATFORM_ERROR'],
])('%s is of the kind %s', (error, code) => {
  expect(findErrorCode(error)).toBe(code);
});

test('a message has no full stop, since it is put in sentences', () => {
  const messages = ['No', 'No.', 'No...'].map((text) => new errors.PlatformError(text, DETAILS));
  expect(messages.map(({ message }) => message)).toEqual(['No', 'No', 'No...']);
});

test.each<[effect: errors.Effect, sends: number, earlierDoubtfulSends: number, text: RegExp]>([
  ['unknown', 0, 0, /^It is not known whether it ran: no\nCheck\. Look\.$/],
  ['unknown', 1, 0, /\nCheck\. The request was not sent again\. Look\.$/],
  ['unknown', 3, 0, /was sent 3 times\. Only the last one can have had an effect\. Look\.$/],
  ['unknown', 3, 1, /was sent 3 times\. Look\.$/],
  ['made', 1, 0, /^It ran, but the result was not returned: no\n/],
])('an outcome after effect %s, %d sends, %d of them in doubt', (effect, sends, earlier, text) => {
  const failure = new errors.PlatformError('no', { ...DETAILS, effect, status: 502 });
  Object.assign(failure, { sends, earlierDoubtfulSends: earlier });
  const error = new errors.OutcomeUnknownError(failure, 'Check.', 'it ran');
  expect(`${error.message}\n${error.hint}`).toMatch(text);
  expect(error).toMatchObject({ effect, sends, earlierDoubtfulSends: earlier, status: 502 });
});

const sent = (error: errors.PlatformError, sends = 1) => Object.assign(error, { sends });
test.each<[what: string, error: unknown, isAnswered: boolean]>([
  ['a refusal', sent(status(403)), true],
  ['a response that cannot be read', new errors.UnexpectedResponseError('page', DETAILS), true],
  ['a lost response', sent(new errors.ConnectionError('broken', DETAILS)), false],
  ['a cancel', sent(new errors.CancelledError()), false],
  ['a request that was not sent', sent(status(403), 0), false],
  ['a failed login before it', sent(sent(status(401)).asPrerequisiteFailure()), false],
  ['another error', Object.assign(new TypeError('a slip'), { sends: 1 }), false],
])('the request was answered, after %s: %#', (_what, error, isAnswered) => {
  expect(errors.wasAnswered(error)).toBe(isAnswered);
});
