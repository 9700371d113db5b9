import type { INodeProperties } from 'n8n-workflow';
import { isChecked, textIn, valueIn } from '../../../../nodes/shared/parameters/fieldValue';

const field = (type: INodeProperties['type'], more: object = {}): INodeProperties =>
  ({ displayName: 'Field', name: 'field', default: '', type, ...more }) as INodeProperties;
const offering = (...values: string[]) => ({
  options: values.map((value) => ({ name: value, value })),
});

const COUNT = field('number', { typeOptions: { minValue: 0 } });
const SECONDS = field('number', { typeOptions: { minValue: 1, numberPrecision: 1 } });
const FEW = field('number', { typeOptions: { minValue: 1, maxValue: 8 } });
const AT_MOST = field('number', { typeOptions: { maxValue: 8 } });
const SWITCH = field('boolean');
const CHOICE = field('options', offering('stop', 'fail'));
const CHOICES = field('multiOptions', offering('stop', 'fail'));
const LISTED = field('multiOptions', { typeOptions: { loadOptionsMethod: 'list' } });
const OR_NONE = field('options', offering('', 'all'));
const values = [field('string'), { ...COUNT, name: 'count' }];
const PAIRS = field('fixedCollection', { options: [{ name: 'values', values }] });

// `test/nodes/values.test.ts` tries every field of every operation with values that its kind allows and refuses.
test.each([
  [COUNT, ' 5.0 ', 5],
  [COUNT, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  [SECONDS, '1.5', 1.5],
  [FEW, 1, 1],
  [FEW, 8, 8],
  [field('number'), -3, -3],
  [SWITCH, ' TRUE ', true],
  [CHOICES, 'stop, fail', ['stop', 'fail']],
  [CHOICES, [], []],
  [OR_NONE, '', ''],
  [PAIRS, {}, {}],
  [PAIRS, { values: [{ field: 'a' }] }, { values: [{ field: 'a', count: '' }] }],
  [PAIRS, { values: [{ field: 'a', count: '2' }] }, { values: [{ field: 'a', count: 2 }] }],
  [field('json'), new Date(0), '1970-01-01T00:00:00.000Z'],
  [field('dateTime'), new Date(0), '1970-01-01T00:00:00.000Z'],
  [field('dateTime'), { toISO: () => '2026-11-01' }, '2026-11-01'],
  [field('resourceMapper'), new Date(0), new Date(0)],
])('of %j, %j is read as %j', (definition, given, value) => {
  expect(valueIn(definition, given)).toEqual(value);
});

const WHOLE = 'must be a whole number of at least 0, not';

test.each([
  [COUNT, undefined, `${WHOLE} undefined`],
  [COUNT, '0x10', `${WHOLE} "0x10"`],
  [COUNT, 2 ** 53, `${WHOLE} 9007199254740992`],
  [COUNT, [5], `${WHOLE} a list`],
  [COUNT, { secret: 'x' }, `${WHOLE} an object`],
  [COUNT, 'x'.repeat(101), `${WHOLE} "${'x'.repeat(99)}…"`],
  [SECONDS, Infinity, 'must be a number of at least 1, not Infinity'],
  [FEW, 9, 'must be a whole number from 1 to 8, not 9'],
  [AT_MOST, 9, 'must be a whole number of at most 8, not 9'],
  [field('number'), '', 'must be a whole number, not ""'],
  [SWITCH, 1, 'must be true or false, not 1'],
  [CHOICE, ['stop'], 'cannot be a list. Choose one of: fail, stop'],
  [CHOICES, ['stop', 'Fail'], 'cannot be "Fail". Choose any of: fail, stop'],
  [{ ...CHOICES, required: true }, [], 'is empty. Choose at least one of: fail, stop'],
  [LISTED, [null], 'cannot be null. Choose any of: those in the list'],
  [OR_NONE, 'x', 'cannot be "x". Choose one of: "", all'],
  [PAIRS, 5, 'must be an object with values, not a number'],
  [PAIRS, { values: [[5]] }, 'must be an object with field, count, not a list'],
  [PAIRS, { value: [] }, 'has no field "value". Its fields: values'],
  [PAIRS, { values: {} }, 'must be an array, not {}'],
  [PAIRS, { values: [{ name: 'a' }] }, 'has no field "name". Its fields: field, count'],
  [PAIRS, { values: [{ count: -1 }] }, `${WHOLE} -1`],
])('of %j, %j is refused', (definition, given, message) => {
  const hint = given === undefined || given === '' ? /returned nothing/ : /Fix the field/;
  expect(() => valueIn(definition, given)).toThrow(
    expect.objectContaining({ message: `"Field" ${message}`, hint: expect.stringMatching(hint) }),
  );
});

test.each([
  [null, ''],
  [' a ', ' a '],
  [0, '0'],
  [false, 'false'],
])('as a text, %j is %j', (given, text) => {
  expect(textIn({ displayName: 'Field' }, given)).toBe(text);
});

test('of texts and JSON, anything is accepted', () => {
  expect(() => textIn({ displayName: 'Field' }, ['a'])).toThrow('"Field" must be text, not a list');
  const types = ['string', 'json', 'collection', 'resourceLocator', 'resourceMapper'] as const;
  expect(types.filter((type) => isChecked(field(type)))).toEqual([]);
});
