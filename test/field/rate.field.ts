import type { INode } from 'n8n-workflow';
import { runNode, PROJECTS_NODE, type WorkflowRun } from '../support/engine/runWorkflow';
import { sandboxForEachTest } from '../support/testSandbox';
import { untilTestEnds } from '../support/untilTestEnds';
import {
  describeWith,
  inFrontOf,
  startHaproxy,
  startNginx,
  testLong,
  type FieldServer,
} from './servers/program';

const ITEMS = 60;
const PER_SECOND = 5;

const sandbox = sandboxForEachTest({ seedRuns: false });

function outcomes({ outputs, error }: WorkflowRun) {
  const failures = (outputs[1] ?? []).map(({ json }) => String(json.error ?? json.message));
  return { done: outputs[0]?.length ?? 0, failures: error ? [error.message] : failures };
}

/** Runs an operation on 60 jobs whose runs end at once. */
async function over(operation: string, starting: Promise<FieldServer>) {
  const { origin: baseUrl } = await untilTestEnds(starting);
  const script = { queueSeconds: 0, durationSeconds: 0.15 };
  const newJob = (n: number) => sandbox.store.addJob({ name: `Job ${n}`, script }).id;
  const ids = Array.from({ length: ITEMS }, (_, n) => newJob(n));
  const jobId = { __rl: true, mode: 'id', value: '={{ $json.jobId }}' };
  const parameters = { resource: 'job', operation, jobId, options: {} } as INode['parameters'];
  const beganMs = performance.now();
  const run = await runNode(
    { type: PROJECTS_NODE, parameters, settings: { onError: 'continueErrorOutput' } },
    { dataPlatformApi: { ...sandbox.credentials, baseUrl } },
    ids.map((id) => ({ jobId: id })),
  );
  const seconds = (performance.now() - beganMs) / 1000;
  const runs = ids.map((id) => sandbox.store.runsOfJob(id).length);
  // A limit also counts logins and polls.
  const { requests } = sandbox.stats;
  console.info(`${operation}: ${seconds.toFixed(1)} s, ${requests} requests`);
  return { ...outcomes(run), runs };
}

interface Refusing {
  status: 429 | 503;
  retryAfter?: number;
}

async function limited(address: string, { status, retryAfter }: Refusing): Promise<FieldServer> {
  const refusal = `location @refused { add_header Retry-After "${retryAfter}" always; return ${status}; }`;
  return await startNginx(
    (port) => `
      limit_req_zone $server_port zone=all:1m rate=${PER_SECOND}r/s;
      ${inFrontOf(
        address,
        port,
        `limit_req zone=all burst=2 nodelay;
         limit_req_status ${status};
         ${retryAfter ? `error_page ${status} @refused;` : ''}`,
        retryAfter ? refusal : '',
      )}`,
  );
}

const ALL = { done: ITEMS, failures: [] };
const EACH_ONCE = { ...ALL, runs: Array<number>(ITEMS).fill(1) };

describeWith('nginx')('behind limit_req, 5 a second', () => {
  test('60 starts refused by 429 with Retry-After succeed', async () => {
    const refusing = limited(sandbox.baseUrl, { status: 429, retryAfter: 1 });
    expect(await over('run', refusing)).toMatchObject(EACH_ONCE);
  });

  testLong('60 runs that are waited for, refused by 429, succeed', async () => {
    const refusing = limited(sandbox.baseUrl, { status: 429 });
    expect(await over('runAndWait', refusing)).toMatchObject(EACH_ONCE);
  });

  testLong.each(['run', 'runAndWait'])(
    'of 60 starts by %s that are refused by 503, at most 6 are not known',
    async (operation) => {
      const refusing = limited(sandbox.baseUrl, { status: 503 });
      const { done, failures, runs } = await over(operation, refusing);
      expect(failures.length).toBeLessThanOrEqual(6);
      for (const failure of failures) expect(failure).toMatch(/^It is not known whether a run/);
      expect(done + failures.length).toBe(ITEMS);
      expect(runs.filter((count) => count === 1)).toHaveLength(done);
    },
  );

  testLong('30 uploads refused by 429 all arrive', async () => {
    const { baseUrl } = sandbox.uploadCredentials;
    const server = await untilTestEnds(limited(baseUrl, { status: 429 }));
    const files = Array.from({ length: 30 }, (_, n) => ({
      json: { path: `f${n}` },
      file: { name: `f${n}`, text: `content ${n}` },
    }));
    const run = await runNode(
      {
        type: 'n8n-nodes-data-platform.dataPlatformConfFiles',
        parameters: { resource: 'file', operation: 'upload', filePath: '={{ $json.path }}' },
        settings: { onError: 'continueErrorOutput' },
      },
      { dataPlatformUploadTokenApi: { ...sandbox.uploadCredentials, baseUrl: server.origin } },
      { items: files },
    );
    expect(outcomes(run).failures).toEqual([]);
    const arrived = sandbox.confFiles.paths().filter((path) => /^\/f\d+$/.test(path));
    expect(arrived).toHaveLength(files.length);
  });
});

describeWith('haproxy')('behind a stick table that denies', () => {
  testLong('60 × Get succeed', async () => {
    const server = startHaproxy(
      (port) => `
      frontend all
        bind 127.0.0.1:${port}
        stick-table type ip size 1k expire 30s store http_req_rate(2s)
        http-request track-sc0 src
        http-request deny deny_status 429 if { sc_http_req_rate(0) gt 10 }
        default_backend platform
      backend platform
        server platform ${new URL(sandbox.baseUrl).host}`,
    );
    expect(await over('get', server)).toMatchObject(ALL);
  });
});
