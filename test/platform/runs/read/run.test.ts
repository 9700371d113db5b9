import fc from 'fast-check';
import { readRun } from '../../../../platform/runs/read/run';
import { timeMs } from '../../../../platform/runs/read/times';

const read = (answer: unknown) => readRun(answer, 'jobInstance');

describe('the status', () => {
  test.each([
    ['in the history', { history: { currentStatus: { status: 'FAILED', details: 'exit 1' } } }],
    ['on the run', { status: 'FAILED', statusDetails: 'exit 1' }],
    ['in an object beside it', { status: 'FAILED', statusDetails: { details: 'exit 1' } }],
    ['with an empty history', { status: 'FAILED', statusDetails: 'exit 1', history: null }],
  ])('%s', (_place, answer) => {
    expect(read({ id: 'r', ...answer })).toEqual({
      id: 'r',
      status: 'FAILED',
      succeeded: false,
      statusDetails: 'exit 1',
    });
  });

  test.each([
    { history: { currentStatus: { status: 'FAILED', details: null, reason: 'OUT_OF_MEMORY' } } },
    { status: 'FAILED', statusDetails: { status: 'FAILED', reason: 'OUT_OF_MEMORY' } },
    { statusDetails: { status: 'FAILED', reason: 'OUT_OF_MEMORY' } },
  ])('has its reason beside it: %j', (answer) => {
    const statusReason = 'OUT_OF_MEMORY';
    expect(read({ id: 'r', ...answer })).toEqual({
      id: 'r',
      status: 'FAILED',
      succeeded: false,
      statusReason,
    });
  });

  test.each([{}, { status: null }, { status: {} }, { history: 'none' }])(
    'is UNKNOWN if none is reported: %j',
    (answer) => expect(read({ id: 'r', ...answer }).status).toBe('UNKNOWN'),
  );

  test.each([
    ['SUCCEEDED', true],
    ['FAILED', false],
    ['KILLED', false],
    ['SKIPPED', false],
    ['KILLING', null],
    ['SOMETHING_NEW', null],
    ['constructor', null],
  ])('%s has succeeded: %s', (status, succeeded) => {
    expect(read({ id: 'r', status }).succeeded).toBe(succeeded);
  });
});

test.each([
  [
    { triggerType: 'MANUAL_JOB', author: 'ann' },
    { trigger: 'MANUAL_JOB', startedBy: 'ann' },
  ],
  [{ triggerType: 'CRON_JOB' }, { trigger: 'CRON_JOB' }],
  ['MANUAL', { trigger: 'MANUAL' }],
  [[], {}],
  [{ triggerType: {}, author: {} }, {}],
])('what started a run: %j', (runTrigger, expected) => {
  const { id, status, succeeded, ...others } = read({ id: 'r', status: 'QUEUED', runTrigger });
  expect(others).toEqual(expected);
  expect([id, status, succeeded]).toEqual(['r', 'QUEUED', null]);
});

describe('times', () => {
  const ms = Date.UTC(2026, 0, 2, 3, 4, 5);
  test.each([
    ['2026-01-02T03:04:05Z'],
    ['2026-01-02T03:04:05Z[UTC]'],
    [ms / 1e3],
    [ms],
    [ms * 1e3],
    [ms * 1e6],
    [String(ms)],
    [String(ms * 1e6)],
  ])('%s', (value) => expect(timeMs(value)).toBe(ms));

  test.each([[1e300], [NaN], [-Infinity], [{}], [[]], [true], ['soon'], ['']])('%p', (value) => {
    expect(timeMs(value)).toBeUndefined();
  });

  test('are reported as texts', () => {
    const run = read({ id: 'r', startTime: ms * 1e6, endTime: String(ms + 1_500) });
    expect(run).toMatchObject({ startTime: '2026-01-02T03:04:05.000Z', durationSeconds: 1.5 });
  });
});

test('the parts of a pipeline run are as flat as itself', () => {
  const current = { status: 'SKIPPED', details: 'not needed', reason: null };
  const run = readRun(
    {
      id: 'p',
      status: 'FAILED',
      jobsInstance: [{ id: 'r', history: { currentStatus: current } }, null, 'odd', {}],
      conditionsInstance: [
        {
          conditionNodeId: 'c',
          isSuccess: null,
          history: { currentStatus: current },
          endTime: 5e9,
        },
        { conditionNodeId: 'd', isSuccess: true, history: null },
        null,
      ],
      nodeStatuses: [{ nodeId: 'n', status: 'SKIPPED' }],
    },
    'pipelineInstance',
  );
  const flat = { status: 'SKIPPED', statusDetails: 'not needed' };
  expect(run.jobsInstance).toEqual([{ id: 'r', succeeded: false, ...flat }]);
  expect(run.conditionsInstance).toEqual([
    { conditionNodeId: 'c', isSuccess: null, ...flat, endTime: '2128-06-11T08:53:20.000Z' },
    { conditionNodeId: 'd', isSuccess: true },
  ]);
  expect(run.nodeStatuses).toEqual([{ nodeId: 'n', status: 'SKIPPED' }]);
});

test('whatever a response holds, a run is read or the failure is reported in words', () => {
  const field = fc.oneof(
    fc.anything(),
    fc.constantFrom(null, 1e300, {}, [], 'x', [null], { status: {} }),
  );
  const names = [
    'number',
    'status',
    'statusDetails',
    'history',
    'startTime',
    'endTime',
    'runTrigger',
    'stopTrigger',
    'jobsInstance',
    'conditionsInstance',
  ];
  const answers = fc.record(Object.fromEntries(names.map((name) => [name, field])), {
    requiredKeys: [],
  });
  fc.assert(
    fc.property(answers, (answer) => {
      const run = readRun({ ...answer, id: 'r' }, 'jobInstance');
      expect(typeof run.status).toBe('string');
      const texts = [run.status, run.statusDetails, run.trigger, run.startedBy, run.startTime];
      expect(texts.join()).not.toMatch(/\[object|Invalid/);
      expect(run.number === undefined || Number.isInteger(run.number)).toBe(true);
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 500) },
  );
});

test.each([[null], [[]], ['run'], [{}], [{ id: {} }]])('%j is no run', (answer) => {
  const message = /^The platform returned "jobInstance" (without a run|with a run that has no ID)/;
  expect(() => read(answer)).toThrow(message);
});
