import { InvalidInputError } from '../../../platform/errors/errors';
import { findIdByName } from '../../../platform/resources/namedEntity';

const JOBS = [
  { id: 'z', name: 'Sales of the year', projectName: 'Retail' },
  { id: 'a', name: 'Extract daily sales', projectName: 'Retail' },
  { id: 'b', name: 'Extract daily sales', projectName: 'Energy' },
  { id: 'c', name: 'Load', projectName: 'Retail' },
  { id: 'd', name: 'load', projectName: 'Retail' },
  { id: 'e', name: 'Weekly  Report' },
  { id: null, name: 'No ID' },
  { id: 'f', name: undefined },
];

const failure = (given: string, entities: object[] = JOBS) => {
  try {
    return findIdByName('job', entities as never, given);
  } catch (error) {
    return error as InvalidInputError;
  }
};

test.each([
  ['a', 'a'],
  ['Load', 'c'],
  ['load', 'd'],
  ['weekly report', 'e'],
  ['Energy / Extract daily sales', 'b'],
  ['retail / extract daily sales', 'a'],
])('%s is %s', (given, id) => expect(findIdByName('job', JOBS, given)).toBe(id));

test('what several have as their name is not chosen among: they are listed with their projects and IDs', () => {
  const error = failure('Extract daily sales') as InvalidInputError;
  expect(error).toBeInstanceOf(InvalidInputError);
  expect(error.message).toBe('2 jobs are named "Extract daily sales"');
  expect(error.hint).toBe(
    'Use the ID of the right one:\n' +
      '"Extract daily sales" in the project "Retail": a\n' +
      '"Extract daily sales" in the project "Energy": b',
  );
});

test('a part of a name matches nothing: similar names are offered, the closest first', () => {
  const error = failure('extract sales today') as InvalidInputError;
  expect(error.message).toBe('There is no job with the name or ID "extract sales today"');
  expect(error.hint).toMatch(/Similar names:\n"Extract daily sales" in the project "Retail": a\n/);
  expect(error.hint).toMatch(/\n"Sales of the year" in the project "Retail": z$/);
  expect((failure('nonsense') as InvalidInputError).hint).toBe(
    'List the jobs to see their names and IDs.',
  );
  expect(failure('No ID')).toBeInstanceOf(InvalidInputError);
});

test('a thousand candidates and hostile names make a message of some lines', () => {
  const many = Array.from({ length: 1000 }, (_, id) => ({ id: `id${id}`, name: 'Same' }));
  const { hint } = failure('same', many) as InvalidInputError;
  expect(hint.split('\n')).toHaveLength(22);
  expect(hint).toMatch(/and 980 more$/);
  const hostile = [
    { id: '1', name: `x\n\u202e${'y'.repeat(5000)}`, projectName: '__proto__' },
    { id: '2', name: `x\n\u202e${'y'.repeat(5000)}`, projectName: 'constructor' },
  ];
  const error = failure(hostile[0]?.name ?? '', hostile) as InvalidInputError;
  expect(error.message.length).toBeLessThan(200);
  expect(error.hint.split('\n')).toHaveLength(3);
  expect(error.hint).not.toContain('\u202e');
});
