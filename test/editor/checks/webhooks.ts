import assert from 'node:assert/strict';
import { PROJECT_IDS } from '../../../sandbox';
import type { Running } from '../../../start/bringUp';
import { startRawServer } from '../../support/rawServer';
import type { ExecutionCheck } from '../check';
import { post } from '../workflow';

const files = [
  { path: 'spark/app.conf', content: 'spark.app.name=forecast\n' },
  { path: 'spark/log4j.properties', content: 'log4j.rootCategory=INFO, console\n' },
  { path: 'überblick/100% sure?.txt', content: 'Gültig ab heute\n' },
];

const WRONG_PAYLOADS = [
  { files: [] },
  { files: { path: 'a.conf', content: 'x' } },
  { files: [null, { path: 'a.conf', content: 'x' }] },
  { files: [{ path: ' ', content: 'x' }] },
];

export const webhookChecks: ExecutionCheck[] = [
  {
    name: 'ready-made workflows: the published sync uploads the files that are posted to it, and no unchanged files',
    async run(running) {
      await running.api.publishWorkflow('syncConfFiles0001');
      const send = async (body: unknown) => await post(running, 'sync-configuration-files', body);
      const expectFiles = async (action: string) => {
        const { status, answer } = await send({ files });
        assert.equal(status, 200, answer);
        assert.deepEqual(
          (JSON.parse(answer) as Array<Record<string, unknown>>).map((item) => [
            item.path,
            item.action,
          ]),
          files.map(({ path }) => [`/from-repository/${path}`, action]),
        );
      };
      await expectFiles('uploaded');
      for (const { path, content } of files) {
        const stored = running.sandbox.confFiles.read(`/from-repository/${path}`);
        assert.equal(stored?.toString('utf8'), content, path);
      }
      await expectFiles('unchanged');
      for (const wrong of WRONG_PAYLOADS) {
        const { status, answer } = await send(wrong);
        assert.equal(status, 400, `${JSON.stringify(wrong)}: ${answer}`);
        assert.match(answer, /Nothing was synced\. Post JSON/);
      }
      await expectFiles('unchanged');
    },
  },
  {
    name: 'ready-made workflows: a push to main creates a job, and a push to another branch does not',
    run: createJobByPush,
  },
];

async function createJobByPush(running: Running): Promise<void> {
  const { api, sandbox } = running;
  const repository = await startRawServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/zip' }).end('the archive');
  });
  const sendPush = async (ref: string) => {
    const { answer } = await post(running, 'push-to-job-version', {
      ref,
      after: 'a1b2c3',
      compare: 'https://git.example.com/etl/compare/a...b',
      head_commit: { message: 'Load faster' },
      repository: { name: 'etl-of-a-push', html_url: `${repository.baseUrl}/etl` },
    });
    return answer;
  };
  const listJobs = () =>
    sandbox.store
      .jobs({ projectId: PROJECT_IDS.retail })
      .filter(({ name }) => name === 'etl-of-a-push');
  try {
    await api.publishWorkflow('pushToJobVersion');
    await sendPush('refs/heads/another');
    assert.equal(listJobs().length, 0);
    assert.match(await sendPush('refs/heads/main'), /"action":"created"/);
    assert.equal(listJobs().length, 1);
  } finally {
    await repository.close();
  }
}
