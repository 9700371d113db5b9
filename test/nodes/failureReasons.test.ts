import { pollNode, type PollQuestion } from '../support/engine/poll';
import { failureOf } from '../support/failureOf';
import { sandboxForEachTest } from '../support/testSandbox';
import type { Accident } from '../../sandbox/accidents/accident';
import { JOB_IDS, PROJECT_IDS } from '../../sandbox';
import { triggerNode } from './ConfFilesTrigger/support';
import { byId } from './Projects/support';
import { projectsTrigger } from './ProjectsTrigger/support';

const errors = (code: string) => [{ message: 'No', extensions: { code } }];
const status = (status: number, more: Partial<Accident> = {}) => ({
  ...{ kind: 'status' as const, status, body: 'json' as const, ...more },
});
type Question = Omit<PollQuestion, 'staticData'>;
const UNAVAILABLE = { cause: 'temporarily-unavailable' };
const MISCONFIGURED = { cause: 'configuration-invalid' };

let hoursAgo = 0;
const sandbox = sandboxForEachTest({ clock: () => Date.now() - hoursAgo * 3_600_000 });
const projects = (parameters = {}, credential = {}) => ({
  ...projectsTrigger({ credentials: { ...sandbox.credentials, ...credential } }, parameters),
});
const files = (credential = {}) => triggerNode(sandbox, {}, credential);

/** n8n decides by the reason when it polls again: later and later, or in 30 minutes where a user has to act. */
const failureAfter = async (activated: Question, accident: Omit<Accident, 'times'>) => {
  const question = { ...activated, staticData: {} };
  await pollNode(question);
  sandbox.accidents.add({ ...accident, times: 99 });
  return await failureOfPoll(question);
};
const failureOfPoll = async (question: Question) => {
  const error = await failureOf<Error & { failure?: object }>(pollNode(question));
  return error.failure;
};

test.each<[string, Omit<Accident, 'times'>, object | undefined]>([
  [
    'too many requests',
    status(429, { retryAfter: 90 }),
    { cause: 'rate-limited', retryAfterMs: 90_000 },
  ],
  [
    'an overloaded platform',
    status(503, { retryAfter: 90 }),
    { ...UNAVAILABLE, retryAfterMs: 90_000 },
  ],
  ['a gateway that reaches nothing', status(502), UNAVAILABLE],
  ['a page of a gateway with 403', status(403, { body: 'html' }), UNAVAILABLE],
  ['a page in place of data', { kind: 'html' }, UNAVAILABLE],
  ['a session that ends again and again', status(440), UNAVAILABLE],
  ['a refusal', { kind: 'errors', errors: errors('FORBIDDEN') }, MISCONFIGURED],
  ['a project that is gone', { kind: 'errors', errors: errors('NOT_FOUND') }, MISCONFIGURED],
  ['an error of the platform', { kind: 'errors', errors: errors('INTERNAL') }, undefined],
])('Projects Trigger: %s', async (_what, accident, expected) => {
  expect(await failureAfter(projects(), { operation: 'jobs', ...accident })).toEqual(expected);
});

test('Projects Trigger: what somebody must mend stops the workflow from being published', async () => {
  const refused = projects({}, { password: 'wrong' });
  expect(await failureOfPoll(refused)).toEqual({ cause: 'credential-invalid' });
  expect(
    await failureOfPoll(projects({}, { baseUrl: 'http://no.such.host.test' })),
  ).toBeUndefined();
  expect(await failureOfPoll(projects({ projectId: byId('x') }))).toEqual(MISCONFIGURED);
});

test.each<[string, Omit<Accident, 'times'>, object | undefined]>([
  [
    'too many requests',
    status(429, { retryAfter: 90 }),
    { cause: 'rate-limited', retryAfterMs: 90_000 },
  ],
  ['a gateway that reaches nothing', status(502), UNAVAILABLE],
  ['a page of a gateway with 403', status(403, { body: 'html' }), UNAVAILABLE],
  ['a token that is refused', status(401), { cause: 'credential-invalid' }],
])('Configuration Files Trigger: %s', async (_what, accident, expected) => {
  expect(await failureAfter(files(), { operation: 'confList', ...accident })).toEqual(expected);
});

describe('a platform that is down while a workflow is published', () => {
  const down = (operation: string) =>
    sandbox.accidents.add({ ...status(502), operation, times: 4 });
  const warning = [expect.stringContaining('the first poll failed: ')];
  const runStarted = () => ({ ...projects({ events: ['runStarted'] }), staticData: {} });
  const addJob = () => sandbox.store.addJob({ projectId: PROJECT_IDS.retail, name: 'New' }).id;
  /** Starts a run at this time. It is in the queue for some seconds. */
  const startRun = (at: number) => {
    hoursAgo = at;
    const run = sandbox.store.startRun(JOB_IDS.salesExtraction);
    hoursAgo = -0.1;
    return run?.id;
  };

  test('does not stop it: runs from then on are reported', async () => {
    startRun(1);
    hoursAgo = 0;
    down('jobs');
    const first = await pollNode(runStarted());
    expect(first).toMatchObject({ items: undefined, warnings: warning });
    const id = startRun(0);
    const second = await first.again();
    expect(second.json.map((item) => item.id)).toEqual([id]);
    expect((await second.again()).items).toBeUndefined();
  });

  test('does not stop it if it was published before: runs since the last poll are reported', async () => {
    const question = runStarted();
    let now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
    await pollNode(question);
    now += 600_000;
    const ids = [JOB_IDS.salesExtraction, addJob()].map((id) => sandbox.store.startRun(id)?.id);
    now += 600_000;
    down('jobs');
    const again = await pollNode({ ...question, isActivation: true });
    expect(again).toMatchObject({ items: undefined, warnings: warning });
    const { json } = await pollNode(question);
    clock.mockRestore();
    expect(new Set(json.map((item) => item.id))).toEqual(new Set(ids));
  });

  test('does not stop it if a name has to be found', async () => {
    const projectId = { __rl: true, mode: 'name', value: 'Retail Analytics' };
    down('projects');
    const first = await pollNode(projects({ projectId }));
    expect(first).toMatchObject({ items: undefined, warnings: warning });
    expect((await first.again()).warnings).toEqual([]);
  });

  test('does not stop it if there is no time for the first poll', async () => {
    const { timeout } = AbortSignal;
    const isOver = (ms: number) => timeout.call(AbortSignal, ms > 60_000 ? 100 : ms);
    const limit = jest.spyOn(AbortSignal, 'timeout').mockImplementation(isOver);
    sandbox.accidents.add({ kind: 'hang', operation: 'jobs' });
    const first = await pollNode(runStarted());
    limit.mockRestore();
    expect(first).toMatchObject({ items: undefined, warnings: warning });
  });

  test.each([
    ['apps', 'project', () => projects({ resource: 'app', events: ['appStarted'] })],
    ['files', 'confList', () => files()],
  ])(
    'does not stop it: %s are watched from the next poll on that succeeds',
    async (_what, operation, trigger) => {
      down(operation);
      const first = await pollNode({ ...trigger(), staticData: {} });
      expect(first.warnings).toEqual(warning);
      down(operation);
      await expect(first.again()).rejects.toMatchObject({ failure: UNAVAILABLE });
      const baseline = await first.again();
      expect(baseline.items).toBeUndefined();
      if (operation !== 'confList') return;
      sandbox.confFiles.write('/new', 'a');
      const path = '/new';
      expect((await first.again()).json).toEqual([expect.objectContaining({ path })]);
    },
  );

  test('fails "Fetch Test Event"', async () => {
    down('jobs');
    expect(await failureOfPoll({ ...projects(), mode: 'manual' })).toEqual(UNAVAILABLE);
  });
});
