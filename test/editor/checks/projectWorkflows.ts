import assert from 'node:assert/strict';
import type { Running } from '../../../start/bringUp';
import { PROJECT_IDS } from '../../../sandbox';
import { startRawServer } from '../../support/rawServer';
import type { ExecutionCheck } from '../check';
import { execute, post } from '../workflow';

const DAY_MS = 24 * 60 * 60 * 1000;

export const projectWorkflowChecks: ExecutionCheck[] = [
  {
    name: 'ready-made workflows: a push becomes a job, and the next one a new version of it',
    run: push,
  },
  {
    name: 'ready-made workflows: old runs are deleted, and the newest of each job stay',
    run: cleanUp,
  },
];

async function push(running: Running): Promise<void> {
  const { api, sandbox } = running;
  const { store } = sandbox;
  let archive = 'the first archive';
  const repository = await startRawServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/zip' }).end(archive);
  });
  const pushed = async (ref = 'refs/heads/main') => {
    const { answer } = await post(running, 'push-to-job-version', {
      ref,
      after: 'a1b2c3',
      compare: 'https://git.example.com/etl/compare/a...b',
      head_commit: { message: 'Load faster' },
      repository: { name: 'etl-of-a-push', html_url: `${repository.baseUrl}/etl` },
    });
    return answer;
  };
  const versions = () => {
    const job = store
      .jobs({ projectId: PROJECT_IDS.retail })
      .find(({ name }) => name === 'etl-of-a-push');
    return job && store.jobVersions(job).length;
  };
  try {
    await api.publishWorkflow('pushToJobVersion');
    await pushed('refs/heads/another');
    assert.equal(versions(), undefined);
    assert.match(await pushed(), /"action":"created"/);
    assert.equal(versions(), 1);
    assert.match(await pushed(), /"action":"unchanged"/);
    assert.equal(versions(), 1);
    archive = 'another archive';
    assert.match(await pushed(), /"action":"updated"/);
    assert.equal(versions(), 2);
  } finally {
    await repository.close();
  }
}

async function cleanUp({ api, sandbox: { store } }: Running): Promise<void> {
  const script = { queueSeconds: 0, durationSeconds: 0 };
  const { id } = store.addJob({ projectId: PROJECT_IDS.retail, name: 'Old runs', script });
  for (let run = 15; run > 0; run--) {
    store.startRun(id, { requestedAt: store.clock() - (100 + run) * DAY_MS });
  }
  const others = store.jobs({ projectId: PROJECT_IDS.retail }).filter((job) => job.id !== id);
  const before = others.map((job) => store.runsOfJob(job.id).length);
  await execute(api, 'cleanUpOldRuns01', 'Every week');
  assert.equal(store.runsOfJob(id).length, 10);
  assert.deepEqual(
    others.map((job) => store.runsOfJob(job.id).length),
    before,
  );
  store.deleteJob(id);
}
