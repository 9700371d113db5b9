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
