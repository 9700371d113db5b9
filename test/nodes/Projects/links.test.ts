import type { IDataObject } from 'n8n-workflow';
import { JOB_IDS, PIPELINE_IDS, PROJECT_IDS, startSandbox, type Sandbox } from '../../../sandbox';
import { pollNode } from '../../support/engine/poll';
import { infoLinesOf } from '../../support/engine/infoLines';
import { PROJECTS_NODE, runNode } from '../../support/engine/runWorkflow';
import { searchList } from '../../support/engine/searchList';
import { byId, perform, performed } from './support';

/** That every address of an output leads to the right page: `test/nodes/generations`. */

let sandbox: Sandbox;
let root: string;
beforeAll(async () => {
  sandbox = await startSandbox({ basePath: '/data' });
  root = `${sandbox.baseUrl}/projects/platform/${sandbox.credentials.platformId}/project`;
});
afterAll(() => sandbox.close());

describe('the page of a job or its run', () => {
  const page = (jobId: string) => `${root}/${PROJECT_IDS.retail}/job/${jobId}`;
  const addJob = (outcome = 'SUCCEEDED', name = `Job that ${outcome}`) =>
    sandbox.store.addJob({
      projectId: PROJECT_IDS.retail,
      name,
      script: { queueSeconds: 0, durationSeconds: 0, outcome } as never,
    });

  test('a failed run is named with its page: in the item, in its description, and to be clicked', async () => {
    const { id: jobId } = addJob('FAILED');
    const parameters = { jobId: byId(jobId), options: { pollInterval: 1 } };
    const { error } = await perform(sandbox, 'job.runAndWait', parameters);
    const [run] = sandbox.store.runsOfJob(jobId);
    const url = `${page(jobId)}/instances/${run?.id}`;
    expect(error?.description).toContain(`\nOpen the run: ${url}\n`);
    expect(error?.context?.descriptionTemplate).toContain(
      `<a href="${url}" target="_blank">${url}</a>`,
    );

    const onError = { onError: 'continueErrorOutput' } as const;
    const { outputs } = await perform(sandbox, 'job.runAndWait', parameters, { settings: onError });
    const [item] = outputs[1] ?? [];
    const [second] = sandbox.store.runsOfJob(jobId);
    expect(item?.json).toMatchObject({
      errorCode: 'RUN_FAILED',
      url: `${page(jobId)}/instances/${second?.id}`,
    });
  });

  test('a list has the page of each entry; what was picked of it is known where it is', async () => {
    const { id: jobId } = addJob('SUCCEEDED', 'A first one');
    const search = {
      type: PROJECTS_NODE,
      parameters: { resource: 'job', operation: 'get' },
      credentials: { dataPlatformApi: sandbox.credentials },
      method: 'searchJobs',
    };
    const { results } = await searchList(search);
    const entry = results.find(({ value }) => value === jobId);
    expect(entry?.url).toBe(page(jobId));

    const picked = { __rl: true, mode: 'list', value: jobId, cachedResultUrl: entry?.url };
    let run: IDataObject | undefined;
    const lines = await infoLinesOf(async () => {
      [run] = await performed(sandbox, 'job.run', { jobId: picked });
    });
    expect(run?.url).toBe(`${page(jobId)}/instances/${run?.id as string}`);
    expect(lines.join()).toContain(
      `Started run ${run?.id as string} of job ${jobId}, ${run?.url as string} (`,
    );
  });

  test.each([
    ['of another platform', (url: string) => url.replace('127.0.0.1', 'elsewhere.example')],
    ['of another job', (url: string) => url.replace(/[^/]+$/, JOB_IDS.salesExtraction)],
  ])('a picked address %s is not believed', async (_which, change) => {
    const { id: jobId } = addJob();
    const picked = { __rl: true, mode: 'list', value: jobId, cachedResultUrl: change(page(jobId)) };
    const [run] = await performed(sandbox, 'job.run', { jobId: picked });
    expect(run).toMatchObject({ jobId, url: null });
  });

  test('a failed item has the page of what it knows', async () => {
    const settings = { onError: 'continueErrorOutput' } as const;
    const gone = '00000000-0000-4000-8000-000000000000';
    const picked = { __rl: true, mode: 'list', value: gone, cachedResultUrl: page(gone) };
    const { outputs } = await perform(sandbox, 'job.get', { jobId: picked }, { settings });
    expect(outputs[1]?.[0]?.json).toMatchObject({ errorCode: 'NOT_FOUND', url: page(gone) });
    const byItself = await perform(sandbox, 'job.get', { jobId: byId(gone) }, { settings });
    expect(byItself.outputs[1]?.[0]?.json).not.toHaveProperty('url');
  });
});

describe('a pasted address', () => {
  let addresses: Record<string, string>;
  beforeAll(() => {
    const run = sandbox.store.startRun(JOB_IDS.salesExtraction);
    const job = `${root}/${PROJECT_IDS.retail}/job/${JOB_IDS.salesExtraction}`;
    const app = sandbox.store.apps.list(PROJECT_IDS.retail)[0]?.id;
    addresses = {
      project: `${root}/${PROJECT_IDS.retail}/jobs`,
      job,
      jobRun: `${job}/instances/${run?.id}?tab=log`,
      pipeline: `${root}/${PROJECT_IDS.retail}/pipeline/${PIPELINE_IDS.dailySales}`,
      app: `${root}/${PROJECT_IDS.retail}/app/${app}/overview`,
    };
  });

  const byUrl = (value = '') => ({ __rl: true as const, mode: 'url', value });
  const KINDS = [
    ['project', 'projectId'],
    ['job', 'jobId'],
    ['jobRun', 'runId'],
    ['pipeline', 'pipelineId'],
    ['app', 'appId'],
  ] as const;

  test.each(KINDS)('of a %s is as good as its ID', async (kind, name) => {
    const [thing] = await performed(sandbox, `${kind}.get`, { [name]: byUrl(addresses[kind]) });
    expect(addresses[kind]).toContain(String(thing?.id));
    expect(thing?.url).toContain(String(thing?.id));
  });

  test.each(KINDS)('of another platform is no %s, and nothing is sent', async (kind, name) => {
    const own = addresses[kind] ?? '';
    const foreign = [
      own.replace('127.0.0.1', 'other.example'),
      own.replace('/data/', '/'),
      own.replace('/platform/1/', '/platform/2/'),
    ];
    sandbox.stats.reset();
    for (const address of foreign) {
      const { error } = await perform(sandbox, `${kind}.get`, { [name]: byUrl(address) });
      expect(error?.message).toBe(`The address is not one of this platform: ${address}`);
      expect(error?.description).toContain(`the platform 1 at ${sandbox.baseUrl}`);
    }
    expect(sandbox.stats.requests).toBe(0);
  });

  test('of another kind of page is refused by name', async () => {
    const items = [{ json: { address: addresses.app } }];
    const jobId = byUrl('={{ $json.address }}');
    const { error } = await perform(sandbox, 'job.get', { jobId }, { items });
    expect(error?.message).toBe(`The address is not that of a job: ${addresses.app}`);
  });

  test('is no run of a pipeline, whose page is not known, nor an ID', async () => {
    const page = addresses.pipeline ?? '';
    for (const runId of [byUrl(page), { ...byUrl(page), mode: 'id' }]) {
      sandbox.stats.reset();
      const { error } = await perform(sandbox, 'pipelineRun.get', { runId });
      expect(error?.message).toMatch(
        /^(?:The address is not that of a run: |An address is not the ID of a run$)/,
      );
      expect(error?.description).toContain('choose the pipeline and then the run');
      expect(sandbox.stats.requests).toBe(0);
    }
  });

  test('of a job shows where its run is, also before any response does', async () => {
    const [run] = await performed(sandbox, 'job.run', { jobId: byUrl(addresses.job) });
    expect(run?.url).toBe(`${addresses.job}/instances/${run?.id as string}`);
  });

  test('of another platform stops the trigger before anything is sent', async () => {
    const pollWith = async (address = '') =>
      await pollNode({
        type: 'n8n-nodes-data-platform.dataPlatformProjectsTrigger',
        parameters: { resource: 'job', projectId: byUrl(address), events: ['runFailed'] },
        credentials: { dataPlatformApi: sandbox.credentials },
        staticData: {},
      });
    expect((await pollWith(addresses.project)).staticDataChanged).toBe(true);
    sandbox.stats.reset();
    const foreign = addresses.project?.replace('/platform/1/', '/platform/2/');
    await expect(pollWith(foreign)).rejects.toThrow('is not one of this platform');
    expect(sandbox.stats.requests).toBe(0);
  });
});

describe('the explorer', () => {
  const perModule = [
    ['Projects', '/projects/api/platform/1/graphiql'],
    ['Catalog', '/gateway/api/graphiql'],
  ] as const;

  const run = async (node: string, parameters: object) =>
    await runNode(
      {
        type: `n8n-nodes-data-platform.dataPlatform${node}`,
        parameters: { resource: 'graphql', ...parameters },
      },
      { dataPlatformApi: { ...sandbox.credentials } },
    );

  test.each(perModule)('of %s comes with its schema', async (node, path) => {
    for (const format of ['sdl', 'json']) {
      const { json } = await run(node, { operation: 'getSchema', format });
      expect(json[0]?.explorerUrl).toBe(sandbox.baseUrl + path);
    }
    const response = await fetch(sandbox.baseUrl + path, { redirect: 'manual' });
    expect([200, 302, 303]).toContain(response.status);
  });

  test.each(perModule)('of %s is named where a query is refused', async (node, path) => {
    const url = sandbox.baseUrl + path;
    const text = `Try it in the explorer: ${url} (log in to the platform in the same browser first)`;
    const refused = await run(node, { operation: 'executeQuery', query: '{ nowhere }' });
    expect(refused.error?.description).toContain(`Nothing was sent.\n${text}`);
    const link = `<a href="${url}" target="_blank">${url}</a>`;
    expect(refused.error?.context?.descriptionTemplate).toContain(link);

    sandbox.accidents.add({ kind: 'errors', errors: [{ message: 'Not today' }] });
    const failed = await run(node, { operation: 'executeQuery', query: '{ __typename }' });
    expect(failed.error?.message).toContain('Not today');
    expect(failed.error?.description).toContain(text);
  });
});
