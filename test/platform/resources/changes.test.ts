import { GraphqlResponseError } from '../../../platform/common/errors/errors';
import { NotDoneError } from '../../../platform/graphql/read/result';
import {
  isAlreadyGone,
  readVersionNumber,
  requireNewId,
} from '../../../platform/resources/changes';

test('a creation without an ID in its response is reported as made', () => {
  expect(requireNewId({ id: 'a' }, 'job', 'List the jobs')).toEqual({ id: 'a' });
  const require = () => requireNewId({ id: null }, 'job', 'List the jobs');
  expect(require).toThrow('The job was created, but the platform did not return its ID');
  expect(require).toThrow(expect.objectContaining({ effect: 'made' }));
});

test.each([1, '1', ' 12 ', Number.MAX_SAFE_INTEGER])('%j is a version number', (value) => {
  expect(readVersionNumber(value)).toBe(Number(value));
});

test.each([0, '0', -1, 1.5, '1.0', '1e3', '', ' ', null, undefined, 2 ** 53])(
  '%j is not a version number',
  (value) => {
    expect(() => readVersionNumber(value)).toThrow('The version number is missing or is not valid');
  },
);

const refusal = (...messages: string[]) => {
  const errors = messages.map((message) => ({ message }));
  return new GraphqlResponseError('Refused', { hint: '' }, errors, undefined);
};

test.each([
  ['an unknown ID', refusal('Job not found'), true],
  ['"false" without a reason', new NotDoneError('Not deleted', ''), true],
  ['a missing right', refusal('Forbidden'), false],
  ['an unknown ID and a missing right', refusal('Job not found', 'Forbidden'), false],
  ['an unknown argument', refusal('Unknown argument "id"'), false],
])('a deletion that is refused for %s counts as made only if the entity is gone', (...row) => {
  const [, error, isGone] = row;
  expect(isAlreadyGone(error)).toBe(isGone);
});
