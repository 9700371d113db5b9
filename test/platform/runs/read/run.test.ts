import { readRun } from '../../../../platform/runs/read/run';
import { parseTimeMs } from '../../../../platform/runs/read/times';

const read = (answer: unknown) => readRun(answer, 'jobInstance');

const EXIT = { status: 'FAILED', statusDetails: 'exit 1', succeeded: false };
const MEMORY = { status: 'FAILED', statusReason: 'OUT_OF_MEMORY', succeeded: false };
const UNKNOWN = { status: 'UNKNOWN', succeeded: null };
const reason = 'OUT_OF_MEMORY';
const currently = (more: object) => ({ history: { currentStatus: { status: 'FAILED', ...more } } });

test.each<[answer: object, run: object]>([
  [currently({ details: 'exit 1' }), EXIT],
  [{ status: 'FAILED', statusDetails: 'exit 1', history: null }, EXIT],
  [{ status: 'FAILED', statusDetails: { details: 'exit 1' } }, EXIT],
  [currently({ reason }), MEMORY],
  [{ status: 'FAILED', statusDetails: { reason } }, MEMORY],
  [{ statusDetails: { status: 'FAILED', reason } }, MEMORY],
  [{ status: null }, UNKNOWN],
  [{ status: {}, history: 'none', runTrigger: [], number: 1.5, stopTrigger: 'x' }, UNKNOWN],
  [
    { status: [null], statusDetails: {}, history: [], startTime: {}, endTime: [] },
    { ...UNKNOWN, startTime: null, endTime: null, durationSeconds: null },
  ],
  [{ jobsInstance: 'x', conditionsInstance: {}, stopTrigger: [null] }, UNKNOWN],
  [{ status: 'SUCCEEDED' }, { status: 'SUCCEEDED', succeeded: true }],
  [{ status: 'KILLED' }, { status: 'KILLED', succeeded: false }],
  [{ status: 'SKIPPED' }, { status: 'SKIPPED', succeeded: false }],
  [{ status: 'KILLING' }, { status: 'KILLING', succeeded: null }],
  [{ status: 'constructor' }, { status: 'constructor', succeeded: null }],
  [
    { runTrigger: { triggerType: 'MANUAL_JOB', author: 'ann' } },
    { ...UNKNOWN, trigger: 'MANUAL_JOB', startedBy: 'ann' },
  ],
  [{ runTrigger: 'MANUAL' }, { ...UNKNOWN, trigger: 'MANUAL' }],
  [{ runTrigger: { triggerType: {}, author: {} } }, UNKNOWN],
])('%j is the run %j', (answer, run) => {
  expect(read({ id: 'r', ...answer })).toEqual({ id: 'r', ...run });
});

describe('times', () => {
  const ms = Date.UTC(2026, 0, 2, 3, 4, 5);
  test.each([
    ['2026-01-02T03:04:05Z'],
    ['2026-01-02T03:04:05Z[UTC]'],
    ['2026-01-02T03:04:05.000321Z[UTC]'],
    ['2026-01-02T04:04:05+01:00[Europe/Paris]'],
    ['2026-01-02T03:04:05.000'],
    ['2026-01-02 03:04:05'],
    ...[ms / 1e3, ms, ms * 1e3, ms * 1e6, String(ms), String(ms * 1e6)].map((value) => [value]),
  ])('%s', (value) => expect(parseTimeMs(value)).toBe(ms));

  test.each([[1e300], [NaN], [-Infinity], [{}], [[]], [true], ['soon'], ['']])('%p', (value) => {
    expect(parseTimeMs(value)).toBeUndefined();
  });

  test('are reported as texts', () => {
    const run = read({ id: 'r', startTime: ms * 1e6, endTime: String(ms + 1_500) });
    expect(run).toMatchObject({ startTime: '2026-01-02T03:04:05.000Z', durationSeconds: 1.5 });
    const endTime = '2026-01-02T03:04:05.381215Z';
    expect(read({ id: 'r', endTime: `${endTime}[UTC]` })).toMatchObject({ endTime });
  });
});

test('the parts of a pipeline run are as flat as itself', () => {
  const history = { currentStatus: { status: 'SKIPPED', details: 'not needed', reason: null } };
  const run = readRun(
    {
      id: 'p',
      status: 'FAILED',
      jobsInstance: [{ id: 'r', history }, null, 'odd', {}],
      conditionsInstance: [
        { conditionNodeId: 'c', isSuccess: null, history, endTime: 5e9 },
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

test.each([[null], [[]], ['run'], [{}], [{ id: {} }]])('%j is no run', (answer) => {
  const message = /^The platform returned "jobInstance" (without a run|with a run that has no ID)/;
  expect(() => read(answer)).toThrow(message);
});
