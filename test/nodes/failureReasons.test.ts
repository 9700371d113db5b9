import { pollNode, type PollQuestion } from '../support/engine/poll';
import { failureOf } from '../support/failureOf';
import { sandboxForEachTest } from '../support/testSandbox';
import type { Accident } from '../../sandbox/accidents/accident';
import { JOB_IDS } from '../../sandbox';
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

  test('does not stop it: runs from then on are reported', async () => {
    const jobId = JOB_IDS.salesExtraction;
    hoursAgo = 1;
    sandbox.store.startRun(jobId);
    hoursAgo = 0;
    const question = { ...projects({ events: ['runStarted'] }), staticData: {} };
    down('jobs');
    const first = await pollNode(question);
    expect(first.items).toBeUndefined();
    expect(first.warnings).toEqual([expect.stringContaining('the first poll failed: ')]);
    const { id } = sandbox.store.startRun(jobId) ?? {};
    // It is in the queue for some seconds.
    hoursAgo = -0.1;
    const second = await pollNode(question);
    expect(second.json.map((item) => item.id)).toEqual([id]);
    expect((await pollNode(question)).items).toBeUndefined();
  });

  test('does not stop it: files are watched from the next poll on', async () => {
    const question = { ...files(), staticData: {} };
    down('confList');
    expect((await pollNode(question)).warnings).toHaveLength(1);
    down('confList');
    expect(await failureOfPoll(question)).toEqual(UNAVAILABLE);
    expect((await pollNode(question)).items).toBeUndefined();
    sandbox.confFiles.write('/new', 'a');
    expect((await pollNode(question)).json).toEqual([expect.objectContaining({ path: '/new' })]);
  });

  test('does not stop it: apps are watched from the next poll on', async () => {
    const question = { ...projects({ resource: 'app', events: ['appStarted'] }), staticData: {} };
    down('project');
    expect((await pollNode(question)).warnings).toHaveLength(1);
    expect((await pollNode(question)).items).toBeUndefined();
  });
});
