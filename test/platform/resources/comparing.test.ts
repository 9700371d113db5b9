import {
  findDifferences,
  isAsWanted,
  toComparableCondition,
  toComparableText,
} from '../../../platform/resources/comparing';

test('the settings that differ are found, also if the platform does not return them', () => {
  const wanted = { name: 'a', description: 'new', alias: undefined, cpu: 1, isScheduled: true };
  const current = { name: 'a', description: 'old', alias: 'x', isScheduled: true, more: 1 };
  expect(findDifferences(wanted, current)).toEqual({ description: 'new', cpu: 1 });
});

const LOGINS = { loginEmails: [{ login: 'a', email: 'a@b.invalid' }, { login: 'b' }, null] };

test.each<[field: string, wanted: unknown, current: unknown, isEqual: boolean]>([
  ['alias', undefined, 'a', true],
  ['alias', 'a', undefined, false],
  ['alias', '', 'a', false],
  ['alias', null, 'a', false],
  ['alias', '', null, true],
  ['alias', ' ', undefined, true],
  ['alias', null, ' ', true],
  ['alias', 'constructor', 'a', false],
  ['isScheduled', false, null, false],
  ['isScheduled', 'true', true, true],
  ['limit', 0, null, false],
  ['limit', '2', 2, true],
  ['commandLine', 'a\r\nb ', 'a\nb\n', true],
  ['commandLine', 'a  b', 'a b', false],
  ['commandLine', '{ "a": 1', '{ "a": 1\n', true],
  ['cronScheduling', '0  6 * * *', '0 6 * * * ', true],
  ['cronScheduling', '0 6 * * *', '0 7 * * *', false],
  ['emails', ['a', 'b'], ['b', 'a'], true],
  ['emails', ['a', 'a'], ['a', 'b'], false],
  ['emails', ['a'], 'a', false],
  ['emails', [], null, false],
  ['ports', ' [{ "number": 80 }]', [{ number: 80 }], true],
  ['ports', '[{ "number": 80 }]', [{ number: 81 }], false],
  ['resources', { cpu: { limit: 2 } }, { cpu: { request: 1, limit: 2 }, memory: {} }, true],
  ['resources', { cpu: { limit: 2 } }, { cpu: { request: 1 } }, false],
  ['resources', '{ "cpu": { "limit": 2 } }', { cpu: { limit: 2 } }, true],
  ['resources', { cpu: { limit: 2 } }, null, false],
  ['resources', {}, 'none', false],
  ['alerting', { logins: ['b', 'a'] }, LOGINS, true],
  ['alerting', { logins: ['a'] }, LOGINS, false],
  ['alerting', { logins: ['a'] }, { logins: ['a'] }, true],
])('%s: %j is wanted, and %j is current: equal %s', (field, wanted, current, isEqual) => {
  expect(isAsWanted(field, wanted, current)).toBe(isEqual);
});

test.each<[field: string, text: string, comparable: string | undefined]>([
  ['commandLine', ' \r\n ', undefined],
  ['commandLine', ' a\r\nb ', 'a\nb'],
  ['cronScheduling', ' 0\n6  * * * ', '0 6 * * *'],
  ['size', '0.5 GB', '500000000 B'],
  ['size', '500 MB', '500000000 B'],
  ['size', '2Ki', '2048 B'],
  ['size', '2kiB', '2048 B'],
  ['size', '3', '3 B'],
  ['size', '3 B', '3 B'],
  ['size', '1 TB', '1000000000000 B'],
  ['size', 'large', 'large'],
  ['commandLine', '1 KB', '1 KB'],
])('%s: %j is compared as %j', (field, text, comparable) => {
  expect(toComparableText(field, text)).toBe(comparable);
});

test.each([
  ['AllSuccess', 'AllSuccess'],
  [{ expression: ' a > 1 ', more: 1 }, { expression: 'a > 1' }],
  [{ expression: ' ' }, { expression: '' }],
  [{ expression: 1 }, { expression: 1 }],
])('the condition %j is compared as %j', (condition, comparable) => {
  expect(toComparableCondition(condition)).toEqual(comparable);
});
