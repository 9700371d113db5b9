import { runNode } from '../support/engine/runWorkflow';
import { PROJECT_IDS } from '../../sandbox';
import { byId } from '../support/ids';
import { sandboxForEachTest } from '../support/testSandbox';
import { untilTestEnds } from '../support/untilTestEnds';
import { describeWith, inFrontOf, startNginx } from './servers/program';

const MANY = 100;
/** A page of F5's firewall. */
const PAGE =
  '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 14396929317839226498</body></html>';

const sandbox = sandboxForEachTest({ seedRuns: false });

const get = { resource: 'jobRun', operation: 'get', runId: '={{ $json.id }}' };
const runAndWait = {
  resource: 'job',
  operation: 'runAndWait',
  jobId: byId('={{ $json.jobId }}'),
  options: { pollInterval: 1, timeout: 60 },
};
const projectId = byId(PROJECT_IDS.retail);
const exportProject = { resource: 'project', operation: 'export', projectId };

const PAGE_BY_403 = {
  rules: 'error_page 413 =403 @refused;',
  place: `location @refused { internal; default_type text/html; return 403 '${PAGE}'; }`,
};

describeWith('nginx')('a firewall that refuses bodies above 8 KB', () => {
  test.each([
    ['in its own words, by 413', { rules: '', place: '' }],
    ['with a page, by 403', PAGE_BY_403],
  ])('%s: 100 x Run and Wait, 100 x Get, export', async (_how, { rules, place }) => {
    const size = `client_max_body_size 8192; ${rules}`;
    const server = await untilTestEnds(
      startNginx((port) => inFrontOf(sandbox.baseUrl, port, size, place)),
    );
    const run = async (parameters: object, items: object[] = [{}]) => {
      const dataPlatformApi = { ...sandbox.credentials, baseUrl: server.origin };
      const node = { parameters: parameters as never };
      const done = await runNode(node, { dataPlatformApi }, items as never);
      expect(done.error).toBeUndefined();
      return done;
    };
    const script = { queueSeconds: 0, durationSeconds: 1 };
    const jobs = Array.from({ length: MANY }, (_, n) =>
      sandbox.store.addJob({ name: `Job ${n}`, script }),
    );
    const ended = await run(
      runAndWait,
      jobs.map(({ id }) => ({ jobId: id })),
    );
    expect(ended.json.map(({ status }) => status)).toEqual(Array(MANY).fill('SUCCEEDED'));
    expect(sandbox.stats.byOperation.runJob).toBe(MANY);
    const ids = ended.json.map(({ id }) => ({ id }));
    expect((await run(get, ids)).json).toMatchObject(ids);
    expect((await run(exportProject)).outputs[0]?.[0]?.binary).toBeDefined();
  });
});
