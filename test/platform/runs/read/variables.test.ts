import { JOB_RUNS, PIPELINE_RUNS } from '../../../../platform/runs/kinds';
import { toRunVariables } from '../../../../platform/runs/read/variables';

const plain = (key: unknown, value: unknown) => ({ key, value, isPassword: false });
const secret = (key: unknown, value: unknown) => ({ key, value, isPassword: true });
const sets = (...executionVariablesOutput: unknown[]) => ({ executionVariablesOutput });
const run = (fields: object) => ({ id: 'r', status: 'SUCCEEDED', ...fields });
const ofJob = (fields: object) => toRunVariables(JOB_RUNS, run(fields));
const ofPipeline = (jobsInstance: object[], more = {}) =>
  toRunVariables(PIPELINE_RUNS, run({ jobsInstance: jobsInstance.map(run), ...more }));

describe('what a run has set', () => {
  test.each([
    // Of a name that stands there twice, the last value counts.
    [[plain('A', '1'), plain('B', ''), plain('A', '2')], { A: '2', B: '' }],
    [{}, {}],
    [[null, 'text', 7, [], { value: 'nameless' }], {}],
    [
      [plain('N', 7), plain('F', false), plain('O', {}), plain(7, 7)],
      { N: '7', F: 'false', O: null },
    ],
  ])('is what can be read of %j, by name', (executionVariablesOutput, variables) => {
    // The platform returned no input at all.
    const expected = { variables, inputVariables: null, leftOut: 0 };
    expect(ofJob({ executionVariablesOutput })).toEqual(expected);
  });

  test('has any name but the one that would be no field', () => {
    const names = ['constructor', 'toString', '', ' ', 'a.b', '\u202e', '__proto__'];
    const { variables, leftOut } = ofJob(sets(...names.map((name) => plain(name, name))));
    expect(Object.keys(variables)).toEqual(names.slice(0, -1));
    expect(leftOut).toBe(1);
    expect(Object.getPrototypeOf(variables)).toBe(Object.prototype);
  });
});

describe('a password', () => {
  const SECRET = 'hunter2-hunter2';
  const open = plain('P', SECRET);

  test.each([
    ['marked', sets(secret('P', SECRET))],
    ['not known to be none', sets({ key: 'P', value: SECRET })],
    ['marked at one of two places', sets(open, secret('P', SECRET), open)],
    [
      'marked where it came from',
      { ...sets(open), executionGlobalVariablesInput: [secret('P', null)] },
    ],
  ])('has no value: %s', (_which, fields) => {
    const read = ofJob(fields);
    expect(read.variables).toEqual({ P: null });
    expect(JSON.stringify(read)).not.toContain(SECRET);
  });

  test('in one job of a pipeline has no value in the others', () => {
    const { variables } = ofPipeline([
      { jobAlias: 'first', ...sets(secret('P', null)) },
      { jobAlias: 'second', ...sets(open) },
    ]);
    expect(variables).toEqual({ first: { P: null }, second: { P: null } });
  });
});

test('what a run was given is that of the job directly before, else of another, else of the environment', () => {
  const given = (isDirectParent: boolean, ...executionVariables: object[]) => ({
    isDirectParent,
    executionVariables,
    isGlobalVariables: false,
  });
  const { inputVariables } = ofJob({
    executionGlobalVariablesInput: [plain('A', 'env'), plain('B', 'env'), plain('C', 'env')],
    executionVariablesInput: [
      given(true, plain('A', 'direct')),
      given(false, plain('A', 'far'), plain('B', 'far')),
      { isGlobalVariables: true, executionVariables: [plain('B', 'all'), plain('D', 'all')] },
      null,
    ],
  });
  expect(inputVariables).toEqual({ A: 'direct', B: 'far', C: 'env', D: 'all' });
});

describe("a pipeline's run", () => {
  test('has them by the alias of the job, or its ID', () => {
    const jobs = [{ jobId: 'a', jobAlias: 'first' }, { jobId: 'b' }];
    const { variables } = ofPipeline(jobs.map((job, n) => ({ ...job, ...sets(plain('N', n)) })));
    expect(variables).toEqual({ first: { N: '0' }, b: { N: '1' } });
  });

  test('has those of a job that stands in it twice together, and none whose name would be no field', () => {
    const { variables, leftOut } = ofPipeline([
      { jobAlias: 'constructor', ...sets(plain('A', '1'), plain('B', '1')) },
      { jobAlias: '__proto__', ...sets(plain('A', '1'), plain('B', '1')) },
      { jobAlias: 'constructor', ...sets(plain('A', '2')) },
    ]);
    expect(Object.entries(variables)).toEqual([['constructor', { A: '2', B: '1' }]]);
    expect(leftOut).toBe(2);
    expect(({} as Record<string, unknown>).A).toBeUndefined();
  });
});

describe('too much', () => {
  test('more than 1,000 variables of a run are left out, those it was given first', () => {
    const many = Array.from({ length: 700 }, (_, n) => plain(`V${n}`, ''));
    const read = ofJob({ ...sets(...many), executionGlobalVariablesInput: many });
    expect(Object.keys(read.variables)).toHaveLength(700);
    expect(Object.keys(read.inputVariables ?? {})).toHaveLength(300);
    expect(read.leftOut).toBe(400);
  });

  test('a value that is too long is left out as a whole, and what fits stays', () => {
    const long = 'x'.repeat(60_000);
    const read = ofJob(sets(plain('SHORT', long), plain('LONG', long), plain('END', 'x')));
    expect(Object.keys(read.variables)).toEqual(['SHORT', 'END']);
    expect(read.leftOut).toBe(1);
  });
});
