import { runNode } from '../../../../../harness/engine/runWorkflow';
import { startSandbox, type Sandbox } from '../../../../../sandbox';
import { sendJson, startRawServer, type RawServer } from '../../../../support/rawServer';

const TIMEOUT_MS = 2_000;
/** A gateway accepts so many root fields in so much time: fewer than one poll of all runs asks for. */
const [MAX_FIELDS, WINDOW_MS] = [4, 60];

let sandbox: Sandbox;
let gateway: RawServer;
let startedAtMs: number;

beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
  let accepted: number[] = [];
  gateway = await startRawServer(async ({ method, path, headers, body }, response) => {
    const now = Date.now();
    const fields = body.match(/\bitem\d+:/g)?.length ?? 1;
    accepted = accepted.filter((atMs) => atMs > now - WINDOW_MS);
    if (accepted.length + fields > MAX_FIELDS) {
      return sendJson(response, { errors: [{ message: 'Slow down' }] }, 429);
    }
    accepted.push(...Array<number>(fields).fill(now));
    const { authorization = '', 'platform-realm': realm = '' } = headers;
    const answer = await fetch(`${sandbox.baseUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization, 'platform-realm': `${realm}` },
      body,
    });
    if (body.includes('runJob')) startedAtMs = Date.now();
    response.writeHead(answer.status).end(await answer.text());
  });
});
afterEach(async () => await Promise.all([gateway.close(), sandbox.close()]));

test.each([1, 5])(
  '%i waits behind a limit end when their time, from their own start, is up',
  async (count) => {
    const script = { queueSeconds: 0, durationSeconds: null };
    const items = Array.from({ length: count }, () => ({
      jobId: sandbox.store.addJob({ name: 'Endless', script }).id,
    }));
    const { json, error } = await runNode(
      {
        parameters: {
          resource: 'job',
          operation: 'runAndWait',
          jobId: { __rl: true, mode: 'id', value: '={{ $json.jobId }}' },
          options: { pollInterval: 1, timeout: TIMEOUT_MS / 1000, onTimeout: 'output' },
        },
      },
      { dataPlatformApi: { ...sandbox.credentials, baseUrl: gateway.baseUrl } },
      items,
    );
    const endedAfterMs = Date.now() - startedAtMs;
    expect(error).toBeUndefined();
    expect(json.map(({ timedOut }) => timedOut)).toEqual(items.map(() => true));
    expect(endedAfterMs).toBeGreaterThan(TIMEOUT_MS - 100);
    expect(endedAfterMs).toBeLessThan(TIMEOUT_MS + 1_000);
    for (const { jobId } of items) expect(sandbox.store.runsOfJob(jobId)).toHaveLength(1);
  },
  60_000,
);
