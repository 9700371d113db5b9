import { existsSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { runOnePollAtATime, runWithinPollTime } from '../../nodes/shared/polling/polling';
import { CancelledError, PlatformError } from '../../platform/common/errors/errors';
import { JOB_IDS, PROJECT_IDS } from '../../sandbox';
import type { Fault } from '../../sandbox/faults/fault';
import { pollNode, type PollOptions } from '../support/engine/poll';
import { failureOf } from '../support/failureOf';
import { retryAtOnce } from '../support/retryAtOnce';
import { buildTestNode } from '../support/buildTestNode';
import { sandboxForEachTest } from '../support/testSandbox';
import { triggerNode } from './ConfFilesTrigger/support';
import { byId } from './Projects/support';
import { projectsTrigger } from './ProjectsTrigger/support';

describe('polls that fail', () => {
  retryAtOnce();

  /** n8n's own rules for the next poll. They are there if n8n is installed, which `npm start` does. */
  const POLICY = path.resolve(
    __dirname,
    '../../start/n8n/node_modules/n8n/dist/workflows/triggers/poll-backoff-policy.js',
  );
  interface Policy {
    pollFailureFromError(error: Error, now: Date): object;
    computeBackoffDelayMs(failure: object): number;
  }
  const policy = existsSync(POLICY) ? (jest.requireActual(POLICY) as Policy) : undefined;

  function nextPolls(error: Error): number[] {
    const failure = policy?.pollFailureFromError(error, new Date());
    return [1, 3, 6].map((consecutiveErrors) =>
      Math.round((policy?.computeBackoffDelayMs({ ...failure, consecutiveErrors }) ?? 0) / 1000),
    );
  }

  let hoursAgo = 0;
  const sandbox = sandboxForEachTest({ clock: () => Date.now() - hoursAgo * 3_600_000 });
  const projects = (parameters = {}, credential = {}) => ({
    ...projectsTrigger({ credentials: { ...sandbox.credentials, ...credential } }, parameters),
  });
  const files = (credential = {}) => triggerNode(sandbox, {}, credential);
  const TRIGGERS = {
    jobs: (credential?: object) => projects({}, credential),
    confList: (credential?: object) => files(credential),
  };
  type Trigger = keyof typeof TRIGGERS;

  interface Trouble {
    fault?: Omit<Fault, 'times' | 'operation'>;
    credential?: object;
    budgetMs?: number;
  }

  const status = (code: number, more: Partial<Fault> = {}): Trouble => ({
    fault: { kind: 'status', status: code, body: 'json', ...more },
  });
  const errors = (code: string): Trouble => ({
    fault: { kind: 'errors', errors: [{ message: 'No', extensions: { code } }] },
  });
  const both = (trouble: Trouble) => ({ jobs: trouble, confList: trouble });
  const NO_HOST = 'http://no.such.host.test';

  const UNAVAILABLE = { cause: 'temporarily-unavailable' };
  const MISCONFIGURED = { cause: 'configuration-invalid' };
  const LATER_AND_LATER = [5, 20, 160];
  const AS_TOLD = [90, 90, 160];
  const RARELY = [1800, 1800, 1800];

  const failures = (
    reason: object | undefined,
    polls: number[],
    troubles: Record<string, Record<Trigger, Trouble>>,
  ) => Object.entries(troubles).map(([what, trouble]) => ({ what, trouble, reason, polls }));

  const FAILURES = [
    ...failures({ cause: 'rate-limited', retryAfterMs: 90_000 }, AS_TOLD, {
      'too many requests': both(status(429, { retryAfter: 90 })),
    }),
    ...failures({ ...UNAVAILABLE, retryAfterMs: 90_000 }, AS_TOLD, {
      'an overloaded platform': both(status(503, { retryAfter: 90 })),
    }),
    ...failures(UNAVAILABLE, LATER_AND_LATER, {
      'a gateway that reaches nothing': both(status(502)),
      'a page of a gateway with 403': both(status(403, { body: 'html' })),
      'a page in place of data': both({ fault: { kind: 'html' } }),
      'a connection that breaks': both({ fault: { kind: 'resetBefore' } }),
      'no response in the time of a poll': both({ fault: { kind: 'hang' }, budgetMs: 1_500 }),
    }),
    // It is not known whether these pass.
    ...failures(undefined, LATER_AND_LATER, {
      'a host that is not found': {
        jobs: { credential: { baseUrl: NO_HOST } },
        confList: { credential: { localAddress: NO_HOST } },
      },
      'an error of the platform itself': {
        jobs: errors('INTERNAL'),
        confList: { fault: { kind: 'badJson' } },
      },
    }),
    ...failures({ cause: 'credential-invalid' }, RARELY, {
      'a login or token that is refused': {
        jobs: { credential: { password: 'wrong' } },
        confList: status(401),
      },
    }),
    ...failures(MISCONFIGURED, RARELY, {
      'a right that is missing': { jobs: errors('FORBIDDEN'), confList: status(403) },
      'what is watched is gone': { jobs: errors('NOT_FOUND'), confList: status(404) },
    }),
  ];

  type Question = Omit<PollOptions, 'staticData'>;
  const failedPoll = (question: Question) =>
    failureOf<Error & { failure?: object }>(pollNode(question));

  describe.each(Object.keys(TRIGGERS) as Trigger[])('a poll of %s', (trigger) => {
    test.each(FAILURES)('$what', async ({ trouble, reason, polls }) => {
      const { fault, credential, budgetMs } = trouble[trigger];
      const question = { ...TRIGGERS[trigger](credential), staticData: {}, budgetMs };
      if (fault) {
        await pollNode(question);
        sandbox.faults.add({ ...fault, operation: trigger, times: 99 });
      }
      const error = await failedPoll(question);
      expect(error.failure).toEqual(reason);
      if (policy) expect(nextPolls(error)).toEqual(polls);
    });
  });

  test('a project that was never there stops a workflow from being published', async () => {
    const { failure } = await failedPoll(projects({ projectId: byId('x') }));
    expect(failure).toEqual(MISCONFIGURED);
  });

  describe('a platform that is down while a workflow is published', () => {
    const down = (operation: string) =>
      sandbox.faults.add({ kind: 'status', status: 502, operation, times: 4 });
    const warning = [expect.stringContaining('the first poll failed: ')];
    const runStarted = () => ({ ...projects({ events: ['runStarted'] }), staticData: {} });
    const addJob = () => sandbox.store.addJob({ projectId: PROJECT_IDS.retail, name: 'New' }).id;
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
      expect(second.json.map((item) => item.runId)).toEqual([id]);
      expect((await second.again()).items).toBeUndefined();
      // Later polls fail, so that n8n shows it and waits longer.
      down('jobs');
      await expect(second.again()).rejects.toMatchObject({ failure: UNAVAILABLE });
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
      expect(new Set(json.map((item) => item.runId))).toEqual(new Set(ids));
    });

    test('does not stop it if there is no time for the first poll', async () => {
      const { timeout } = AbortSignal;
      const isOver = (ms: number) => timeout.call(AbortSignal, ms > 60_000 ? 100 : ms);
      const limit = jest.spyOn(AbortSignal, 'timeout').mockImplementation(isOver);
      sandbox.faults.add({ kind: 'hang', operation: 'jobs' });
      const first = await pollNode(runStarted());
      limit.mockRestore();
      expect(first).toMatchObject({ items: undefined, warnings: warning });
    });

    // Nothing says what happened until the next poll, and n8n's scheduler saves no state of a poll without events.
    test.each([
      ['apps', 'project', () => projects({ resource: 'app', events: ['appStarted'] })],
      ['files', 'confList', () => files()],
      [
        'a project by its name',
        'projects',
        () => projects({ projectId: { __rl: true, mode: 'name', value: 'Retail Analytics' } }),
      ],
    ])('stops it for %s, which have no saved state yet', async (_what, operation, trigger) => {
      down(operation);
      const { failure } = await failedPoll(trigger());
      expect(failure).toEqual(UNAVAILABLE);
    });

    test.each([
      ['apps', 'project', () => projects({ resource: 'app', events: ['appStarted'] })],
      ['files', 'confList', () => files()],
    ])('does not stop it for %s with a saved state', async (_what, operation, trigger) => {
      const question = { ...trigger(), staticData: {} };
      await pollNode(question);
      down(operation);
      const again = await pollNode({ ...question, isActivation: true });
      expect(again).toMatchObject({ items: undefined, warnings: warning });
      if (operation !== 'confList') return;
      sandbox.confFiles.write('/new', 'a');
      const path = '/new';
      expect((await again.again()).json).toEqual([expect.objectContaining({ path })]);
    });

    test('fails "Fetch Test Event"', async () => {
      down('jobs');
      const { failure } = await failedPoll({ ...projects(), mode: 'manual' });
      expect(failure).toEqual(UNAVAILABLE);
    });
  });
});

describe('the state that n8n keeps', () => {
  /** With n8n's scheduler, the state of a trigger is in n8n's database: what a poll leaves counts where n8n takes its result. */

  let now = Date.now();
  beforeEach(() => void jest.spyOn(Date, 'now').mockImplementation(() => now));
  afterEach(() => void jest.restoreAllMocks());
  const sandbox = sandboxForEachTest({ seedRuns: false, clock: () => now });

  interface Trigger {
    node: () => Parameters<typeof pollNode>[0];
    happen: (name: string) => string | undefined;
    identity: string;
  }

  const TRIGGERS: Record<string, Trigger> = {
    'Projects Trigger': {
      node: () => projectsTrigger(sandbox, { events: ['runStarted'] }),
      happen(name) {
        const job = sandbox.store.addJob({ projectId: PROJECT_IDS.retail, name });
        return sandbox.store.startRun(job.id)?.id;
      },
      identity: 'runId',
    },
    'Conf Files Trigger': {
      node: () => triggerNode(sandbox, { events: ['fileCreated'] }),
      happen(name) {
        sandbox.confFiles.write(`/${name}`, name);
        return `/${name}`;
      },
      identity: 'path',
    },
  };

  describe.each(Object.entries(TRIGGERS))('%s', (_name, { node, happen, identity }) => {
    const poll = async (staticData: IDataObject, credentials = node().credentials) => {
      now += 60_000;
      const { json } = await pollNode({
        ...node(),
        credentials,
        staticData,
        hasDurableCursor: true,
      });
      return json.map((item) => item[identity]);
    };
    const passwordless = () => {
      const [[type = '', data] = []] = Object.entries(node().credentials);
      return { [type]: { ...data, password: 'wrong', localAddress: 'http://127.0.0.1:1' } };
    };

    test('reports each event once, from the state that n8n keeps', async () => {
      const state: IDataObject = {};
      expect(await poll(state)).toEqual([]);
      const first = happen('first');
      expect(await poll(state)).toEqual([first]);
      expect(await poll(state)).toEqual([]);
      const second = happen('second');
      expect(await poll(JSON.parse(JSON.stringify(state)) as IDataObject)).toEqual([second]);
    });

    test('reports again what n8n did not take', async () => {
      const state: IDataObject = {};
      await poll(state);
      const event = happen('first');
      expect(await poll(structuredClone(state))).toEqual([event]);
      expect(await poll(state)).toEqual([event]);
    });

    test('leaves the state where a poll fails', async () => {
      const state: IDataObject = {};
      await poll(state);
      const before = structuredClone(state);
      const event = happen('first');
      await expect(poll(state, passwordless())).rejects.toThrow();
      expect(state).toEqual(before);
      expect(await poll(state)).toEqual([event]);
    });

    test('reports an event once if two polls run at the same time', async () => {
      const state: IDataObject = {};
      await poll(state);
      const event = happen('first');
      const polls = [poll(structuredClone(state)), poll(structuredClone(state))];
      expect((await Promise.all(polls)).flat()).toEqual([event]);
    });

    test('takes over the state that n8n kept before', async () => {
      const state: IDataObject = {};
      now += 60_000;
      await pollNode({ ...node(), staticData: state });
      const event = happen('first');
      expect(await poll(state)).toEqual([event]);
    });
  });
});

const node = buildTestNode();
const pollOf = (workflow = 'w', id = 'n', getPollBudgetMs?: () => number | undefined) =>
  ({
    getWorkflow: () => ({ id: workflow }),
    getNode: () => ({ ...node, id }),
    getPollBudgetMs,
  }) as unknown as IPollFunctions;

test.each([
  ['the same node', 'w', 'n', 'jobs', null],
  ['another workflow', 'v', 'n', 'jobs', 'second'],
  ['another node', 'w', 'm', 'jobs', 'second'],
  ['a node that was changed', 'w', 'n', 'pipelines', 'second'],
])('while one poll is under way, one of %s', async (_what, workflow, id, watched, second) => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const first = runOnePollAtATime(pollOf(), 'jobs', async () => {
    await ended;
    throw new Error('no');
  });
  const beside = runOnePollAtATime(pollOf(workflow, id), watched, async () => 'second');
  expect(await beside).toBe(second);
  end();
  await expect(first).rejects.toThrow('no');
  expect(await runOnePollAtATime(pollOf(), 'jobs', async () => 'next')).toBe('next');
});

describe('the time of a poll', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const FIVE_MINUTES_MS = 300_000;

  test.each([
    ['of an n8n that does not say', undefined, FIVE_MINUTES_MS],
    ['of none', () => 0, FIVE_MINUTES_MS],
    ['of more than a timer can wait', () => 2 ** 31, FIVE_MINUTES_MS],
    ['of a second', () => 1_000, 1_000],
    ['of the most that a timer can wait', () => 2 ** 31 - 1, 2 ** 31 - 1],
  ])('%s may be used to four fifths', async (_what, budget, budgetMs) => {
    const timeout = jest.spyOn(AbortSignal, 'timeout');
    await runWithinPollTime(pollOf('w', 'n', budget), '', async ({ until }) => {
      await Promise.resolve([until(1), until(0.5)]);
      jest.advanceTimersByTime(budgetMs);
      // A signal that is requested too late fires at once.
      until(0.5);
    });
    const limits = [budgetMs * 0.8, budgetMs * 0.4].map(Math.round);
    expect(timeout.mock.calls.flat()).toEqual([...limits, 0]);
    timeout.mockRestore();
  });

  test.each([
    [
      new CancelledError(),
      'The poll takes too long: n8n’s limit is 1.5 seconds',
      'The next poll continues from the last saved state. Choose less.',
    ],
    [new PlatformError('no', { hint: 'Look.' }), 'no', 'Look.'],
  ])('is blamed for nothing but its own end: %p', async (failure, message, description) => {
    const poll = runWithinPollTime(
      pollOf('w', 'n', () => 1_540),
      'Choose less.',
      async ({ until }) => {
        until(1);
        throw failure;
      },
    );
    await expect(poll).rejects.toMatchObject({ message, description });
    expect(jest.getTimerCount()).toBe(0);
  });
});
