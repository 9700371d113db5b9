import type { INode } from 'n8n-workflow';
import { runNode, PROJECTS_NODE, type WorkflowRun } from '../support/engine/runWorkflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { startHaproxy } from './servers/haproxy';
import { inFrontOf, startNginx } from './servers/nginx';
import { describeWith, type FieldServer } from './servers/program';
import { testLong } from './support/forms';

const ITEMS = 60;
const PER_SECOND = 5;
const BURST = 2;

let sandbox: Sandbox;
let server: FieldServer | undefined;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await sandbox.close();
});

/** Jobs whose runs end at once. */
function jobs(count = ITEMS): string[] {
  const script = { queueSeconds: 0, durationSeconds: 0.15 };
  return Array.from(
    { length: count },
    (_, n) => sandbox.store.addJob({ name: `Job ${n}`, script }).id,
  );
}

const onJobs = (
  operation: string,
  options: object = {},
  settings: Partial<INode> = { onError: 'continueErrorOutput' },
) => ({
  type: PROJECTS_NODE,
  parameters: {
    resource: 'job',
    operation,
    jobId: { __rl: true, mode: 'id', value: '={{ $json.jobId }}' },
    options,
  } as INode['parameters'],
  settings,
});

const credentials = () => ({
  dataPlatformApi: { ...sandbox.credentials, baseUrl: String(server?.origin) },
});

/** What came out at the success output, the error output, and how long it took. */
async function over(node: ReturnType<typeof onJobs>, ids: string[]) {
  const beganMs = performance.now();
  const run = await runNode(
    node,
    credentials(),
    ids.map((jobId) => ({ jobId })),
  );
  const seconds = (performance.now() - beganMs) / 1000;
  return { run, seconds, ...outcomes(run) };
}

function outcomes({ outputs, error }: WorkflowRun) {
  const failures = (outputs[1] ?? []).map(({ json }) => String(json.error ?? json.message));
  return { done: outputs[0]?.length ?? 0, failures: error ? [error.message] : failures };
}

const runsOf = (ids: string[]) => ids.map((id) => sandbox.store.runsOfJob(id).length);

interface Refusing {
  status: 429 | 503;
  retryAfter?: number | string;
}

async function limitedByNginx({ status, retryAfter }: Refusing): Promise<FieldServer> {
  const name = status === 429 ? '@too_many' : '@busy';
  const header = retryAfter === undefined ? '' : `add_header Retry-After "${retryAfter}" always;`;
  return await startNginx(
    (port) => `
      limit_req_zone $server_port zone=all:1m rate=${PER_SECOND}r/s;
      ${inFrontOf(
        sandbox.baseUrl,
        port,
        `limit_req zone=all burst=${BURST} nodelay;
         limit_req_status ${status};
         ${header && `error_page ${status} ${name};`}`,
        header && `location ${name} { ${header} return ${status}; }`,
      )}`,
  );
}

/** How long so many requests take where the limit is kept to, in seconds. */
const allowed = (requests: number) => requests / PER_SECOND;

describeWith('nginx')('behind limit_req, 5 a second', () => {
  const atLimit = async (operation: string, refusing: Refusing) => {
    server = await limitedByNginx(refusing);
    const ids = jobs();
    const { done, failures, seconds } = await over(onJobs(operation, {}), ids);
    expect(failures).toEqual([]);
    expect(done).toBe(ITEMS);
    expect(runsOf(ids)).toEqual(ids.map(() => 1));
    // Logins and looks count for the limit, too.
    const requests = sandbox.stats.requests;
    console.info(
      `${operation}, ${JSON.stringify(refusing)}: ${seconds.toFixed(1)} s, ${requests} requests`,
    );
    // The pause of the first refusal comes before anything is known; starts alone make up for it.
    const isWait = operation === 'runAndWait';
    const firstPause = isWait ? Number(refusing.retryAfter ?? 0) : 0;
    const share = isWait ? 1.6 : 1.5;
    expect(seconds).toBeLessThanOrEqual(share * allowed(Math.max(ITEMS, requests)) + firstPause);
  };

  test.each<[string, Refusing]>([['429 with Retry-After', { status: 429, retryAfter: 1 }]])(
    '60 starts refused by %s all succeed in little more time than it allows',
    (_name, refusing) => atLimit('run', refusing),
  );

  testLong.each<[string, Refusing]>([['429', { status: 429 }]])(
    '60 starts refused by %s all succeed in little more time than it allows',
    (_name, refusing) => atLimit('run', refusing),
  );

  testLong.each<[string, Refusing]>([
    ['429', { status: 429 }],
    ['429 with Retry-After', { status: 429, retryAfter: 1 }],
  ])(
    '60 × Run and Wait refused by %s all succeed in little more time than it allows',
    (_name, refusing) => atLimit('runAndWait', refusing),
  );

  testLong.each(['run', 'runAndWait'])(
    'of 60 starts by %s that are refused by 503, at most 6 are not known',
    async (operation) => {
      server = await limitedByNginx({ status: 503 });
      const ids = jobs();
      const { done, failures, seconds } = await over(onJobs(operation), ids);
      console.info(`${operation}, 503: ${seconds.toFixed(1)} s, ${failures.length} not known`);
      expect(failures.length).toBeLessThanOrEqual(6);
      for (const failure of failures) expect(failure).toMatch(/^It is not known whether a run/);
      expect(done + failures.length).toBe(ITEMS);
      expect(runsOf(ids).filter((runs) => runs === 1)).toHaveLength(done);
    },
  );
});

describeWith('nginx')('what else is limited', () => {
  testLong('60 starts behind limit_conn, refused by 429, succeed', async () => {
    server = await startNginx(
      (port) => `
        limit_conn_zone $server_port zone=all:1m;
        ${inFrontOf(sandbox.baseUrl, port, 'limit_conn all 2; limit_conn_status 429;')}`,
    );
    const ids = jobs();
    const { done, failures, seconds } = await over(onJobs('run'), ids);
    console.info(`limit_conn, 429: ${seconds.toFixed(1)} s`);
    expect(failures).toEqual([]);
    expect(done).toBe(ITEMS);
    expect(runsOf(ids)).toEqual(ids.map(() => 1));
  });

  testLong('30 uploads refused by 429 all arrive', async () => {
    const { baseUrl } = sandbox.uploadCredentials;
    server = await startNginx(
      (port) => `
        limit_req_zone $server_port zone=all:1m rate=${PER_SECOND}r/s;
        ${inFrontOf(baseUrl, port, `limit_req zone=all burst=${BURST} nodelay; limit_req_status 429;`)}`,
    );
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
    server = await startHaproxy(
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
    const { done, failures, seconds } = await over(onJobs('get'), jobs());
    console.info(`HAProxy: ${seconds.toFixed(1)} s`);
    expect(failures).toEqual([]);
    expect(done).toBe(ITEMS);
  });
});
