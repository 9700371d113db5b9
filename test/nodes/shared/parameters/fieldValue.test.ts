import type { INodeProperties } from 'n8n-workflow';
import { isChecked, textIn, valueIn } from '../../../../nodes/shared/parameters/fieldValue';

const field = (type: INodeProperties['type'], more: object = {}): INodeProperties =>
  ({ displayName: 'Field', name: 'field', default: '', type, ...more }) as INodeProperties;

const COUNT = field('number', { typeOptions: { minValue: 0 } });
const SECONDS = field('number', { typeOptions: { minValue: 1, numberPrecision: 1 } });
const FEW = field('number', { typeOptions: { minValue: 1, maxValue: 8 } });
const AT_MOST = field('number', { typeOptions: { maxValue: 8 } });
const ANY = field('number');
const SWITCH = field('boolean');
const CHOICE = field('options', {
  options: [
    { name: 'Stop', value: 'stop' },
    { name: 'Fail', value: 'fail' },
  ],
});
const CHOICES = { ...CHOICE, type: 'multiOptions' as const };
const REQUIRED = { ...CHOICES, required: true };
const LISTED = field('multiOptions', { typeOptions: { loadOptionsMethod: 'list' } });
const ONE_LISTED = field('options', { typeOptions: { loadOptionsMethod: 'list' } });
const OR_NONE = field('options', {
  options: [
    { name: 'None', value: '' },
    { name: 'All', value: 'all' },
  ],
});
const PAIRS = field('fixedCollection', {
  typeOptions: { multipleValues: true },
  options: [
    {
      displayName: 'Value',
      name: 'values',
      values: [field('string'), { ...COUNT, name: 'count' }],
    },
  ],
});

const PAIR = { ...PAIRS, typeOptions: {} };

test.each([
  [COUNT, 0, 0],
  [COUNT, '5', 5],
  [COUNT, ' 5 ', 5],
  [COUNT, '5.0', 5],
  [SECONDS, 1.5, 1.5],
  [SECONDS, '1.5', 1.5],
  [COUNT, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  [FEW, 1, 1],
  [FEW, 8, 8],
  [AT_MOST, 8, 8],
  [SECONDS, 1, 1],
  [ANY, -3, -3],
  [SWITCH, true, true],
  [SWITCH, 'false', false],
  [SWITCH, ' true ', true],
  [SWITCH, 'TRUE', true],
  [CHOICE, 'stop', 'stop'],
  [CHOICES, [], []],
  [CHOICES, ['stop'], ['stop']],
  [CHOICES, 'stop, fail', ['stop', 'fail']],
  [LISTED, ['a'], ['a']],
  [LISTED, [], []],
  [ONE_LISTED, 'a', 'a'],
  [OR_NONE, '', ''],
  [PAIRS, {}, {}],
  [PAIRS, { values: [] }, { values: [] }],
  [PAIRS, { values: [{ field: 'a' }] }, { values: [{ field: 'a', count: '' }] }],
  [PAIR, { values: { field: 'a', count: '2' } }, { values: { field: 'a', count: 2 } }],
  [field('string'), 5, 5],
  [field('json'), new Date(0), '1970-01-01T00:00:00.000Z'],
  [field('resourceMapper'), new Date(0), new Date(0)],
  [PAIRS, { values: [{ field: 'a', count: '2' }] }, { values: [{ field: 'a', count: 2 }] }],
])('of %j, %j is taken as %j', (definition, given, value) => {
  expect(valueIn(definition, given)).toEqual(value);
});

const WHOLE = 'must be a whole number of at least 0, not';
const CHOOSE = 'Choose one of: fail, stop';

test.each([
  [COUNT, '', `"Field" ${WHOLE} ""`],
  [COUNT, '  ', `"Field" ${WHOLE} ""`],
  [COUNT, null, `"Field" ${WHOLE} null`],
  [COUNT, undefined, `"Field" ${WHOLE} undefined`],
  [COUNT, Number.NaN, `"Field" ${WHOLE} NaN`],
  [COUNT, 'NaN', `"Field" ${WHOLE} "NaN"`],
  [COUNT, 'abc', `"Field" ${WHOLE} "abc"`],
  [COUNT, '0x10', `"Field" ${WHOLE} "0x10"`],
  [COUNT, Infinity, `"Field" ${WHOLE} Infinity`],
  [COUNT, -1, `"Field" ${WHOLE} -1`],
  [COUNT, 1.5, `"Field" ${WHOLE} 1.5`],
  [COUNT, true, `"Field" ${WHOLE} true`],
  [COUNT, [], `"Field" ${WHOLE} []`],
  [COUNT, [5], `"Field" ${WHOLE} a list`],
  [COUNT, {}, `"Field" ${WHOLE} {}`],
  [COUNT, { secret: 'x' }, `"Field" ${WHOLE} an object`],
  [SECONDS, 0.5, '"Field" must be a number of at least 1, not 0.5'],
  [SECONDS, Infinity, '"Field" must be a number of at least 1, not Infinity'],
  [COUNT, 2 ** 53, `"Field" ${WHOLE} 9007199254740992`],
  [COUNT, 'x'.repeat(100), `"Field" ${WHOLE} "${'x'.repeat(100)}"`],
  [COUNT, 'x'.repeat(101), `"Field" ${WHOLE} "${'x'.repeat(99)}…"`],
  [FEW, 0, '"Field" must be a whole number from 1 to 8, not 0'],
  [FEW, 9, '"Field" must be a whole number from 1 to 8, not 9'],
  [AT_MOST, 9, '"Field" must be a whole number of at most 8, not 9'],
  [ANY, '', '"Field" must be a whole number, not ""'],
  [SWITCH, '', '"Field" must be true or false, not ""'],
  [SWITCH, 'yes', '"Field" must be true or false, not "yes"'],
  [SWITCH, 1, '"Field" must be true or false, not 1'],
  [SWITCH, null, '"Field" must be true or false, not null'],
  [CHOICE, 'Stop', `"Field" cannot be "Stop". ${CHOOSE}`],
  [CHOICE, ' stop', `"Field" cannot be "stop". ${CHOOSE}`],
  [CHOICE, '', `"Field" cannot be "". ${CHOOSE}`],
  [CHOICE, 1, `"Field" cannot be 1. ${CHOOSE}`],
  [CHOICE, ['stop'], `"Field" cannot be a list. ${CHOOSE}`],
  [CHOICES, '', '"Field" cannot be "". Choose any of: fail, stop'],
  [CHOICES, null, '"Field" cannot be null. Choose any of: fail, stop'],
  [CHOICES, ['stop', 'Fail'], '"Field" cannot be "Fail". Choose any of: fail, stop'],
  [REQUIRED, [], '"Field" is empty. Choose at least one of: fail, stop'],
  [LISTED, [''], '"Field" cannot be "". Choose any of: those in the list'],
  [LISTED, [null], '"Field" cannot be null. Choose any of: those in the list'],
  [ONE_LISTED, ' ', '"Field" cannot be "". Choose one of: those in the list'],
  [ONE_LISTED, ['a'], '"Field" cannot be a list. Choose one of: those in the list'],
  [OR_NONE, 'x', '"Field" cannot be "x". Choose one of: "", all'],
  [PAIRS, null, '"Field" must be an object with values, not null'],
  [PAIRS, [], '"Field" must be an object with values, not []'],
  [PAIRS, 5, '"Field" must be an object with values, not a number'],
  [PAIRS, { values: ['a'] }, '"Field" must be an object with field, count, not a string'],
  [PAIR, { values: [{}] }, '"Field" must be an object with field, count, not a list'],
  [PAIRS, 'text', '"Field" must be an object with values, not a string'],
  [PAIRS, { value: [] }, '"Field" has no field "value". Its fields: values'],
  [PAIRS, { values: {} }, '"Field" must be an array, not {}'],
  [PAIRS, { values: [{ name: 'a' }] }, '"Field" has no field "name". Its fields: field, count'],
  [PAIRS, { values: [{ count: -1 }] }, `"Field" ${WHOLE} -1`],
])('of %j, %j is refused', (definition, given, message) => {
  expect(() => valueIn(definition, given)).toThrow(
    expect.objectContaining({ message, hint: expect.stringMatching(/Nothing was sent/) }),
  );
});

test.each([
  [undefined, 'Its expression returned nothing'],
  [null, 'Its expression returned nothing'],
  ['', 'Its expression returned nothing'],
  ['many', 'Fix the field or its expression'],
  [-1, 'Fix the field or its expression'],
])('of %j, the error says what to do', (given, hint) => {
  expect(() => valueIn(COUNT, given)).toThrow(
    expect.objectContaining({ hint: expect.stringContaining(hint) }),
  );
});

test.each([
  [null, ''],
  [undefined, ''],
  ['', ''],
  [' a ', ' a '],
  [0, '0'],
  [false, 'false'],
])('as a text, %j is %j', (given, text) => {
  expect(textIn({ displayName: 'Field' }, given)).toBe(text);
});

test.each([
  [{}, '{}'],
  [{ a: 1 }, 'an object'],
  [[], '[]'],
  [['a'], 'a list'],
])('%j is no text', (given, kind) => {
  expect(() => textIn({ displayName: 'Field' }, given)).toThrow(
    `"Field" must be text, not ${kind}`,
  );
});

test('of texts and JSON, anything is accepted', () => {
  const types = ['number', 'boolean', 'options', 'multiOptions', 'fixedCollection'] as const;
  expect(types.map((type) => isChecked(field(type)))).toEqual(types.map(() => true));
  const others = ['string', 'json', 'collection', 'resourceLocator', 'resourceMapper'] as const;
  expect(others.map((type) => isChecked(field(type)))).toEqual(others.map(() => false));
});
