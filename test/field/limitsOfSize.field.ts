import { runNode } from '../support/engine/runWorkflow';
import { PROJECT_IDS, startSandbox, type Sandbox } from '../../sandbox';
import { startNginx } from './servers/nginx';
import { describeWith, type FieldServer } from './servers/program';

const MANY = 100;
/** As F5's firewall writes it. */
const PAGE =
  '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 14396929317839226498</body></html>';

let sandbox: Sandbox;
let server: FieldServer;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterEach(async () => {
  await server.stop();
  await sandbox.close();
});

/** nginx that refuses bodies above so many bytes: in its own words by 413, with a firewall's page by any other status. */
async function startRefusing(bytes: number, status: number): Promise<void> {
  const refusal =
    status === 413
      ? ''
      : `error_page 413 =${status} @refused;
         location @refused { internal; default_type text/html; return ${status} '${PAGE}'; }`;
  server = await startNginx(
    (port) => `
      upstream platform { server ${new URL(sandbox.baseUrl).host}; keepalive 64; }
      server {
        listen 127.0.0.1:${port} backlog=1024;
        client_max_body_size ${bytes};
        ${refusal}
        location / {
          proxy_pass http://platform;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Host $http_host;
        }
      }
    `,
  );
}

const credentials = () => ({
  dataPlatformApi: { ...sandbox.credentials, baseUrl: server.origin },
});
const newJobs = () =>
  Array.from({ length: MANY }, (_, n) => {
    const script = { queueSeconds: 0, durationSeconds: 1 };
    return sandbox.store.addJob({ name: `Job ${n}`, script }).id;
  });

const get = {
  parameters: { resource: 'jobRun', operation: 'get', runId: '={{ $json.runId }}' },
};
const runAndWait = {
  parameters: {
    resource: 'job',
    operation: 'runAndWait',
    jobId: { __rl: true, mode: 'id', value: '={{ $json.jobId }}' },
    options: { pollInterval: 1, timeout: 60 },
  },
};
const exportProject = {
  parameters: {
    resource: 'project',
    operation: 'export',
    projectId: { __rl: true, mode: 'id', value: PROJECT_IDS.retail },
  },
};

async function getAll(runIds: Array<string | undefined>): Promise<void> {
  const { json, error } = await runNode(
    get,
    credentials(),
    runIds.map((runId) => ({ runId })),
  );
  expect(error).toBeUndefined();
  expect(json.map(({ id }) => id)).toEqual(runIds);
}

describeWith('nginx')('a firewall that refuses bodies', () => {
  describe.each([413, 403])('with %d', (status) => {
    test('above 8 KB: 100 x Run and Wait, 100 x Get, export', async () => {
      await startRefusing(8_192, status);
      const jobIds = newJobs();
      const items = jobIds.map((jobId) => ({ jobId }));
      const { json, error } = await runNode(runAndWait, credentials(), items);
      expect(error).toBeUndefined();
      expect(json.map(({ status }) => status)).toEqual(Array(MANY).fill('SUCCEEDED'));
      expect(sandbox.stats.byOperation.runJob).toBe(MANY);
      await getAll(json.map(({ id }) => String(id)));
      const exported = await runNode(exportProject, credentials());
      expect(exported.error).toBeUndefined();
      expect(exported.outputs[0]?.[0]?.binary).toBeDefined();
    });
  });

  test('a page that refuses a request for whatever it says is reported as a firewall’s', async () => {
    await startRefusing(100, 403);
    const listJobs = { ...exportProject.parameters, operation: 'getAll', resource: 'job' };
    const { error } = await runNode({ parameters: listJobs }, credentials());
    expect(error?.message).toContain(
      'A firewall or gateway between n8n and the platform refused this request (HTTP 403): "Request Rejected". Support ID: 14396929317839226498',
    );
    expect(error?.description).not.toMatch(/no right to do/);
  });
});
