import { JOB_IDS, PIPELINE_IDS, type Sandbox } from '../../../sandbox';
import { tokenOf } from '../../sandbox/client';
import { byId, performed } from '../Projects/support';
import { sandboxForEachTest } from '../../support/testSandbox';

async function download(sandbox: Sandbox, address: string): Promise<Response> {
  const authorization = `Bearer ${await tokenOf(sandbox)}`;
  return await fetch(new URL(address, sandbox.baseUrl), { headers: { authorization } });
}

describe.each(['early', 'middle', 'recent'] as const)('on a platform that is %s', (generation) => {
  const sandbox = sandboxForEachTest({ generation, seedRuns: false });

  test('a job comes with its current version alone, and with a package that is there', async () => {
    const jobId = JOB_IDS.salesExtraction;
    const [before] = await performed(sandbox, 'job.get', { jobId: byId(jobId) });
    const { packageInfo } = before?.currentVersion as { packageInfo: { downloadUrl: string } };
    expect((await download(sandbox, packageInfo.downloadUrl)).status).toBe(200);
    sandbox.store.addJobVersion(jobId, { commandLine: 'run again' }, 'sofia.rossi');
    const [job] = await performed(sandbox, 'job.get', { jobId: byId(jobId) });
    expect(job?.currentVersion).toMatchObject({
      number: 2,
      commandLine: 'run again',
      creator: 'sofia.rossi',
    });
  });

  test('a pipeline comes with its current version alone, and the jobs of it', async () => {
    const pipelineId = PIPELINE_IDS.dailySales;
    const { graph } = sandbox.store.pipelines.versions(
      sandbox.store.pipelines.find(pipelineId)!,
    )[0]!.details;
    sandbox.store.pipelines.addVersion(pipelineId, { graph } as never, 'sofia.rossi');
    const [pipeline] = await performed(sandbox, 'pipeline.get', { pipelineId: byId(pipelineId) });
    expect(pipeline?.currentVersion).toMatchObject({ number: 2 });
    expect(JSON.stringify(pipeline?.currentVersion)).toContain('Extract daily sales');
  });
});
