import type { IDataObject } from 'n8n-workflow';
import { JOB_IDS, PIPELINE_IDS, PROJECT_IDS } from '../../../sandbox';
import { sandboxForAllTests } from '../../support/testSandbox';
import { pollNode } from '../../support/engine/poll';
import { infoLinesOf } from '../../support/engine/infoLines';
import { runNode } from '../../support/engine/runWorkflow';
import { searchList } from '../../support/engine/searchList';
import { NO_SUCH_ID } from '../../support/ids';
import { byId, perform, performed } from './support';

/** That every address of an output leads to the right page: `test/nodes/generations`. */

const sandbox = sandboxForAllTests({ basePath: '/data' });
let root: string;
beforeAll(() => {
  root = `${sandbox.baseUrl}/projects/platform/${sandbox.credentials.platformId}/project`;
});

describe('the page of a job or its run', () => {
  const page = (jobId: string) => `${root}/${PROJECT_IDS.retail}/job/${jobId}`;
  const addJob = (outcome = 'SUCCEEDED', name = `Job that ${outcome}`) =>
    sandbox.store.addJob({
      projectId: PROJECT_IDS.retail,
      name,
      script: { queueSeconds: 0, durationSeconds: 0, outcome } as never,
    });

  const pickedJob = (value: string, url?: string) => ({
    ...{ __rl: true, mode: 'list', value, cachedResultUrl: url },
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
    const parameters = { resource: 'job', operation: 'get' };
    const credentials = { dataPlatformApi: sandbox.credentials };
    const { results } = await searchList({ method: 'searchJobs', parameters, credentials });
    const entry = results.find(({ value }) => value === jobId);
    expect(entry?.url).toBe(page(jobId));

    const picked = pickedJob(jobId, entry?.url);
    let run: IDataObject | undefined;
    const lines = await infoLinesOf(async () => {
      [run] = await performed(sandbox, 'job.run', { jobId: picked });
    });
    const id = String(run?.id);
    const url = `${page(jobId)}/instances/${id}`;
    expect(run?.url).toBe(url);
    expect(lines.join()).toContain(`Started run ${id} of job ${jobId}, ${url} (`);
  });

  test.each([
    ['of another platform', (url: string) => url.replace('127.0.0.1', 'elsewhere.example')],
    ['of another job', (url: string) => url.replace(/[^/]+$/, JOB_IDS.salesExtraction)],
  ])('a picked address %s is not believed', async (_which, change) => {
    const { id: jobId } = addJob();
    const picked = pickedJob(jobId, change(page(jobId)));
    const [run] = await performed(sandbox, 'job.run', { jobId: picked });
    expect(run).toMatchObject({ jobId, url: null });
  });

  test('a failed item has the page of what it knows', async () => {
    const settings = { onError: 'continueErrorOutput' } as const;
    const failedItem = async (jobId: object) =>
      (await perform(sandbox, 'job.get', { jobId }, { settings })).outputs[1]?.[0]?.json;
    const url = page(NO_SUCH_ID);
    const ofPicked = await failedItem(pickedJob(NO_SUCH_ID, url));
    expect(ofPicked).toMatchObject({ errorCode: 'NOT_FOUND', url });
    expect(await failedItem(byId(NO_SUCH_ID))).not.toHaveProperty('url');
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
    const { requests } = sandbox.stats;
    const foreign = byUrl(addresses.project?.replace('/platform/1/', '/platform/2/'));
    const poll = pollNode({
      type: 'n8n-nodes-data-platform.dataPlatformProjectsTrigger',
      parameters: { projectId: foreign, events: ['runFailed'] },
      credentials: { dataPlatformApi: sandbox.credentials },
    });
    await expect(poll).rejects.toThrow('is not one of this platform');
    expect(sandbox.stats.requests).toBe(requests);
  });
});

test.each([
  ['Projects', '/projects/api/platform/1/graphiql'],
  ['Catalog', '/gateway/api/graphiql'],
] as const)(
  'the explorer of %s comes with its schema, and where a query is refused',
  async (node, path) => {
    const type = `n8n-nodes-data-platform.dataPlatform${node}`;
    const run = async (more: object) => {
      const parameters = { resource: 'graphql', ...more };
      return await runNode({ type, parameters }, { dataPlatformApi: { ...sandbox.credentials } });
    };
    const explorerUrl = sandbox.baseUrl + path;
    for (const format of ['sdl', 'json']) {
      const { json } = await run({ operation: 'getSchema', format });
      expect(json).toMatchObject([{ explorerUrl }]);
    }
    const response = await fetch(explorerUrl, { redirect: 'manual' });
    expect([200, 302, 303]).toContain(response.status);

    const text = `Try it in the explorer: ${explorerUrl} (log in to the platform in the same browser first)`;
    const refused = await run({ operation: 'executeQuery', query: '{ nowhere }' });
    expect(refused.error?.description).toContain(`Nothing was sent.\n${text}`);
    const link = `<a href="${explorerUrl}" target="_blank">${explorerUrl}</a>`;
    expect(refused.error?.context?.descriptionTemplate).toContain(link);

    sandbox.accidents.add({ kind: 'errors', errors: [{ message: 'Not today' }] });
    const failed = await run({ operation: 'executeQuery', query: '{ __typename }' });
    expect(failed.error?.message).toContain('Not today');
    expect(failed.error?.description).toContain(text);
  },
);
