import { searchPage } from '../../../../nodes/shared/locators/listSearch';
import { isLocatorLeftEmpty } from '../../../../nodes/shared/locators/locators';
import { readRunNumber } from '../../../../nodes/shared/locators/resolve';
import { isLeftEmpty } from '../../../../nodes/shared/parameters/itemIdentity';

test.each([
  ['WEATHER im', ['a1']],
  ['weather nightly', ['a1']],
  [' B2 ', ['B2']],
  ['b2', []],
  ['report', ['c3', 'd4']],
])(
  'entries are found by all words of a text, or by their ID, that of exactly this name first: %j',
  (filter, values) => {
    const entries = [
      { name: 'Import Weather', value: 'a1', description: 'nightly' },
      { name: 'Export weather', value: 'B2' },
      { name: 'A report', value: 'd4' },
      { name: 'Report · Query', value: 'c3' },
    ];
    expect(searchPage(entries, filter).results.map(({ value }) => value)).toEqual(values);
  },
);

test.each([
  ['', true],
  [undefined, true],
  [{ mode: 'list', value: '' }, true],
  [{ mode: 'list' }, false],
  ['={{ $json.none }}', false],
  [null, false],
  [0, false],
])('%j is left empty: %s', (written, expected) => {
  expect(isLeftEmpty(written)).toBe(expected);
});

test.each([true, false])(
  'if a model writes (%s), the result of its expression counts',
  (isTool) => {
    const call = {
      execution: { isToolExecution: () => isTool, getNode: () => ({ type: 't' }) },
      parameters: { value: () => '', written: () => '={{ $fromAI("projectId") }}' },
    };
    expect(isLocatorLeftEmpty(call as never, 'projectId')).toBe(isTool);
  },
);

test.each([
  ['17', { number: 17, parent: undefined }],
  ['Job run #17', { number: 17, parent: undefined }],
  ['run 17 of job Import weather', { number: 17, parent: 'Import weather' }],
  ['run 17 of the pipeline "Nightly"', { number: 17, parent: 'Nightly' }],
  ['999999999', { number: 999_999_999, parent: undefined }],
  ['1000000000', undefined],
  ['6f1d2c3b-0000-4000-8000-000000000000', undefined],
  ['run', undefined],
])('the number of a run in %j', (given, read) => {
  expect(readRunNumber(given)).toEqual(read);
});
