import type { InvalidInputError } from '../../../platform/common/errors/errors';
import { findIdByName } from '../../../platform/resources/namedEntity';
import { failureOf } from '../../support/failureOf';

const JOBS = [
  { id: 'z', name: 'Sales of the year', projectName: 'Retail' },
  { id: 'a', name: 'Extract daily sales', projectName: 'Retail' },
  { id: 'b', name: 'Extract daily sales', projectName: 'Energy' },
  { id: 'c', name: 'Load', projectName: 'Retail' },
  { id: 'd', name: 'load', projectName: 'Retail' },
  { id: 'e', name: 'Weekly  Report' },
  { id: null, name: 'Unidentified' },
  { id: 'f', name: undefined },
];

const failure = async (given: string, entities: object[] = JOBS) =>
  await failureOf<InvalidInputError>(() => findIdByName('job', entities as never, given));

test.each([
  ['a', 'a'],
  ['Load', 'c'],
  ['load', 'd'],
  ['weekly report', 'e'],
  ['Energy / Extract daily sales', 'b'],
  ['retail / extract daily sales', 'a'],
])('%s is %s', (given, id) => expect(findIdByName('job', JOBS, given)).toBe(id));

const IN_RETAIL = '"Extract daily sales" in the project "Retail": a';
const IN_ENERGY = '"Extract daily sales" in the project "Energy": b';
const SALES_OF_YEAR = '"Sales of the year" in the project "Retail": z';
const NONE = 'There is no job with the name or ID';
const LIST_THEM = 'List the jobs to see their names and IDs.';

test.each([
  ['Extract daily sales', '2 jobs are named', `right one:\n${IN_RETAIL}\n${IN_ENERGY}`],
  // The closest first.
  ['extract sales today', NONE, `Similar names:\n${IN_RETAIL}\n${IN_ENERGY}\n${SALES_OF_YEAR}`],
  [
    'Lod',
    NONE,
    `Similar names:\n"Load" in the project "Retail": c\n"load" in the project "Retail": d`,
  ],
  ['nonsense', NONE, LIST_THEM],
  ['Unidentified', NONE, LIST_THEM],
])('%s is not chosen among what it may be: %s that name', async (given, message, hint) => {
  expect(await failure(given)).toMatchObject({
    message: `${message} "${given}"`,
    hint: expect.stringMatching(new RegExp(`${hint}$`)),
  });
});

test('a thousand candidates and hostile names make a message of some lines', async () => {
  const many = Array.from({ length: 1000 }, (_, id) => ({ id: `id${id}`, name: 'Same' }));
  const { hint } = await failure('same', many);
  expect(hint.split('\n')).toHaveLength(22);
  expect(hint).toMatch(/and 980 more$/);
  const name = `x\n\u202e${'y'.repeat(5000)}`;
  const hostile = ['__proto__', 'constructor'].map((projectName) => ({
    id: '1',
    name,
    projectName,
  }));
  const error = await failure(name, hostile);
  expect(error.message.length).toBeLessThan(200);
  expect(error.hint.split('\n')).toHaveLength(3);
  expect(error.hint).not.toContain('\u202e');
});

test('a similar name of more than 100 characters is found, and its cut is marked', async () => {
  const { hint } = await failure(`z${'y'.repeat(97)}`, [{ id: 'long', name: 'y'.repeat(102) }]);
  expect(hint).toMatch(/\n"y{99}…": long$/);
});
