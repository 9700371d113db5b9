import { introspectionFromSchema } from 'graphql';
import type { IDataObject } from 'n8n-workflow';
import { pollNode, type PollOptions } from '../support/engine/poll';
import { runNode } from '../support/engine/runWorkflow';
import { JOB_RUNS } from '../../platform/runs/kinds';
import { RunWaiter } from '../../platform/runs/wait/runWaiter';
import { PROJECT_IDS } from '../../sandbox';
import { readRowsBelow } from '../support/markdownTable';
import { startRawPlatform } from '../support/rawPlatform';
import { sendJson } from '../support/rawServer';
import { TestClock } from '../support/testClock';
import { sandboxForEachTest } from '../support/testSandbox';
import { triggerNode } from './ConfFilesTrigger/support';
import { byId } from './Projects/support';
import { chosenJobs, projectsTrigger } from './ProjectsTrigger/support';
import { jobInstance } from '../support/jobInstances';
import { RECENT } from '../support/generationSchemas';
import { uuid } from '../support/ids';
import { readText } from '../support/repository';

const page = readText('docs/scale.md');

const sandbox = sandboxForEachTest({ seedRuns: false });

const jobsTrigger = (parameters: object) =>
  projectsTrigger(sandbox, { events: ['runFailed'], ...parameters });

const addJobs = (amount: number, projectId: string = PROJECT_IDS.retail) =>
  Array.from(
    { length: amount },
    (_, n) => sandbox.store.addJob({ projectId, name: `Job ${n}` }).id,
  );

const WATCHED: Record<string, () => PollOptions> = {
  'One project with 1,000 jobs and pipelines': () => {
    addJobs(1_000);
    return jobsTrigger({ ids: [] });
  },
  '250 chosen jobs of one project': () => jobsTrigger(chosenJobs(...addJobs(250))),
  'All jobs of all projects': () => {
    for (let n = sandbox.store.projects().length; n < 250; n++) {
      addJobs(2, sandbox.store.addProject({ name: `Project ${n}` }).id);
    }
    return jobsTrigger({ projectId: byId('') });
  },
  'The same, with all pipelines': () => {
    WATCHED['All jobs of all projects']?.();
    return jobsTrigger({ projectId: byId(''), ids: [] });
  },
  'Deadlines of one project with 1,000 jobs and pipelines': () => {
    addJobs(1_000);
    return jobsTrigger({ ids: [], events: ['scheduleMissed', 'notSucceededInTime'] });
  },
  'A folder with 20 subfolders': () => triggerNode(sandbox, { path: '/watched' }),
  'The same folder with 20 files, if the list has no sizes or no times': () => {
    sandbox.confFiles.listingFormat = 'names';
    return triggerNode(sandbox, { path: '/watched' });
  },
};

test('docs/scale.md has a row for each trigger that is counted here', () => {
  expect(readRowsBelow(page, 'Requests of triggers').map(([watched]) => watched)).toEqual(
    Object.keys(WATCHED),
  );
});

test.each(readRowsBelow(page, 'Requests of triggers'))(
  '%s: %s requests per poll',
  async (watched, _formula, perPoll) => {
    for (let n = 0; n < 20; n++) sandbox.confFiles.write(`/watched/${n}/file.txt`, 'text');
    const trigger = WATCHED[watched ?? '']?.();
    if (!trigger) throw new Error(`Nothing here counts "${watched}"`);
    let staticData: IDataObject = {};
    ({ staticData } = await pollNode({ ...trigger, staticData }));
    ({ staticData } = await pollNode({ ...trigger, staticData }));
    sandbox.stats.reset();
    const { items } = await pollNode({ ...trigger, staticData });
    expect(items).toBeUndefined();
    // Such as `1` or `250 projects: 4`.
    expect(perPoll?.split(': ').at(-1)).toBe(String(sandbox.stats.requests));
    // n8n saves the state whenever an event starts the workflow.
    const most = watched?.startsWith('Deadlines') ? 350_000 : 60_000;
    expect(JSON.stringify(staticData).length).toBeLessThan(most);
  },
);

describe('waits', () => {
  const MINUTES = 3;
  let clock: TestClock;
  beforeEach(() => void (clock = new TestClock()));
  afterEach(() => clock.restore());

  test.each(readRowsBelow(page, 'Requests of waits'))(
    '%s runs at %s s in %s executions: %s requests per minute',
    async (runs, interval, executions, perMinute) => {
      let looks = 0;
      const { connect } = await startRawPlatform(({ query }, response) => {
        if (query.includes('__schema')) {
          return sendJson(response, { data: introspectionFromSchema(RECENT) });
        }
        looks++;
        const ids = [...query.matchAll(/jobInstance\(id: ?"([^"]+)/g)];
        const data = ids.map(([, id], n) => [
          ids.length > 1 ? `item${n}` : 'jobInstance',
          jobInstance(Number(id?.slice(-6)), { status: 'RUNNING' }),
        ]);
        sendJson(response, { data: Object.fromEntries(data) as object });
      });
      const cancel = new AbortController();
      const pollIntervalMs = Number(interval) * 1000;
      const watchers = Array.from(
        { length: Number(executions) },
        () => new RunWaiter(connect().projects, JOB_RUNS, { signal: cancel.signal }),
      );
      const waits = Array.from({ length: Number(runs?.replace(',', '')) }, (_, n) =>
        watchers[n % watchers.length]
          ?.waitForEnd(uuid(n + 1), { timeoutMs: 24 * 3_600_000, pollIntervalMs })
          .catch(() => undefined),
      );
      await clock.pass(pollIntervalMs * 2);
      looks = 0;
      await clock.pass(MINUTES * 60_000);
      cancel.abort();
      await Promise.all(waits);
      expect(String(looks / MINUTES)).toBe(perMinute);
    },
  );
});

test('each pass of the loop of "Run for hours" sends as many requests as docs/scale.md says', async () => {
  const [jobId = ''] = addJobs(1);
  const runId = sandbox.store.startRun(jobId)?.id;
  const get = { resource: 'jobRun', operation: 'get', runId };
  const credentials = { dataPlatformApi: sandbox.credentials };
  await runNode({ parameters: get }, credentials);
  sandbox.stats.reset();
  const { json } = await runNode({ parameters: get }, credentials);
  expect(json).toMatchObject([{ id: runId }]);
  const [, documented] = /sends (\d+) requests for its run/.exec(page) ?? [];
  expect(documented).toBe(String(sandbox.stats.requests));
});
